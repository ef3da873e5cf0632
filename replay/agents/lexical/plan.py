"""The commands for a setting and a value: which of a family of commands, and at which seat, zone or side.

Rule protected: a place that the request names counts first, then the asker's seat, then the place that was told; else
it is the place that people mean most often: the whole cabin for air, the driver for a seat.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from replay.agents.lexical.claims import Claim
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.sayings import SettingValue
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.setting import Setting, command_name
from replay.agents.lexical.text import plain
from vehicle.catalogue import COMMANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One command to call."""

    name: str
    args: dict[str, SettingValue]
    reason: str

    @property
    def module(self) -> str:
        """The module of the car that the command belongs to."""
        return COMMANDS[self.name].module


def step_for(setting: Setting, value: SettingValue, scene: Scene, telling: Sequence[Claim]) -> Step:
    """The call that gives the setting this value; a boolean for a setting with levels switches it on or off.

    `telling` are the claims that may tell a place, the chosen one first.
    """
    switches = isinstance(value, bool) and setting.kind != "boolean"
    name = command_name(setting.switch if switches else setting.command)
    row = COMMANDS[name]
    argument = next(p.name for p in row.parameters if p is not row.position)
    args: dict[str, SettingValue] = {}
    where = ""
    if row.position is not None:
        where = _place(setting, scene, telling)
        args[row.position.name] = where
    args[argument] = value
    return Step(name=name, args=args, reason=f"{setting.key} at {where}" if where else setting.key)


def _place(setting: Setting, scene: Scene, telling: Sequence[Claim]) -> str:
    where = setting.place
    if where == "side":
        return _side(scene, telling)
    named = _NAMED[where]
    own_zone = "driver" if where == "zone" and _ONE_ZONE.search(scene.said) and scene.seat in ("", "driver") else ""
    asked = own_zone or _found(named, scene.said) or ("" if where in _SAT_IN else _found(named, plain(scene.text)))
    told = next((place for claim in telling for text in _told_in(claim) if (place := _last_found(named, text))), "")
    if asked:
        return asked
    if where == "zone":
        if _ONE_ZONE.search(scene.said) and scene.seat not in ("", "driver"):
            return "rear" if scene.seat.startswith("rear") else scene.seat
        if told == "front":
            return told
        return (scene.seat or _USUAL_ZONE[setting.key]) if setting.key in _USUAL_ZONE else "all"
    if where in ("window", "door") and scene.seat and _FOR_SELF.search(scene.said):
        return scene.seat
    if setting.key == "seat.folded":
        return told or "rear"
    if where in _SAT_IN:
        return _narrower(scene.seat, told) or told or _USUAL_PLACE[where]
    return told or _USUAL_PLACE[where]


def _told_in(claim: Claim) -> tuple[str, ...]:
    """Where a claim may tell its place, what is nearest to its value first; all at once where that is corrected."""
    whole = plain(claim.record.text)
    if _CORRECTS.search(whole.rpartition(claim.sentence)[2]):
        return (whole,)
    return claim.clause, claim.sentence, whole


def _narrower(seat: str, told: str) -> str:
    """The seat, or the side of it that was told where the scene only says that it is in the rear."""
    return told if seat == "rear" and told.startswith("rear_") else seat


def _found(named: Mapping[str, str], text: str) -> str:
    return next((place for place, words in named.items() if pattern(words).search(text)), "")


def _last_found(named: Mapping[str, str], text: str) -> str:
    """The place that a text names last, since it may correct itself; of two that end at one spot the narrower."""
    found = [
        (m.end(), -i, place)
        for i, (place, words) in enumerate(named.items()) for m in pattern(words).finditer(text)
        if not _WILL_NOT_DO.match(text[m.end() :])
    ]
    return max(found)[2] if found else ""


def _side(scene: Scene, telling: Sequence[Claim]) -> str:
    for text in (scene.request, scene.words):
        if side := _one_side(text):
            return side
    if pattern("all|both|mirrors").search(scene.request):
        return "both"
    texts = [text for claim in telling for text in _told_in(claim)]
    sides = ["both" if _BOTH_SIDES.search(text) else _one_side(text) for text in texts]
    return next(filter(None, sides), "both")


