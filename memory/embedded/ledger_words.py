"""The words by which people set, correct and withdraw settings of a car, and those that stand for a value.

Folded to lower case; forms are written out, since `set` and `setting` or `dim` and `dime` are not the same.
"""

import re

from memory.embedded.ledger_forms import comparatives, verb_forms


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\S+", text))


STATES = verb_forms(
    """
    set turn switch put change adjust open close enable disable activate deactivate start stop lock unlock fold unfold
    mute unmute save play shut prefer love adore choose select restore recline tilt extend retract dial tweak pair
    connect disconnect program swap insist
    """
) | _words(
    """
    keep keeps kept leave make navigate preference favorite favourite want need like hate usual usually always never
    should must ought accustomed fond
    """
)
"""Words that give a setting a value, or say that it shall have one."""

MORE = (
    verb_forms("raise increase crank bump boost brighten maximize strengthen")
    | comparatives("high loud bright warm hot fast strong wide firm tall")
    | _words("more farther further up maximum max full")
)
"""Words that move a setting up from where it is."""

LESS = (
    verb_forms("lower reduce decrease dim drop minimize soften weaken")
    | comparatives("quiet soft dim cool cold slow weak light gentle dark")
    | _words("less down minimum min")
)
"""Words that move a setting down from where it is."""

_BACK = (
    r"never ?mind|forget (?:about )?(?:it|that|what)|(?:scrap|scratch|strike) that|cancel (?:it|that|my|the)"
    r"|back to (?:normal|default|factory)|reset|undo|ignore (?:that|what)|disregard"
)

WITHDRAWS = re.compile(rf"\b(?:{_BACK})\b")
"""Ways to take back what was said before, in folded text; a new value beside them is a statement all the same."""

ENDS = re.compile(
    r"\b(?:no longer|not any ?more|no need (?:for|of)|(?:do not|don't) (?:want|need|like) (?:\w+ ){0,6}any ?more)\b"
)
"""Ways to say that something holds no more, in folded text; a value beside them is the old one."""

TAKES_BACK = re.compile(
    rf"\b(?:{_BACK}|scrap it|take (?:it|that) back|put it back|changed my mind"
    r"|(?:leave|put|keep) it (?:back )?(?:as|how|the way) it was)\b"
)
"""Ways to take back the last thing said without naming it, in folded text."""

TAKING_BACK_CUES = _words(
    "never nevermind forget scrap scratch strike cancel reset undo ignore disregard back mind was"
)
"""Words one of which stands in every match of `TAKES_BACK`."""

TAKING_BACK = _words(
    """
    a about actually again ah all and before but earlier everything fine for good hey hmm i it its just let me no nope
    now of oh ok okay on please put really request right s said set so sorry thank thanks that the then thing think this
    time to ve wait we well what you
    """
)
"""What may be said beside that, and means nothing else."""

OPENERS = _words("no nope nah actually rather instead too oops wait correction")
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
    red orange yellow green cyan teal turquoise blue purple violet white pink amber
    off auto automatic manual
    face feet window inside outside fresh
    english chinese 12h 24h 12-hour 24-hour 2d 3d 480p 720p 1080p
    simple detailed mute shuffle loop repeat sequential random
    sequentially recirculation defrost defog dehumidify purify swing
    fastest shortest foreground background fullscreen
    high medium low highest lowest maximum minimum max min
    """
)
"""Words that name a value."""

SWITCHES = _words("turn turns turned turning switch switched switching put")
"""Words beside which `on` is a value; elsewhere it mostly is not."""

SMALL_NUMBERS = {"zero": "0", "one": "1"}
"""Words that are a number where a value is awaited, as in `make it one`."""

UNITS = _words("percent degrees degree level levels notch notches celsius stage click clicks")
"""What is said beside a number that is a value."""

CONDITION = re.compile(
    r"\b(?:when|whenever|while|if|unless|during|until|as long as|as soon as|once (?!more|again)|every time|"
    r"each time|any time"
    r"|in (?:the )?(?:mornings?|evenings?|afternoons?|dark|rain|fog|snow|sun|heat|cold|city|traffic|summer|winter|"
    r"spring"
    r"|autumn|fall)|(?:at|by) (?:night|noon|dawn|dusk|day)|(?:before|after) (?:dark|sunrise|sunset|work|dawn)"
    r"|on (?:rainy|sunny|cold|hot|snowy|foggy|windy|humid|icy|warm|bright|long|school|work) (?:days?|nights?|mornings?"
    r"|evenings?|trips?|drives?)|on (?:weekends|weekdays|the (?:highway|motorway|freeway|way home)))\b[^.,;:!?]*",
    re.IGNORECASE,
)
"""The part of a sentence that says when a setting holds."""
