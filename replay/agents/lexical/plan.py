"""The commands for a setting and a value: which of a family of commands, and at which seat, zone or side.

Rule protected: what is not told is what people mean most often: the whole cabin for air, the driver for a seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from replay.agents.lexical.claims import Claim, ClaimValue
from replay.agents.lexical.lexicon import Setting
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.text import plain

_USUAL_PLACE: Mapping[str, str] = {"zone": "all", "seat": "driver", "side": "both", "window": "all", "door": "all",
                                   "light": "all", "sunshade": "front", "wiper": "front", "position": "driver"}

_SIDE = "{side} (side )?(rear ?view |side |wing )?mirror*|mirror*( \\w+)?( \\w+)? {side} side"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One command to call."""

    name: str
    args: dict[str, ClaimValue]
    reason: str


def steps_for(setting: Setting, value: ClaimValue, scene: Scene, telling: Sequence[Claim]) -> tuple[Step, ...]:
    """The calls that give the setting this value; a boolean for a setting with levels switches it on or off."""
    args: dict[str, ClaimValue] = {}
    if setting.place:
        args[setting.place] = _place(setting, scene, telling)
    if isinstance(value, bool) and setting.kind != "boolean":
        argument = {"HUD_switch": "switch", "window_set_open": "is_open", "wiper_set_open": "is_on"}.get(setting.switch, "enabled")
        return (Step(name="carcontrol_" + setting.switch, args=args | {argument: value}, reason="switched as a whole"),)
    return (Step(name="carcontrol_" + setting.command, args=args | {setting.argument: value}, reason="set to a value"),)


def _place(setting: Setting, scene: Scene, telling: Sequence[Claim]) -> str:
    """Where: as the request says, else where the asker sits, else as the record says, else the most usual place."""
    where = setting.place
    if where == "side":
        return _side(scene, telling)
    named = _WHERE[where]
    said = " ".join(plain(part.text) for part in scene.parts if part.kind == "said")
    asked = _found(named, said) or ("" if where in ("seat", "light") else _found(named, plain(scene.text)))
    if asked:
        return asked
    told = next((place for claim in telling if (place := _found(named, plain(claim.record.text)))), "")
    if where == "zone":
        return (scene.seat or "driver") if setting.key == "ac.direction" else "all"
    if setting.key == "seat.folded":
        return told or "rear"
    if where in ("seat", "light"):
        return scene.seat or told or _USUAL_PLACE[where]
    return told or _USUAL_PLACE[where]


def _found(named: Mapping[str, str], text: str) -> str:
    return next((place for place, words in named.items() if pattern(words).search(text)), "")


def _side(scene: Scene, telling: Sequence[Claim]) -> str:
    for text in (scene.request, scene.words):
        sides = [side for side in ("left", "right") if pattern(_SIDE.format(side=side)).search(text)]
        if len(sides) == 1:
            return sides[0]
    if pattern("all|both|mirrors").search(scene.request):
        return "both"
    for claim in telling:
        sides = [side for side in ("left", "right") if pattern(_SIDE.format(side=side)).search(claim.record.words)]
        if len(sides) == 1 and not pattern("(both|all)( the)?( side)? mirrors?").search(claim.record.words):
            return sides[0]
    return "both"


def _by_part(part: str) -> dict[str, str]:
    """How the four places of a seat, a window, a door or a light are called."""
    return {
        "rear_left": f"(rear|back) left( {part}*)?|left (rear|back)( {part}*)?", "rear_right": f"(rear|back) right( {part}*)?|right (rear|back)( {part}*)?",
        "all": f"(all|every|both)( of)?( the| my)? {part}*|the whole car", "front": f"(both )?front {part}s", "rear": f"(rear|back) {part}*",
        "passenger": f"passenger('s)?( side)? {part}*", "driver": f"driver('s)?( side)? {part}*",
    }


_WHERE: Mapping[str, Mapping[str, str]] = {
    "zone": {"all": "all|everyone|whole|entire|cabin", "rear": "rear (zone|ac|air|vents?)|back seat (ac|air)", "passenger": "passenger (side|zone|vents?)",
             "driver": "(driver|my) (side|zone|vents?)|driver only|just (for )?me"},
    "seat": _by_part("seat"), "light": _by_part("(reading )?(light|lamp)"), "door": _by_part("door"),
    "window": {place: words for place, words in _by_part("window").items() if place != "driver"} | {"driver": "driver('s)?( side)? window|my window"},
    "sunshade": {"all": "(all|both)( the)? (sun ?)?shades?", "front": "front (sun ?)?shade|windshield shade", "rear": "(rear|back) (sun ?)?shade"},
    "wiper": {"all": "(all|both)( the)? wipers?", "rear": "(rear|back) (wiper|window|windshield)*", "front": "front wiper*"},
    "position": {"all": "both( \\w+)? (pedal|step|board)*", "passenger": "passenger('s)?( side)?( \\w+)? (pedal|step|board)*", "driver": "driver('s)?( side)?( \\w+)? (pedal|step|board)*"},
}
