"""The words by which people set, correct and withdraw settings of a car, and those that stand for a value.

Folded to lower case; forms are written out, since `set` and `setting` or `dim` and `dime` are not the same.
"""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\S+", text))


STATES = _words(
    """
    set sets setting turn turns turned turning switch switched switching put change changed changing adjust adjusted
    adjusting keep keeps kept leave make open opened opening close closed closing enable enabled enabling disable
    disabled disabling activate activated start started stop stopped lock locked unlock unlocked fold folded mute
    muted unmute unmuted save saved play playing navigate connect connected shut
    prefer prefers preferred preference favorite want need like love hate usual usually always never should
    """
)
"""Words that give a setting a value, or say that it shall have one."""

MORE = _words(
    """
    more raise raised raising increase increased increasing higher up louder brighter brighten brightened warmer hotter
    faster stronger farther further wider maximize maximum max full crank bump boost
    """
)
"""Words that move a setting up from where it is."""

LESS = _words(
    """
    less lower lowered lowering reduce reduced reducing decrease decreased decreasing down quieter softer dim dimmer
    dimmed cooler colder slower weaker lighter minimize minimum min drop dropped
    """
)
"""Words that move a setting down from where it is."""

_BACK = (
    r"never ?mind|forget (?:about )?(?:it|that|what)|scrap that|cancel (?:it|that|my|the)"
    r"|back to (?:normal|default|factory)|reset|undo|ignore (?:that|what)|disregard"
)

WITHDRAWS = re.compile(rf"\b(?:{_BACK})\b")
"""Ways to take back what was said before, in folded text; a new value beside them is a statement all the same."""

ENDS = re.compile(r"\b(?:no longer|not any ?more)\b")
"""Ways to say that something holds no more, in folded text; a value beside them is the old one."""

TAKES_BACK = re.compile(
    rf"\b(?:{_BACK}|scrap it|take (?:it|that) back|put it back|changed my mind"
    r"|(?:leave|put|keep) it (?:back )?(?:as|how|the way) it was)\b"
)
"""Ways to take back the last thing said without naming it, in folded text."""

TAKING_BACK_CUES = _words("never nevermind forget scrap cancel reset undo ignore disregard back mind was")
"""Words one of which stands in every match of `TAKES_BACK`."""

TAKING_BACK = _words(
    """
    a about actually again ah all and before but earlier everything fine for good hey hmm i it its just let me no nope
    now of oh ok okay on please put really request right s said set so sorry thank thanks that the then thing think this
    time to ve wait we well what you
    """
)
"""What may be said beside that, and means nothing else."""

OPENERS = _words("no nope actually rather instead too")
"""Words by which a correction objects to what was said before."""

CORRECTING = _words(
    """
    a bit can change could d far go i into is it its just let level like little ll make me mean meant
    much now oh ok okay on only please prefer put s said set should sorry switch that them then this to try turn us
    was way well we would you
    """
)
"""What else a correction says besides its value."""

VALUES = _words(
    """
    red orange yellow green cyan blue purple white pink
    off auto automatic manual
    face feet window inside outside fresh
    english chinese 12h 24h 12-hour 24-hour 2d 3d 480p 720p 1080p
    simple detailed mute shuffle loop repeat sequential random
    fastest shortest foreground background fullscreen
    high medium low highest lowest maximum minimum max min
    """
)
"""Words that name a value."""

SWITCHES = _words("turn turns turned turning switch switched switching put")
"""Words beside which `on` is a value; elsewhere it mostly is not."""

NUMBERS = {
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
}
"""Numbers in words, written in digits; `one` mostly counts nothing."""

SMALL_NUMBERS = {"zero": "0", "one": "1"}
"""Words that are a number where a value is awaited, as in `make it one`."""

UNITS = _words("percent degrees degree level levels notch notches")
"""What is said beside a number that is a value."""

CONDITION = re.compile(
    r"\b(?:when|whenever|while|if|unless|during|until|as long as|every time|in the (?:morning|evening|afternoon)"
    r"|at night|on (?:rainy|sunny|cold|hot|snowy|foggy) days|on weekends|on weekdays)\b[^.,;:!?]*",
    re.IGNORECASE,
)
"""The part of a sentence that says when a setting holds."""
