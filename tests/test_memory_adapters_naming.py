import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.adapters.naming import plain_name

ODD = ["", "Ann Lee", "Ann_Lee ", "甲", "乙", "a.b", "a/b", "n" * 200 + "1", "n" * 200 + "2", "\ud800", "\0"]


@pytest.mark.parametrize("name", ["user-1", "User-1", "Ann_Lee", "pastlane-1f3a", "n" * 128])
def test_a_name_that_any_system_takes_stays_as_it_is(name: str) -> None:
    assert plain_name(name) == name


def test_other_names_become_such_that_any_takes_and_different_ones_stay_different() -> None:
    made = [plain_name(name) for name in ODD]
    assert len(set(made)) == len(ODD)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,128}", name) for name in made)
    assert plain_name(made[1]) not in made


@given(st.text())
def test_any_name_becomes_one_that_any_takes_and_always_the_same(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,128}", plain_name(name))
    assert plain_name(name) == plain_name(name)
