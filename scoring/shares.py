"""A part of a whole, where there is a whole."""


def share(part: float, whole: int) -> float | None:
    """`part` over `whole`; None where that is nothing."""
    return part / whole if whole else None
