"""The words for each setting. Sound: radio, Bluetooth, music."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import LOUD, POWER, SWITCH, TURNED_OFF, TURNED_ON

RADIO = (
    row(
        "radio.volume",
        "radio_set_volume",
        "radio",
        aspect=LOUD,
        main=True,
    ),
    row(
        "radio.station",
        "radio_play_station",
        "radio",
        aspect="station*|news|listen*|tune*|channel|source|source|frequency|program(me)?|switch to|tuned",
    ),
    row("radio.power", "radio_switch", "radio", aspect=POWER, values=SWITCH),
)

BLUETOOTH = (
    row(
        "bluetooth.connected",
        "bluetooth_set_connection",
        "bluetooth",
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
    ),
    row(
        "music.lyrics",
        "music_set_lyrics_display",
        "music",
        aspect="lyric*|text|verses?|words|sing* along|karaoke|scroll*",
        cues="lyric*|sing* along|karaoke",
        values=SWITCH,
    ),
    row(
        "music.favorite",
        "music_set_favorite",
        "music",
        aspect="favou?rit(e|es|ed) (list|song)|add* (\\w+ )?to (my )?favou?rites|heart this"
        "|(add|save|put|mark|remove|take|keep)\\w*( \\w+){0,5} favou?rit*|(save|heart|bookmark) (this|"
        "that|it)|unfavou?rit*|favou?rit(e|ed) (this|that|it)",
        values={
            **SWITCH,
            "on": SWITCH["on"] + "|add(s|ed|ing)?|save(s|d)?|mark(s|ed)?|heart",
            "off": SWITCH["off"] + "|remov*|unfavou?rit*|delet*",
        },
    ),
    row("music.name", "music_play_song", "music", aspect="play*|listen*"),
    row("music.power", "music_switch", "music", aspect=POWER, values=SWITCH),
)
