"""How an embedded memory reads `Setup.options`: every option has a name, a default and bounds.

The rule: nothing is ignored. A misspelt option would change a comparison in silence, so it is refused by name.
"""

import math
from collections.abc import Collection, Mapping

from memory.errors import BadOption
from memory.near_names import unknown_name


def check_names(options: Mapping[str, str], known: Collection[str]) -> None:
    """Nothing, when every option is known.

    Raises:
        BadOption: one is not; those that are known are listed.
    """
    unknown = sorted(options.keys() - set(known))
    if unknown:
        raise BadOption(unknown_name("no option is called", unknown[0], sorted(known)))


def read_number(options: Mapping[str, str], name: str, default: float, *, above: float, at_most: float) -> float:
    """The option as a finite number, greater than `above` and at most `at_most`; `default` where it is not given.

    Raises:
        BadOption: it is no number, or out of bounds.
    """
    text = options.get(name)
    if text is None:
        return default
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not above < number <= at_most or math.isinf(number):
        raise BadOption(f"option {name!r} is {text!r}, not a number above {above:g}, at most {at_most:g}")
    return number


def read_choice(options: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    """The option as one of `choices`; the first of them where it is not given.

    Raises:
        BadOption: it is none of them.
    """
    text = options.get(name, choices[0])
    if text not in choices:
        raise BadOption(f"option {name!r} is {text!r}, not one of {', '.join(choices)}")
    return text
