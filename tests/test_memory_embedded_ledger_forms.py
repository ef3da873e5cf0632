"""Forms of verbs and adjectives for the ledger's lists."""

import pytest

from memory.embedded.ledger_forms import comparatives, verb_forms


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("dim", {"dim", "dims", "dimmed", "dimming"}),
        ("lower", {"lower", "lowers", "lowered", "lowering"}),
        ("open", {"open", "opens", "opened", "opening"}),
        ("prefer", {"prefer", "prefers", "preferred", "preferring"}),
        ("switch", {"switch", "switches", "switched", "switching"}),
        ("activate", {"activate", "activates", "activated", "activating"}),
        ("set", {"set", "sets", "setting"}),
        ("choose", {"choose", "chooses", "chose", "chosen", "choosing"}),
        ("", set()),
    ],
)
def test_a_verb_stands_for_its_forms(verb: str, forms: set[str]) -> None:
    assert verb_forms(verb) == forms


def test_an_adjective_stands_for_its_comparative() -> None:
    assert comparatives("high hot gentle cozy") == {"higher", "hotter", "gentler", "cozier"}
