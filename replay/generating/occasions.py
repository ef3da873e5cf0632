"""Occasions on which a wish holds: where somebody comes from or goes to.

The rule: no occasion comes twice for one person and one setting, so that a wish with an occasion is never by accident
the update of an older one.
"""

from dataclasses import dataclass

_WHAT = (
    "pottery class", "choir practice", "fencing lesson", "fish market", "chess club", "night shift", "dance rehearsal",
    "allotment", "rowing club", "flea market", "evening school", "bakery", "climbing hall", "animal shelter",
    "parish office", "sewing circle", "brass band", "archery range", "tax adviser", "language café", "print shop",
    "ice rink", "amateur theatre", "beekeepers", "town archive", "repair café", "ceramics fair", "judo training",
    "puppet workshop", "cider press", "observatory", "folk museum", "glassworks", "model railway", "boatyard",
    "herb garden", "mosaic course", "quiz evening", "blood bank", "goat farm",
)  # fmt: skip
_WHERE = (
    "Larkfield", "Ostermoor", "Vellany", "Tamburg", "Ilvesta", "Corrowby", "Nanterro", "Quillsea", "Brannoch",
    "Sorvika", "Petragil", "Wendlemere", "Okanda", "Ruddisham", "Calvezza", "Jorvanna", "Mirabek", "Thistlewick",
    "Umberlee", "Zafarin", "Kestrelby", "Dunmarra", "Aldervoort", "Halvorsund", "Espinela", "Gorsemouth", "Laventry",
    "Brekkadal", "Sunderwell", "Phalanor", "Inverlash", "Yarrowick", "Montrazel", "Fennicott", "Dravograd", "Cassimore",
    "Elmharrow", "Tirvanna", "Novalis", "Rookhampton", "Stellaro", "Wyndhaven", "Karsholm", "Belisande", "Ravensett",
    "Oderbruck", "Maristow", "Lindegard", "Porthallow", "Castelune",
)  # fmt: skip

N_OCCASIONS = len(_WHAT) * len(_WHERE)
"""How many there are; beyond that, one person has no new one for one setting."""

_FORMS = (("when I come from {}", "coming from {}"), ("on the way to {}", "on the way to {}"), ("after {}", "after {}"))
N_FORMS = len(_FORMS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """One occasion, in words."""

    said: str
    """As the one says who has it: `when I come from the boatyard at Quillsea`."""
    told: str
    """As others tell it: `coming from the boatyard at Quillsea`."""


def occasion(number: int, form: int) -> Occasion:
    """The occasion of that number, any whole number; equal ones are `N_OCCASIONS` apart.

    Neighbours differ in what it is, so that few of one person's are alike.
    """
    where, what = divmod(number % N_OCCASIONS, len(_WHAT))
    place = f"the {_WHAT[what]} at {_WHERE[where]}"
    said, told = _FORMS[form % N_FORMS]
    return Occasion(said=said.format(place), told=told.format(place))
