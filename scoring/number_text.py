"""Single numbers as text for people, in as few characters as they bear."""


def percent(rate: float) -> str:
    """A rate between 0 and 1 as a percentage with one decimal."""
    return f"{100 * rate:.1f}%"


def tight(rate: float) -> str:
    """As `percent`, and `100%` for all, so that a table of many columns keeps its headings."""
    return "100%" if rate >= 0.9995 else percent(rate)


def short(number: float) -> str:
    """A count in at most six characters: `950`, `12.3k`, `4.56M`."""
    if number < 10_000:
        return f"{number:.0f}"
    return f"{number / 1000:.1f}k" if number < 999_950 else f"{number / 1_000_000:.2f}M"
