"""What is wrong with a record of another's, in one line, whichever shape it was to have."""

from pydantic import ValidationError


def first_fault(exc: ValidationError, whole: str = "") -> str:
    """The first place that is wrong, and why: `points.0: Field required`; nothing of what stands there is shown.

    `whole` is what the place is called where all of it is wrong; without it the reason stands alone.
    """
    first = exc.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"])) or whole
    return f"{where}: {first['msg']}" if where else first["msg"]
