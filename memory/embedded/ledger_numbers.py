"""Numbers in words, as people say a value: `eight`, `forty-five`.

The rule: `one` and `zero` mostly count nothing and stay words, except behind a round number (`twenty one`).
"""

from collections.abc import Sequence

_UNITS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_PLAIN = {word: str(number) for word, number in _UNITS.items() if number > 1} | {
    "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16",
    "seventeen": "17", "eighteen": "18", "nineteen": "19", "hundred": "100",
}  # fmt: skip


def in_digits(words: Sequence[str]) -> list[str]:
    """The folded words with each number from two to a hundred in digits; `twenty` `two` is one number."""
    found: list[str] = []
    tens = 0
    for word in words:
        if tens and word in _UNITS:
            found[-1] = str(tens + _UNITS[word])
        elif word in _TENS:
            found.append(str(_TENS[word]))
        elif word == "hundred" and found and found[-1] in ("a", "one"):
            found[-1] = _PLAIN[word]
        else:
            found.append(_PLAIN.get(word, word))
        tens = _TENS.get(word, 0)
    return found
