"""A guess, and its text: a map in TOML, with what is left to say and what the first rows become as comments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory.nesting import DEEPEST
from replay.importing.date_patterns import ORDER_WORDS, Order, Told
from replay.importing.guess_fields import Column
from replay.importing.guess_people import look_like_names, may_be_names
from replay.importing.guess_tools import SeenTools
from replay.importing.mapping import ImportMap
from replay.importing.problems import NO_UTF8
from replay.importing.rows import Entry
from replay.importing.toml_text import key_of, quoted, table_lines
from scoring.plain_text import counted, cut_line
from vehicle.commands import plain_value

N_COMPLAINTS = 6
_MOST_NAMES = 8
_WIDEST = 60
_SAMPLE = 30
_LINE = 110


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """A proposal."""

    map: ImportMap
    columns: Mapping[str, str]
    """Those of the map's columns that are to be written: what the log has."""
    lacks: tuple[str, ...] = ()
    """What a person has to say before the map can be used, in words; empty where it can."""
    told: Told | None = None
    """How times are written, where that is no format with a name."""
    orders: tuple[Order, ...] = ()
    """How the dates of a chat export may be read, where nothing tells which."""
    unused: tuple[Column, ...] = ()
    """The fields that no column of the map is."""
    tools: SeenTools
    """The calls of tools that are none of the car's."""
    people: tuple[str, ...] = ()
    """Who speaks in the rows looked at and is not known to be the assistant, in the order of the rows."""
    has_unnamed: bool = False
    """Whether rows without a speaker are among them."""
    knows_sides: bool = True
    """Whether something says which rows are the assistant's."""
    preview: tuple[Entry, ...] = ()
    """What the first rows become; nothing where the map is incomplete."""
    complaints: tuple[str, ...] = ()
    """What the map makes of rows that do not fit it."""
    doubts: Mapping[str, int] = field(default_factory=dict)
    """What the map makes of rows and is perhaps not meant, in words, with how often."""
    n_rows: int
    """How many rows were looked at."""
    n_bad: int = 0
    """How many rows that stand there cannot be read or do not fit the map; the first of them are told."""
    time_format: str = "%d/%m/%Y %H:%M"
    """What the format of times may look like, where no field was found for them."""
    n_naive: int = 0
    """How many of their times have no offset."""
    zone_remark: str = ""
    """What to know of the zone."""
    car: tuple[str, tuple[str, ...]] | None = None
    """The field that may tell cars apart, where several people speak, with some of its values."""

    def render(self) -> str:
        """A map in TOML, with the preview as comments below, so that the whole is a map, too.

        An incomplete one says so on top, and holds what could be told.
        """
        map_ = self.map
        first = "row" if self.n_rows == 1 else f"{self.n_rows} rows"
        rows = f" from the first {first}" if self.n_rows else ""
        bad = f"; {counted(self.n_bad, 'bad row is', 'bad rows are')} told below" if self.n_bad else ""
        lines = [f"# proposed{rows}{bad}; look it over"]
        lines += [f"# LOOK: {count} {what}" for what, count in self.doubts.items()]
        lines += [f"# LOOK: {what}" for what in self._looks()]
        lines += [f"# INCOMPLETE: {what}" for what in self.lacks]
        lines += [f"format = {quoted(str(map_.format))}", "", "[columns]"]
        lines += [f"{name} = {quoted(path)}" for name, path in self.columns.items()]
        lines += [f'# {name} = "?"' for name in ("time", "text") if name not in self.columns]
        lines += [
            "",
            "[time]",
            *_time_lines(self),
            *_side_lines(self),
            *table_lines("changes", map_.changes),
            *_scenario_lines(self),
            *(line for name in ("csv", "pseudonyms") for line in _given_lines(map_, name)),
            "",
            "[probes]",
            *_probe_lines(self),
        ]
        lines += _tool_lines(map_)
        lines += self.tools.forget_lines()
        if self.columns.get("messages") and not self.columns.get("conversation"):
            lines += ["", "# no conversation is named: what is sent again in a later row counts each time"]
        for block in (_unused_lines(self.unused, self._likely_speaker()), self.tools.lines(), _table(self.preview)):
            lines += ["", *(f"# {line}".rstrip() for line in block)] if block else []
        lines += [f"# {complaint}" for complaint in self.complaints[:N_COMPLAINTS]]
        return "\n".join(map(_printable, lines)) + "\n"

    def _looks(self) -> list[str]:
        """What is perhaps wrong with the file, or not seen in it."""
        found = [complaint for complaint in self.complaints if NO_UTF8 in complaint][:1]
        column = self._likely_speaker()
        if column is not None:
            either = "[columns] speaker, or role, with [roles], may name it"
            found.append(f"nothing says who speaks; perhaps {column.path!r} does: {either}")
        return found

    def _likely_speaker(self) -> Column | None:
        """The one field that may hold names, where no column says who speaks."""
        if not {"speaker", "person", "role"}.isdisjoint(self.columns):
            return None
        likely = [column for column in self.unused if may_be_names(column)]
        return likely[0] if len(likely) == 1 else None


