"""A table of texts, so that what many hits say stands in the report once."""


class TextTable:
    """Gives each text a number, the same one to equal texts."""

    def __init__(self) -> None:
        """No text yet."""
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The place of `text` in the table, from 0; new texts go to its end."""
        return self._numbers.setdefault(text, len(self._numbers))

    def texts(self) -> list[str]:
        """All texts, in the order of their numbers."""
        return list(self._numbers)
