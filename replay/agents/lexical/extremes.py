"""The most, the least or a part of the way, where a sentence says so and no number: "all the way up", "halfway"."""

from replay.agents.lexical.inflection import comparatives
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.setting import Setting

_CAN = "(possible|(it|they|you)( \\w+){0,3} (gets?|goes|go|can|be)|can be)"
"""How far a thing can go."""
_MOST = pattern(
    "max|maximum|maxed|maximize*|"
    + comparatives("high bright loud strong", most=True)
    + "|full (power|blast|brightness|"
    "volume|force|strength|heat|whack|tilt|throttle|speed)|all the way up|flat out|to the top|top (level|setting)|"
    f"as (bright|high|loud|strong|warm|hot|far|fast|wide) as {_CAN}"
)
_LEAST = pattern(
    "min|minimum|" + comparatives("low dim quiet soft faint weak", most=True) + "|all the way down|"
    f"as (dim|dark|low|quiet|soft|faint|weak|slow|gentle|far down) as {_CAN}"
)
_WIDE = pattern(
    "fully|all the way|wide open|complete(ly)? open|entirely open|as (far|wide) as (it|they) (goes|go|will go)"
)
_PARTS = (
    ("three quarters", 75),
    ("half|halfway|half way|midway", 50),
    ("(?<!of[ ])(?<!of[ ]a[ ])(a quarter|quarter)(?! (past|to|after|of an|hour|mile))", 25),
    ("a third|one third", 33),
)
"""How far something is opened where no number says so, in percent."""
_CLOSES = pattern("clos*|shut*")


def extreme_of(setting: Setting, words: str) -> int | None:
    """The value of the setting that a plain sentence gives without a number; None where it gives none."""
    if _MOST.search(words):
        return setting.maximum
    if _LEAST.search(words):
        return setting.minimum
    if not setting.key.endswith("degree"):
        return None
    part = next((part for how, part in _PARTS if pattern(how).search(words)), None)
    part = 100 if part is None and _WIDE.search(words) and not _CLOSES.search(words) else part
    return None if part is None else setting.minimum + (setting.maximum - setting.minimum) * part // 100