def _printable(line: str) -> str:
    """The line, without the signs that TOML does not take in comments; in strings they are escaped already."""
    return line if line.isprintable() else "".join(sign if sign.isprintable() else "?" for sign in line)


def _time_lines(guess: Guess) -> list[str]:
    time = guess.map.time
    lines = []
    if time.format is not None:
        why = f"  # {guess.told.why}" if guess.told is not None and guess.told.why else ""
        lines.append(f"format = {quoted(time.format)}{why}")
    elif guess.told is not None and len(guess.told.patterns) > 1:
        lines += [
            f"# format = {quoted(pattern)}  # {ORDER_WORDS[order]}" for order, pattern in guess.told.patterns.items()
        ]
    elif "time" not in guess.columns:
        lines.append(f"# format = {quoted(guess.time_format)}")
    if time.order is not None:
        lines.append(f"order = {quoted(time.order)}")
    lines += [f"# order = {quoted(order)}  # {ORDER_WORDS[order]}" for order in guess.orders]
    remark = guess.zone_remark or ("times without an offset are read in it: is it the right one?" * bool(guess.n_naive))
    return [*lines, f"zone = {quoted(time.zone)}{f'  # {remark}' if remark else ''}"]


def _scenario_lines(guess: Guess) -> list[str]:
    """The field by which the log may be several timelines, as a comment; what was given, as it was given."""
    given = _given_lines(guess.map, "scenario")
    if guess.map.scenario.column or guess.car is None:
        return given
    path, values = guess.car
    head = "# several people speak: where they share no car, a timeline for each value of a field"
    some = ", ".join(quoted(cut_line(value, _SAMPLE)) for value in values)
    return [*(given or ["", "# [scenario]"]), head, f"# column = {quoted(path)}  # {some}"]


def _side_lines(guess: Guess) -> list[str]:
    """Who is the assistant, where that is no usual word; where nothing tells, as a comment whom there is to choose."""
    map_ = guess.map
    lines = table_lines("roles", map_.roles) + _given_lines(map_, "speakers")
    if not map_.speakers.assistants and guess.people and not guess.knows_sides:
        unnamed = ("",) if guess.has_unnamed else ()
        names = ", ".join(map(quoted, (*guess.people[:_MOST_NAMES], *unnamed)))
        empty = '; "" is who speaks in rows without a speaker' if unnamed else ""
        lines += ["", f"# [speakers]  # nobody is known to be the assistant: leave in whoever is{empty}"]
        lines += [f"# assistants = [{names}]"]
    return lines


def _given_lines(map_: ImportMap, part: str) -> list[str]:
    """A part of the map as it is, without what goes without saying."""
    return table_lines(part, map_.model_dump(exclude_defaults=True).get(part, {}))


def _tool_lines(map_: ImportMap) -> list[str]:
    """What is known of tools: those with a name alone in one table, and a block for each of the others."""
    tools = map_.model_dump(exclude_defaults=True).get("tools", {})
    lines = table_lines("tools", {name: rule for name, rule in tools.items() if isinstance(rule, str)})
    blocks = (table_lines(f"tools.{key_of(name)}", rule) for name, rule in tools.items() if not isinstance(rule, str))
    return [*lines, *(line for block in blocks for line in block)]


def _probe_lines(guess: Guess) -> list[str]:
    given = guess.map.probes.name_speaker
    if given is not None:
        return [f"name_speaker = {str(given).lower()}"]
    if len(guess.people) - (not guess.knows_sides) > 1:  # the assistant may be one of them
        return ["name_speaker = true  # queries begin with who asks: several people speak, and `my` means one of them"]
    return ["# name_speaker = true  # queries begin with who asks; so they do where two or more named people speak"]


def _unused_lines(unused: Sequence[Column], told: Column | None) -> list[str]:
    """The fields that nothing was made of, each with a value; `told` is one that was spoken of before."""
    if not unused:
        return []
    names = [f"{column.path} ({cut_line(repr(plain_value(column.values[0], DEEPEST)), _SAMPLE)})" for column in unused]
    lines = ["not used:"]
    for name in names:
        if len(lines[-1]) + len(name) > _LINE:
            lines.append(" ")
        lines[-1] += f" {name}" if lines[-1].endswith((":", " ")) else f", {name}"
    people = [column.path for column in unused if look_like_names(column) and column is not told]
    if people:
        either = "perhaps names of people ([columns] speaker), or roles ([columns] role, with [roles])"
        lines.append(f"{either}: {', '.join(people)}")
    return lines


def _table(entries: Sequence[Entry]) -> list[str]:
    if not entries:
        return []
    rows = [("at", "speaker", "role", "text")]
    for entry in entries:
        calls = "; ".join(call.command.name for call in entry.calls)
        done = calls or (entry.change if entry.change != "new" else "")
        text = " ".join((entry.text or f"({done})").split())
        rows.append((entry.at.isoformat(), cut_line(entry.speaker, 20), entry.role, cut_line(text, _WIDEST)))
    widths = [max(len(row[number]) for row in rows) for number in range(3)]
    return ["  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3])) for row in rows]
