"""The order in which the records and queries of a scenario have their turns.

The rule: by position, and at one position the record that a query may see before the query; what lies behind the last
query is never touched. Under an index lag what concerns the memory, messages and requests to forget, has its turn that
much later; commands and queries do not.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from operator import itemgetter

from memory.messages import Message
from memory.position import Position, due, is_visible
from replay.scenario import TimedQuery
from replay.timeline import ForgetAsked, LoggedCommand, Record

Turns = Iterator[tuple[Position, Record | TimedQuery]]


def agenda(records: Sequence[Record], queries: Iterable[TimedQuery], lag_us: int = 0) -> Turns:
    """Records and queries, each with its turn, up to the last query; nothing where there are no queries.

    `records` are in the order of their positions, `queries` in that of their cutoffs; queries of one cutoff keep the
    order in which they are given.
    """
    those = _records(records, lag_us)
    pending = next(those, None)
    for timed in queries:
        while pending is not None and is_visible(pending[0], timed.cutoff):
            yield pending
            pending = next(those, None)
        yield timed.cutoff, timed


def turn_of(record: Message | ForgetAsked, lag_us: int) -> Position:
    """Where the turn of what concerns the memory comes."""
    return due(record.position, lag_us)


def _records(records: Sequence[Record], lag_us: int) -> Iterator[tuple[Position, Record]]:
    """The records in the order of their turns: those that the lag delays, merged with the others."""
    if not lag_us:
        return ((record.position, record) for record in records)
    on_time = ((record.position, record) for record in records if isinstance(record, LoggedCommand))
    delayed = ((turn_of(record, lag_us), record) for record in records if not isinstance(record, LoggedCommand))
    return merge(on_time, delayed, key=itemgetter(0))
