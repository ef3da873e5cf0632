"""Single numbers as text for people, in as few characters as they bear."""


def percent(rate: float | None) -> str:
    """A rate between 0 and 1 as a percentage with one decimal; `-` for None."""
    return "-" if rate is None else f"{100 * rate:.1f}%"


def one_decimal(number: float | None) -> str:
    """A number with one decimal; `-` for None."""
    return "-" if number is None else f"{number:.1f}"


def signed(number: float, digits: int) -> str:
    """The number with its sign; what is rounded to 0 is +0, whatever side it came from."""
    return f"{round(number, digits) + 0.0:+.{digits}f}"


def tight(rate: float | None) -> str:
    """As `percent`, and `100%` for all, so that a table of many columns keeps its headings."""
    return "100%" if rate is not None and rate >= 0.9995 else percent(rate)


def short(number: float) -> str:
    """A count in at most six characters: `950`, `12.3k`, `4.56M`."""
    if number < 10_000:
        return f"{number:.0f}"
    return f"{number / 1000:.1f}k" if number < 999_950 else f"{number / 1_000_000:.2f}M"
