"""What a query quotes: the words that somebody said, apart from the telling around them."""

import re

_OPEN, _CLOSE = "'\"\u2018\u201c\u300c", "'\"\u2019\u201d\u300d"
_QUOTE = re.compile(rf"(?:(?<=[\s:,(])|^)[{_OPEN}](.{{8,1000}}?)[{_CLOSE}](?=[\s.,;:!?)]|$)", re.DOTALL)
# Eight characters at least: shorter ones are names of things, and apostrophes.


def quoted(query: str) -> str:
    """All that is quoted in a query, in order, with blanks between; empty where nothing is.

    A quote stands in single, double or corner marks, opens after a blank or a colon, and has 8 to 1,000 characters.
    """
    return " ".join(_QUOTE.findall(query))
