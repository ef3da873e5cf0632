"""The commands for a setting and a value: which of a family of commands, and at which seat, zone or side.

Rule protected: what is not told is what people mean most often: the whole cabin for air, the driver for a seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from replay.agents.lexical.claims import Claim, ClaimValue
from replay.agents.lexical.lexicon import Setting, pattern
from replay.agents.lexical.scene import Scene

_USUAL_PLACE: Mapping[str, str] = {"zone": "all", "seat": "driver", "side": "both", "window": "all", "door": "all",
                                   "light": "driver", "sunshade": "all", "wiper": "front", "position": "driver"}

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
    told = scene.request + " " + scene.words
    where = setting.place
    if where == "side":
        for side in ("left", "right"):
            if pattern(_SIDE.format(side=side)).search(told):
                return side
        if pattern("all|both|mirrors").search(scene.request):
            return "both"
        for claim in telling:
            sides = [side for side in ("left", "right") if pattern(_SIDE.format(side=side)).search(claim.record.words)]
            if len(sides) == 1 and not pattern("(both|all)( the)?( side)? mirrors?").search(claim.record.words):
                return sides[0]
        return "both"
    if where == "zone":
        if pattern("all|everyone|whole|entire|cabin").search(scene.request):
            return "all"
        if pattern("(my|driver('s)?) (side|zone|vents?)|driver only|just (for )?me").search(scene.request):
            return scene.seat
        return scene.seat if setting.key == "ac.direction" else "all"
    if where in ("seat", "light", "window", "door"):
        for place, words in (("rear_left", "rear left|left rear"), ("rear_right", "rear right|right rear"), ("driver", "driver('s)? (side )?(window|seat|door|light)"),
                             ("passenger", "passenger('s)? (side )?(window|seat|door|light)"), ("rear", "(rear|back) (window|seat|door|light)s?"), ("all", "all( the| of the)? (window|seat|door|light)s?")):
            if pattern(words).search(scene.text.lower()) and where in ("window", "door") or pattern(words).search(scene.request):
                return place
        if where in ("window", "door"):
            return "all"
        if setting.key == "seat.folded":
            return "rear"
        if where == "light":
            return scene.places.get(scene.owner, "all")
        return scene.seat
    return _USUAL_PLACE[where]
