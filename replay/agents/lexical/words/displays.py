"""The words for each setting. Displays: head-up display, centre screen, instrument panel, video."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import (
    BRIGHT,
    BY_ITSELF,
    CLOCKS,
    COLOR,
    ITSELF,
    LOUD,
    POWER,
    SWITCH,
    TONGUES,
    TURNED_OFF,
    TURNED_ON,
    colors,
)

HUD = (
    row(
        "hud.height",
        "HUD_set_height_level",
        "hud",
        aspect=(
            "height|high*|low*|tall*|short*|position|raise*|sit*|posture|hang*|float*|eye level|line of sight|"
            "forehead|chin|above|below|too far (up|down)"
            "|(move|bring|put|shift|slide|lift|push|pull|take)( \\w+){0,4} (up|down)|further (up|down)|"
            "crane*|line of vision|hidden|hid(e|es|ing)|nose|belt|chest|over the (wheel|hood)|bottom|"
            "block*|cover*|in (my|the) way|cut off|where (i|she|he) can see|near the (hood|roof)|"
            "close to the (hood|roof)"
        ),
        switch="HUD_switch",
    ),
    row(
        "hud.brightness",
        "HUD_set_brightness_level",
        "hud",
        aspect=BRIGHT + "|see|sunny",
        switch="HUD_switch",
        main=True,
    ),
    row("hud.power", "HUD_switch", "hud", values=SWITCH),
)

CENTER = (
    row(
        "center.brightness",
        "centerInformationDisplay_set_brightness",
        "center",
        aspect=(BRIGHT + "|see|sunny|faint|read|squint*"),
        main=True,
    ),
    row(
        "center.auto_brightness",
        "centerInformationDisplay_set_auto_brightness",
        "center",
        aspect=BY_ITSELF + "|(stop|keep)s? adjusting|automatically",
        values={"on": f"{TURNED_ON}|{ITSELF}", "off": TURNED_OFF},
    ),
    row(
        "center.time_format",
        "centerInformationDisplay_set_time_format",
        "center",
        aspect="time|clock|(12|24) ?h(our)?|military"
        "|clock*|am (and|or) pm|am pm|am/pm|hour (format|clock|mode)|civilian time|hours",
        values=CLOCKS,
    ),
    row(
        "center.language",
        "centerInformationDisplay_set_language",
        "center",
        aspect="language*|chinese|english|mandarin|translat*|character*"
        "|menus? in|letters|understand|mother tongue|native|foreign",
        values=TONGUES,
    ),
    row(
        "center.power",
        "centerInformationDisplay_set_power",
        "center",
        aspect=POWER,
        values=SWITCH,
    ),
)

PANEL = (
    row(
        "panel.theme",
        "instrumentPanel_set_theme",
        "panel",
        aspect="theme|scene|map|mode|look|scenery|landscape|backdrop|background|skin|appearance|design|style",
        values={"scene": "scene*|scenic|scenery|landscape*|picturesque", "map": "map"},
    ),
    row(
        "panel.brightness",
        "instrumentPanel_set_brightness",
        "panel",
        aspect=BRIGHT,
        main=True,
    ),
    row(
        "panel.color",
        "instrumentPanel_set_color",
        "panel",
        aspect=COLOR,
        values=colors("yellow", "green", "red", "orange", "white", "black"),
    ),
    row(
        "panel.behavior",
        "instrumentPanel_set_behavior_mode",
        "panel",
        aspect="behaviou?r*|blink*|flash*|constant|steady|puls*|static|continuous*",
        values={
            "constant": "constant|steady|solid"
            "|static|continuous*|permanent*|without (blinking|flashing)|(stop|stopped|no) (blinking|"
            "flashing|flickering)",
            "blink": "blink*|flash*|puls*",
            "off": "off",
        },
    ),
    row(
        "panel.auto_brightness",
        "instrumentPanel_set_auto_brightness",
        "panel",
        aspect=BY_ITSELF,
        values={"on": f"{TURNED_ON}|auto* on|{ITSELF}", "off": TURNED_OFF + "|manual( control)?"},
    ),
    row(
        "panel.time_format",
        "instrumentPanel_set_time_format",
        "panel",
        aspect="time|clock|(12|24) ?h(our)?|military"
        "|clock*|am (and|or) pm|am pm|am/pm|hour (format|clock|mode)|civilian time|hours",
        values=CLOCKS,
    ),
    row(
        "panel.language",
        "instrumentPanel_set_language",
        "panel",
        aspect="language*|chinese|english|mandarin|translat*|menus? in|letters|understand|mother tongue|native|foreign",
        values=TONGUES,
    ),
)

VIDEO = (
    row(
        "video.quality",
        "video_set_quality",
        "video",
        aspect=(
            "quality|resolution|1080p?|720p?|480p?|270p?|hd|definition|buffer*|data|sharp*|grain*|blurr*|pixel*|"
            "blocky|crisp*|picture|bandwidth|fuzzy|sharper|stutter*|image|picture quality|coarse"
            "|choppy|jerky|lag*|clear*|megabytes|gigabytes|mosaic|high def*|hd|sd"
        ),
        cues="(video )?(quality|resolution)|1080p|720p|480p|270p",
        values={
            "1080p": (
                "1080p?|full hd|best (quality|picture)|sharpest|highest( setting| quality)?|max* (quality|resolution)"
                "|1080|crystal clear|best possible|clearest|crispest|top (quality|resolution)|"
                "full (high )?definition"
            ),
            "720p": "720p?|720|hd ready",
            "480p": "480p?|standard definition|480|sd",
            "270p": "270p?|lowest( setting| quality)?|min* (quality|resolution)"
            "|270|coarsest|least data|(data )?(saving|saver) mode",
        },
    ),
    row(
        "video.volume",
        "video_set_volume",
        "video",
        aspect=LOUD,
        main=True,
    ),
    row(
        "video.fullscreen",
        "video_set_fullscreen",
        "video",
        aspect="full ?screen|full picture|whole screen|fill the screen|big picture|small window"
        "|tiny|enlarge*|expand*|maximi[sz]e*|edge to edge|full (size|display|view)|shr(i|u)nk*|"
        "postage stamp|whole|fills?|corner",
        cues="full ?screen",
        values={
            "on": TURNED_ON + "|full ?screen|full picture|whole screen|fill the screen"
            "|(whole|entire) display|fill(s|ing)?( \\w+){0,2} (screen|display)|expand*|enlarge*|"
            "maximi[sz]*|edge to edge|full (size|display|view)",
            "off": TURNED_OFF + "|exit|window*|leave"
            "|shr(i|u)nk*|(small|smaller|tiny|little) (window|picture|frame|box|format)|minimi[sz]e*|"
            "corner",
        },
    ),
    row(
        "video.scene",
        "video_set_scene",
        "video",
        aspect="background|foreground|to the front|on top|behind|audio only|(only|just) (the )?(sound|audio|listen*)",
        values={
            "foreground": "foreground|to the front|on top|into view|in front",
            "background": "background|audio only|(only|just) (the )?(sound|audio|listen*)|out of sight|to the back",
        },
    ),
    row("video.name", "video_play_video", "video", aspect="play*|watch*"),
    row("video.power", "video_switch", "video", aspect=POWER, values=SWITCH),
)
