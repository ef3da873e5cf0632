"""The words for each setting. Lights."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import (
    BRIGHT,
    CLOCKS,
    COLOR,
    POWER,
    SWITCH,
    TONGUES,
    TURNED_OFF,
    TURNED_ON,
    colors,
)

OVERHEAD = (
    row(
        "overhead.brightness",
        "overheadScreen_set_brightness_level",
        "overhead",
        main=True,
        aspect=BRIGHT + "|see",
        switch="overheadScreen_switch",
    ),
    row(
        "overhead.time_format",
        "overheadScreen_set_time_format",
        "overhead",
        aspect="time|clock|(12|24) ?h(our)?|military",
        values=CLOCKS,
    ),
    row(
        "overhead.language",
        "overheadScreen_set_language",
        "overhead",
        aspect="language*|chinese|english|mandarin|translat*|character*",
        values=TONGUES,
    ),
    row(
        "overhead.power",
        "overheadScreen_switch",
        "overhead",
        aspect=POWER,
        values=SWITCH,
    ),
)

LIGHT = (
    row(
        "light.fog",
        "light_set_fog_light",
        "fog",
        values=SWITCH,
    ),
    row(
        "light.high_beam",
        "light_set_high_beam",
        "high_beam",
        values=SWITCH,
    ),
    row("light.daytime", "light_set_daytime_running", "daytime", values=SWITCH),
    row("light.left_turn", "light_set_left_turn", "left_turn", values=SWITCH),
    row("light.right_turn", "light_set_right_turn", "right_turn", values=SWITCH),
    row(
        "light.auto_headlight",
        "light_set_auto_headlight",
        "headlight",
        aspect="auto*|headlight*|by (itself|themselves)|on their own|decide*",
        values={
            "on": TURNED_ON + ("|auto*|by themselves|on their own"),
            "off": TURNED_OFF + "|manual*|no automatic|by hand|myself",
        },
    ),
    row(
        "light.hazard",
        "light_set_hazard",
        "hazard",
        values=SWITCH,
    ),
    row("light.position", "light_set_position", "position", values=SWITCH),
    row("light.tail", "light_set_tail", "tail", values=SWITCH),
    row(
        "light.low_beam",
        "light_set_low_beam_level",
        "low_beam",
        switch="light_set_low_beam_enabled",
        values={
            "lowest": "lowest|minimum|dimmest|weakest",
            "low": "low level|(to|at) low",
            "medium": "medium|middle|mid|half",
            "high": "(to|at) high|high level",
            "highest": "highest|max*|brightest|strongest",
        },
    ),
    row(
        "light.ambient",
        "light_set_ambient_color",
        "ambient",
        aspect=COLOR + "|calm*|relax*|focus|mood"
        "|sooth*|cozy|cosy|romantic|festive|atmosphere|vibe|glow*|gaudy|garish|kitsch*|bath(e|ed)|"
        "paint*|disco|nightclub",
        switch="light_set_ambient_enabled",
        values=colors("red", "orange", "yellow", "green", "cyan", "blue", "purple", "white", "pink"),
    ),
    row(
        "light.reading",
        "light_set_reading_light_brightness",
        "reading",
        aspect=(
            BRIGHT + "|reading|read|lamp|page|book|notes"
            "|crossword|homework|magazine|newspaper|knit*|menu|contract|writing"
        ),
        switch="light_set_reading_light",
        values=SWITCH,
    ),
)
