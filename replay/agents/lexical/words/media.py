"""The words for each setting. Sound: radio, Bluetooth, music."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import LOUD, POWER, SWITCH, TURNED_OFF, TURNED_ON

RADIO = (
    row(
        "radio.volume",
        "radio_set_volume",
        "radio",
        vague="can't hear the (news|announcer|presenter)"
        "|(too|so|really) (loud|quiet)|louder|quieter|turn (it|that|this) (up|down)|deafening|(can't|"
        "cannot|couldn't) hear (it|a thing|a word|anything)",
        aspect=LOUD,
        main=True,
    ),
    row(
        "radio.station",
        "radio_play_station",
        "radio",
        vague="tune (in|to|back)"
        "|channel|frequency|(news|jazz|classical|rock|sports|pop|talk|country|weather|"
        "traffic) (channel|program(me)?|broadcast)",
        aspect="station*|news|listen*|tune*|channel|source|source|frequency|program(me)?|switch to|tuned",
    ),
    row("radio.power", "radio_switch", "radio", aspect=POWER, values=SWITCH),
)

BLUETOOTH = (
    row(
        "bluetooth.connected",
        "bluetooth_set_connection",
        "bluetooth",
        vague=(
            "(my|the|her|his) (phone|headset)( \\w+){0,4} (connect*|pair*|found|find|link*)|"
            "(connect|pair|link)( \\w+){0,2} (phone|headset)"
            "|(my|the|her|his) (phone|headset|ear ?buds|mobile)( \\w+){0,4} (hook*|sync*)|(hook up|sync|"
            "disconnect|unpair|unlink)( \\w+){0,2} (phone|headset|ear ?buds|mobile)|calls? (over|"
            "through) the (car|speakers)"
        ),
        values={
            "on": TURNED_ON + "|(re)?connect(s|ed|ing)?|pair(s|ed|ing)?"
            "|link(s|ed|ing)?|hook(s|ed|ing)?( \\w+){0,3} up|sync(s|ed|ing)?",
            "off": TURNED_OFF + "|disconnect*|unpair"
            "|unpair(s|ed|ing)?|unlink*|cut( \\w+){0,2} (connection|link)|drop( \\w+){0,2} (connection|"
            "link)",
        },
    ),
)

MUSIC = (
    row(
        "music.mode",
        "music_set_play_mode",
        "music",
        vague="same (song|track|tune)|over and over|mix(ed)? up"
        "|(random|any|original|album|track|right) order|(keep|kept|keeps) (playing|repeating) (this|"
        "that|the same)|(repeat|replay|loop) (this|it|the|that)|again and again|mix (it|them|things|"
        "up)|jumbl*|start to finish|beginning to end",
        aspect=(
            "(play(back)? )?mode|shuffl*|repeat*|loop*|sequential|in order|random*|start to finish|on repeat|"
            "order|variety|over and over|same song|sequence"
            "|mix*|again and again|keep* playing|replay*|jumbl*|front to back|top to bottom|"
            "beginning to end|surprise*|whole (album|playlist|list)|scrambl*"
        ),
        cues="shuffl*|single loop|list loop|on repeat|play(back)? mode|sequential",
        values={
            "single_loop": (
                "same song|one song|over and over|again and again|single (song )?loop|single|(on )?repeat (one|"
                "song)?|on repeat|loop (this|one|the song|it)|"
                "repeat this"
                "|(just|only) (this|that|the) one|(keep|keeps|keeping) (playing|repeating) (this|that|"
                "the same|it)|replay(ing)? (this|it|that)|this one again"
            ),
            "shuffle": "shuffl*|random*|mix it up|mixed up|any order|surprise me|jumbl*|variety"
            "|mix(ed|es|ing)?( \\w+){0,3} up|scrambl*|out of order|any which way",
            "sequential": (
                "sequential*|in (sequence|order)|start to finish|original order|sequential order|"
                "one after (another|the other)|track by track"
                "|(original|album|track|proper|right|given|same) order|beginning to end|front to back|"
                "top to bottom|first (track )?to (the )?last|cover to cover|one by one|chronological*|"
                "chapter by chapter"
            ),
            "list_loop": (
                "list loop|loop* (the |my )?(list|playlist|album)|repeat all|loop all|playlist loop|"
                "whole list again|comes? around|start over"
                "|(album|playlist|list|all)( \\w+){0,2} (on repeat|over and over|again and again)|repeat(s|"
                "ing|ed)?( \\w+){0,2} (all|list|playlist|album)|starts? (over|again)|all over again|endless*"
            ),
        },
    ),
    row(
        "music.volume",
        "music_set_volume",
        "music",
        main=True,
        aspect=LOUD + "|level",
        vague=(
            "volume|sound|louder|quieter"
            "|(too|so) (loud|quiet)|turn (it|that|this) (up|down)|crank (it|that) up|softer|eardrums?|"
            "deafen*|blar*|blast*"
        ),
    ),
    row(
        "music.lyrics",
        "music_set_lyrics_display",
        "music",
        vague="(know|read|see|forget|forgot) the words|the words (to|of) (the|this|that) song"
        "|(show|put|see|hide|display|scroll)\\w*( \\w+){0,3} (words|text|lines|verses)|words (on|"
        "across) the screen|what (he|she|they)('s|'re| is| are) singing|sing* along",
        aspect="lyric*|text|verses?|words|sing* along|karaoke|scroll*",
        cues="lyric*|sing* along|karaoke",
        values=SWITCH,
    ),
    row(
        "music.favorite",
        "music_set_favorite",
        "music",
        telling=("(add|save|put|mark|remove)\\w*( \\w+){0,5} favou?rit*|unfavou?rit*"),
        aspect="favou?rit(e|es|ed) (list|song)|add* (\\w+ )?to (my )?favou?rites|heart this"
        "|(add|save|put|mark|remove|take|keep)\\w*( \\w+){0,5} favou?rit*|(save|heart|bookmark) (this|"
        "that|it)|unfavou?rit*|favou?rit(e|ed) (this|that|it)",
        vague="(add|save|put)( \\w+){0,3} (to|in|among) (my|the|our) favou?rites",
        values={
            **SWITCH,
            "on": SWITCH["on"] + "|add(s|ed|ing)?|save(s|d)?|mark(s|ed)?|heart",
            "off": SWITCH["off"] + "|remov*|unfavou?rit*|delet*",
        },
    ),
    row("music.name", "music_play_song", "music", aspect="play*|listen*"),
    row("music.power", "music_switch", "music", aspect=POWER, values=SWITCH),
)
