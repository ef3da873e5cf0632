"""Persons who have one name and are told apart by their ids.

The rule: the first of a name keeps it; every other has a number behind, by the order in which the log has them.
"""

from collections import Counter

MOST_NAMES = 20_000
"""So many persons are told apart; a log has more only where a column is the wrong one."""
ONE_NAME = "persons with a name that another of their timeline has: told apart by a number behind it"


class SameNames:
    """The persons of one reading of a log."""

    def __init__(self, notes: Counter[str]) -> None:
        """Nobody yet; count those who need a number in `notes`."""
        self._notes = notes
        self._numbers: dict[tuple[str, str], dict[str, int]] = {}
        self._n_known = 0

    def named(self, scenario: str, name: str, person: str) -> str:
        """The name of this person: with a number behind where it is not the first of this name in its timeline.

        What `person` has to be for that is an id, so that it has a digit: another name may be that of whoever owns the
        conversation, in which several speak.
        """
        if not any(map(str.isdecimal, person)):
            return name
        numbers = self._numbers.setdefault((scenario, name), {})
        number = numbers.get(person)
        if number is None:
            if self._n_known >= MOST_NAMES:
                return name
            self._n_known += 1
            number = numbers[person] = len(numbers) + 1
            if number > 1:
                self._notes[ONE_NAME] += 1
        return name if number == 1 else f"{name} ({number})"