def _one_side(text: str) -> str:
    """The side of a mirror that the text names; empty where it names none or both."""
    sides = [side for side, words in _SIDES.items() if pattern(words).search(text)]
    return sides[0] if len(sides) == 1 else ""


def _by_part(part: str) -> dict[str, str]:
    """How the places of a seat, a window, a door or a light are called, the narrower first."""
    return {
        "rear_left": f"(rear|back) left( {part}*)?|left (rear|back)( {part}*)?",
        "rear_right": f"(rear|back) right( {part}*)?|right (rear|back)( {part}*)?",
        "all": f"(all|every|both)( of)?( the| my)? {part}*|the whole car",
        "front": f"(both )?front {part}s",
        "rear": f"(rear|back) {part}*",
        "passenger": f"passenger('s)?( side)? {part}*",
        "driver": f"driver('s)?( side)? {part}*",
    }


_CORRECTS = pattern("no|not|only|actually|wait|rather|sorry|instead|i mean|i meant|make (it|that)")
"""Behind a sentence: its place may be named anew."""
_WILL_NOT_DO = re.compile(
    r"\W+(?:one\W+)?(?:(?:will not|won't) do|(?:does not|doesn't|did not|didn't) fit|(?:is|was) (?:wrong|no good))\b"
)
"""Behind a place: it is the wrong one."""
_USUAL_ZONE = {"ac.direction": "driver", "ac.mode": "all", "ac.fan": "all"}
"""What is set for one seat where someone is told to sit there, and else for these."""
_FOR_SELF = pattern("(only |just )?for me|(my|his|her|your) (own )?(window|door|side)|on my side|beside me|next to me")
_ONE_ZONE = pattern("(my|his|her) (side|zone|vents?)|just (for )?me|only (for )?me|for me (alone|only)")
_SAT_IN = frozenset({"seat", "light"})
_SIDES = {
    side: f"{side} (side )?(rear ?view |side |wing )?mirror*|mirror*( \\w+)?( \\w+)? {side} side|"
    f"mirror* (on|at|to) (the |my )?{side}|(only|just) (on )?(the|my) {side}( side)?|{side} side only"
    for side in ("left", "right")
}
_BOTH_SIDES = pattern("(both|all)( the)?( side)? mirrors?")
_USUAL_PLACE: Mapping[str, str] = {
    "seat": "driver", "light": "all", "window": "all", "door": "all", "sunshade": "front", "wiper": "front",
    "position": "driver",
}  # fmt: skip
_PEDAL = "( \\w+)? (pedal|step|board)*"
_NAMED: Mapping[str, Mapping[str, str]] = {
    "zone": {
        "all": (
            "everyone|everybody|everywhere|throughout|all of us|both of (us|them)|the two of (us|them)|"
            "(the )?all (zones?|seats?|passengers|air|vents?)|"
            "(whole|entire) (car|cabin)|cabin"
        ),
        "rear": "rear (zone|ac|air|vents?)|back seat (ac|air)",
        "front": "front (zone|vent)s?",
        "passenger": "passenger (side|zone|vents?)",
        "driver": "driver('s)? (side|zone|vents?)|driver only",
    },
    "seat": _by_part("seat"),
    "light": _by_part("(reading )?(light|lamp)"),
    "door": _by_part("door"),
    "window": _by_part("window") | {"driver": "driver('s)?( side)? window"},
    "sunshade": {
        "all": "(all|both)( the)? (sun ?)?shades?",
        "front": "front (sun ?)?shade|windshield shade",
        "rear": "(rear|back) (sun ?)?shade",
    },
    "wiper": {
        "all": "(all|both)( the)? wipers?",
        "rear": "(rear|back) (wiper|window|windshield)*",
        "front": "front wiper*",
    },
    "position": {
        "all": f"both{_PEDAL}|both (front|side) steps|driver and passenger{_PEDAL}",
        "passenger": f"passenger('s)?( side)?{_PEDAL}",
        "driver": f"driver('s)?( side)?{_PEDAL}",
    },
}
"""How each place is named, by the parameter that takes it."""
