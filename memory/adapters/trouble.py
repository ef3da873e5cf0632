"""What an exception of an HTTP client means, whichever client it is.

The systems' clients wrap different HTTP libraries, which all name their errors alike. So an exception is judged by the
status of the answer that it carries, and else by the names of its classes and of those that it was raised from: what
says that nothing was sent may be tried again; whatever else broke after that leaves open whether it was carried out.
"""

from collections.abc import Iterator

from memory.adapters.calling import Trouble
from memory.adapters.secrets import scrubbed

_NOT_SENT = ("connecterror", "connecttimeout", "pooltimeout", "connectionrefused", "newconnection", "clientconnector")
_BROKEN_OFF = ("timeout", "readerror", "writeerror", "protocolerror", "connectionreset", "disconnected", "incomplete")
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503})
_UNKNOWN = frozenset({504, 524})
"""A gateway gave up waiting: the system behind it may still carry the request out."""
_MAX_DEPTH = 8


def http_trouble(exc: Exception, secret: str = "") -> Trouble:
    """What `exc` means for a call that was made with the key `secret`; what nothing is known of is `final`."""
    reason = scrubbed(f"{type(exc).__name__}: {exc}", secret)
    refused = _refused(exc)
    if refused is not None:
        status, cause = refused
        if status in _UNKNOWN:
            return Trouble(outcome="unknown", reason=reason)
        is_passing = status in _AGAIN or status > 504
        return Trouble(outcome="again" if is_passing else "final", reason=reason, pause_s=_asked_pause_s(cause))
    names = [kind.__name__.lower() for cause in _causes(exc) for kind in type(cause).__mro__]
    if any(part in name for name in names for part in _NOT_SENT):
        return Trouble(outcome="again", reason=reason)
    if any(part in name for name in names for part in _BROKEN_OFF):
        return Trouble(outcome="unknown", reason=reason)
    return Trouble(outcome="final", reason=reason)


def http_status(exc: Exception) -> int | None:
    """The status, of 400 and above, of the answer that `exc` or what it was raised from carries; None without one."""
    refused = _refused(exc)
    return None if refused is None else refused[0]


def _refused(exc: Exception) -> tuple[int, BaseException] | None:
    """The first status among `exc` and its causes, and the one that has it."""
    return next(((status, cause) for cause in _causes(exc) if (status := _status(cause)) is not None), None)


def _causes(exc: BaseException) -> Iterator[BaseException]:
    """`exc` and what it was raised from, outermost first."""
    found: BaseException | None = exc
    for _ in range(_MAX_DEPTH):
        if found is None:
            return
        yield found
        found = found.__cause__ or found.__context__


def _status(exc: BaseException) -> int | None:
    for holder in (exc, getattr(exc, "response", None)):
        for name in ("status_code", "status"):
            status = getattr(holder, name, None)
            if isinstance(status, int) and not isinstance(status, bool) and 400 <= status <= 599:
                return int(status)
    return None


def _asked_pause_s(exc: BaseException) -> float | None:
    """The seconds of a Retry-After header; dates are left to the ordinary pause, for nothing here reads a clock."""
    for holder in (exc, getattr(exc, "response", None)):
        headers = getattr(holder, "headers", None)
        if headers is None:
            continue
        try:
            pause_s = float(dict(headers).get("retry-after") or dict(headers).get("Retry-After") or "")
        except (TypeError, ValueError):
            continue
        if 0 <= pause_s < float("inf"):
            return pause_s
    return None
