"""The state of the car: the factory values with changes on top, never stored, always folded from events.

Only what differs from the factory is kept, so that a copy, a comparison and a score cost what changed and not what
exists.
"""

from collections.abc import Iterable, Iterator, Mapping

from vehicle.errors import UnknownField
from vehicle.schema import Value
from vehicle.settings import FIELDS, is_field

_FACTORY = dict(FIELDS)  # looked into for every change, which a dict answers faster than a view of one

_SHOWN = 80
"""So many characters of an unknown path are told."""


class State:
    """An immutable state. Equal when every field is equal; `State()` is the car as it left the factory."""

    __slots__ = ("_overlay",)

    def __init__(self, changes: Mapping[str, Value] | None = None) -> None:
        """The factory state with these fields changed.

        Raises:
            UnknownField: a path names no setting of the car.
        """
        self._overlay: dict[str, Value] = {}
        if changes:
            _apply(self._overlay, changes.items())

    def value(self, path: str) -> Value:
        """The value of the field.

        Raises:
            UnknownField: the car has no such field, or does not have it yet.
        """
        found = self.get(path)
        if found is None:
            raise UnknownField(_no_field(path))
        return found

    def get(self, path: str) -> Value | None:
        """The value of the field; None where it does not exist (yet)."""
        found = self._overlay.get(path)
        return _FACTORY.get(path) if found is None else found

    def changes(self) -> dict[str, Value]:
        """A copy of every field that differs from the factory, fields that the factory state lacks included."""
        return dict(self._overlay)

    def items(self) -> Iterator[tuple[str, Value]]:
        """Every existing field and its value: the table's fields in its order, then those that came later."""
        for path, factory in FIELDS.items():
            yield path, self._overlay.get(path, factory)
        for path, value in self._overlay.items():
            if path not in FIELDS:
                yield path, value

    @property
    def n_fields(self) -> int:
        """How many fields exist: those of the table and those that came later."""
        return len(_FACTORY) + sum(path not in _FACTORY for path in self._overlay)

    def with_values(self, values: Iterable[tuple[str, Value | None]]) -> "State":
        """This state with the fields set, in order; None takes a field away that the factory state lacks.

        Raises:
            UnknownField: a path names no setting of the car, or a factory field would be taken away.
        """
        new = State()
        new._overlay = dict(self._overlay)
        _apply(new._overlay, values)
        return new

    def __eq__(self, other: object) -> bool:
        """Whether every field is equal."""
        return isinstance(other, State) and self._overlay == other._overlay

    def __hash__(self) -> int:
        """Equal states have equal hashes."""
        return hash(frozenset(self._overlay.items()))

    def __repr__(self) -> str:
        """`State(...)` with what differs from the factory."""
        return f"State({self._overlay!r})" if self._overlay else "State()"


FACTORY = State()
"""The car as it left the factory."""


def diff(a: State, b: State) -> dict[str, tuple[Value | None, Value | None]]:
    """Each field that differs, with its values in `a` and in `b`; None where it does not exist there.

    Costs what either state changed; empty for equal states.
    """
    left, right = a._overlay, b._overlay
    if left == right:
        return {}
    if not left:
        return {path: (_FACTORY.get(path), new) for path, new in right.items()}
    found: dict[str, tuple[Value | None, Value | None]] = {
        path: (left.get(path, _FACTORY.get(path)), new) for path, new in right.items() if left.get(path) != new
    }
    for path, old in left.items():
        if path not in right:
            found[path] = (old, _FACTORY.get(path))
    return found


def _apply(overlay: dict[str, Value], values: Iterable[tuple[str, Value | None]]) -> None:
    """Change the fields in place, keeping factory values out of the overlay."""
    for path, value in values:
        factory = _FACTORY.get(path)
        if value is None:
            if factory is not None:
                raise UnknownField(f"{path} always exists, only fields that came later can be taken away")
            if not is_field(path):
                raise UnknownField(_no_field(path))
            overlay.pop(path, None)
        elif value == factory and type(value) is type(factory):
            overlay.pop(path, None)
        elif factory is not None or is_field(path):
            overlay[path] = value
        else:
            raise UnknownField(_no_field(path))


def _no_field(path: str) -> str:
    module = path.split(".", 1)[0]
    known = [name for name in FIELDS if name.startswith(module + ".")]
    if known:
        return f"no field {path[:_SHOWN]!a} in this state; {module} has {', '.join(known)}"
    return (
        f"no field {path[:_SHOWN]!a}; modules are {', '.join(dict.fromkeys(name.split('.', 1)[0] for name in FIELDS))}"
    )
