"""The loader for CarMem (arXiv 2501.09645): JSON Lines, one user a line, ten conversations each, and no dates at all.

A user is a scenario, named by its number in the file. Conversations are placed one a day, in the order of the file, and
every question is asked a day after the last of them; a finding says so. A question's evidence is the conversation that
reveals its preference, and `among` is how many preferences of its subcategory the user has, as CarMem's top-n wants it.
The maintenance utterances stand beside the questions, with the same cutoff and evidence: a store is judged by them, no
replay asks them. What the file says of a preference (category, attribute, how clearly it is stated, where) reaches no
memory.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from memory.embedded.category_schema import SCHEMA
from memory.instants import DAY_US, HOUR_US, MINUTE_US
from memory.position import Position
from replay.dataset import Dataset, Selection, SourceDigest
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.carmem_users import KINDS, CarMemItem, CarMemUser, Turn, Utterance
from replay.loaders.checked import Checker, ForeignRecord, lines_of
from replay.scenario import Query, Scenario
from replay.timeline import MessageDraft, build_timeline
from scoring.carmem import right_action
from scoring.plain_text import counted
from scoring.records import Gold, Origin, Preference

ZONE = "UTC"
FIRST_US = 1_736_150_400_000_000
"""When the first conversation is placed: 2025-01-06 08:00 UTC, a Monday; any day would do."""
_TURN_US = 20_000_000
_LONGEST_US = HOUR_US // 2 - MINUTE_US
"""A conversation stays below half an hour, so that it is one session."""
USER, ASSISTANT = "User", "Assistant"
"""The speakers; the file names nobody."""
MAINTENANCE = "maintenance/"
"""How the reasoning type of a maintenance utterance begins, before its kind: `maintenance/negate`."""
_ROLES = {"USER": ("user", USER), "ASSISTANT": ("assistant", ASSISTANT)}


class _Maintenance(ForeignRecord):
    question_equal_preference: str
    question_negate_preference: str
    question_different_preference: str
    different_attribute: str


class _Conversation(ForeignRecord):
    conversation_uuid: str
    user_uuid: Any = None
    user_preference: str
    extraction_conversation: list[Any]
    next_conversation_question: str
    maintenance_questions: dict[str, Any]
    meta_info: Any = None
    preference_string_in_conversation: Any = None
    preference_string_in_user_sentences: Any = None


class _User(ForeignRecord):
    user_uuid: str = Field(min_length=1)
    user_profile: Any = None
    user_conversation_style: Any = None
    car_location_city: Any = None
    user_preferences: list[Any] = Field(default_factory=list)
    data: list[Any]


def load_carmem(path: Path, selection: Selection, findings: Findings) -> Dataset:
    """The users of a `.jsonl` file, or of every such file in a folder, each a scenario named by its number from 1.

    Raises:
        InputError: there is no such file, a selected user is not in it, or (strict) something cannot be read.
    """
    digest = SourceDigest()
    users = read_users(path, selection, findings, digest)
    return Dataset(scenarios=tuple(map(scenario_of, users)), digest=digest.hex())


def read_users(path: Path, selection: Selection, findings: Findings, digest: SourceDigest) -> list[CarMemUser]:
    """The selected users with everything that the file says of them, by number; raises as `load_carmem`."""
    lines = {str(number): line for number, line in enumerate(lines_of(path, digest, findings), start=1)}
    if not lines:
        raise InputError(f"{path}: there is no user in it")
    picked = selection.pick(lines)
    reader = _Reader(findings)
    return [user for name in picked if (user := reader.read(int(name), *lines[name])) is not None]


def scenario_of(user: CarMemUser) -> Scenario:
    """The user's conversations, one a day, and what is asked and judged a day after the last one."""
    drafts = [
        MessageDraft(
            at_us=at_us,
            speaker=turn.speaker,
            role=turn.role,
            text=turn.text,
            label=f"{item.place}/{number}",
            session=str(item.place),
        )
        for item in user.items
        for number, (at_us, turn) in enumerate(_placed(item))
    ]
    numbered = build_timeline(drafts)
    last = max((item.place for item in user.items), default=-1)
    cutoff = Position(FIRST_US + (last + 1) * DAY_US, 0)
    said = {item.place: tuple(numbered.ids[f"{item.place}/{n}"] for n in range(len(item.turns))) for item in user.items}
    asked = ((item.question, _asked(user, item, said[item.place]), item.place) for item in user.items)
    uttered = [(item, utterance) for item in user.items for utterance in item.utterances]
    judged = (
        (utterance.text, _maintained(item, utterance, said[item.place]), last + 1 + number)
        for number, (item, utterance) in enumerate(uttered)
    )
    return Scenario(
        id=str(user.number),
        zone=ZONE,
        people=(USER,),
        timeline=numbered.timeline,
        queries=_queries(asked, user.file, cutoff),
        maintenance=_queries(judged, user.file, cutoff),
        sessions=numbered.sessions,
    )


def _queries(golds: Iterable[tuple[str, Gold, int]], file: str, cutoff: Position) -> tuple[Query, ...]:
    """Queries of these texts, with what is right and where they stand in the file."""
    return tuple(
        Query(
            index=index,
            text=text,
            gold=gold,
            origin=Origin(source_file=file, event_index=place),
            cutoff=cutoff,
        )
        for index, (text, gold, place) in enumerate(golds)
    )


def _asked(user: CarMemUser, item: CarMemItem, said: Sequence[str]) -> Gold:
    """What the question of a conversation should bring back."""
    return Gold(
        commands=(),
        expects_commands=False,
        reasoning_type=item.sub,
        evidence_ids=tuple(said),
        among=user.n_in_sub(item.sub),
        preference=Preference(main=item.main, sub=item.sub, detail=item.detail, attribute=item.attribute),
    )


def _maintained(item: CarMemItem, utterance: Utterance, said: Sequence[str]) -> Gold:
    """What should become of the preference that a conversation stated, after an utterance that is not kept."""
    known = SCHEMA.find(item.detail)
    return Gold(
        commands=(),
        expects_commands=False,
        reasoning_type=f"{MAINTENANCE}{utterance.kind}",
        evidence_ids=tuple(said),
        preference=Preference(main=item.main, sub=item.sub, detail=item.detail, attribute=utterance.attribute),
        maintenance=right_action(utterance.kind, "one" if known is None else known.holds),
    )


def _placed(item: CarMemItem) -> Iterator[tuple[int, Turn]]:
    begin_us = FIRST_US + item.place * DAY_US
    step_us = min(_TURN_US, _LONGEST_US // max(1, len(item.turns)))
    return ((begin_us + number * step_us, turn) for number, turn in enumerate(item.turns))


class _Reader:
    """Reads users, one after the other, and says what is odd about them."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._tell = findings.add
        self._checker = Checker(findings)
        self._users: set[str] = set()
        self._conversations: set[str] = set()
        self._is_dated_told = False

    def read(self, number: int, file: str, line: int, text: str) -> CarMemUser | None:
        item = f"line {line}"
        user = self._checker.line(_User, text, file, item)
        if user is None:
            return None
        if user.user_uuid in self._users:
            self._tell("duplicate_line", "warning", file, item, f"a second user with the user_uuid {user.user_uuid!r}")
        self._users.add(user.user_uuid)
        found = (self._item(place, entry, user, file, f"{item}: data {place}") for place, entry in enumerate(user.data))
        items = tuple(one for one in found if one is not None)
        if not items:
            self._tell("empty_session", "warning", file, item, "the user has no conversation that can be used")
        self._compare(user, items, file, item)
        unsaid = sum(not one.is_named for one in items)
        if unsaid:
            of = f"{unsaid} of {counted(len(items), 'conversation')}"
            message = f"the attribute is not named in so many words in {of}"
            self._tell("doubtful_evidence", "note", file, item, message)
        if not self._is_dated_told:
            self._is_dated_told = True
            message = "no dates: conversations are placed one a day in the order of the file, questions a day later"
            self._tell("no_clock_time", "note", file, "", message)
        return CarMemUser(number=number, file=file, items=items)

    def _item(self, place: int, entry: object, user: _User, file: str, item: str) -> CarMemItem | None:
        record = self._checker.record(_Conversation, entry, file, item, "unreadable_query")
        if record is None:
            return None
        parts = [part.strip() for part in record.user_preference.split(";")]
        if len(parts) != 4 or not all(parts):
            message = f"user_preference: 'Main; Sub; Detail; Attribute' is wanted, not {record.user_preference[:60]!r}"
            self._findings.unreadable("unreadable_query", file, item, message)
            return None
        questions = f"{item}: maintenance_questions"
        asked = self._checker.record(_Maintenance, record.maintenance_questions, file, questions, "unreadable_query")
        turns = tuple(self._turns(record.extraction_conversation, file, item))
        if not turns:
            self._tell("empty_session", "warning", file, item, "nothing is said in the conversation")
        if record.conversation_uuid in self._conversations:
            message = f"a second conversation with the conversation_uuid {record.conversation_uuid!r}"
            self._tell("duplicate_line", "warning", file, item, message)
        self._conversations.add(record.conversation_uuid)
        if record.user_uuid is not None and record.user_uuid != user.user_uuid:
            self._tell("unreadable_line", "warning", file, item, f"the user_uuid is another one: {record.user_uuid!r}")
        if not record.next_conversation_question.strip():
            self._tell("empty_message", "warning", file, item, "the next_conversation_question is empty")
        main, sub, detail, attribute = parts
        self._look_up(main, sub, detail, attribute, file, item)
        return CarMemItem(
            place=place,
            main=main,
            sub=sub,
            detail=detail,
            attribute=attribute,
            turns=turns,
            question=record.next_conversation_question,
            utterances=() if asked is None else tuple(self._utterances(asked, detail, attribute, file, item)),
        )

    def _turns(self, entries: list[Any], file: str, item: str) -> Iterator[Turn]:
        for number, entry in enumerate(entries):
            where = f"{item}: turn {number}"
            pairs = list(entry.items()) if isinstance(entry, dict) else []
            if len(pairs) != 1 or pairs[0][0] not in _ROLES or not isinstance(pairs[0][1], str):
                self._findings.unreadable("unreadable_line", file, where, "{USER: text} or {ASSISTANT: text} is wanted")
                continue
            role, speaker = _ROLES[pairs[0][0]]
            if not pairs[0][1].strip():
                self._tell("empty_message", "warning", file, where, f"{speaker} says nothing")
            yield Turn(role=role, speaker=speaker, text=pairs[0][1])

    def _utterances(
        self, asked: _Maintenance, detail: str, attribute: str, file: str, item: str
    ) -> Iterator[Utterance]:
        known = SCHEMA.find(detail)
        other = asked.different_attribute.strip()
        if known is not None and other not in known.attributes:
            self._tell(
                "unknown_reasoning_type", "note", file, item, f"different_attribute: {other!r} is not in the schema"
            )
        if other.casefold() == attribute.casefold():
            message = f"different_attribute is the attribute itself, {attribute!r}: what is right is not known"
            self._tell("unreadable_query", "warning", file, item, message)
        texts = (
            asked.question_equal_preference,
            asked.question_negate_preference,
            asked.question_different_preference,
        )
        for kind, text, meant in zip(KINDS, texts, (attribute, attribute, other), strict=True):
            if not text.strip():
                self._tell("empty_message", "warning", file, item, f"the maintenance utterance {kind!r} is empty")
            yield Utterance(kind=kind, text=text, attribute=meant)

    def _look_up(self, main: str, sub: str, detail: str, attribute: str, file: str, item: str) -> None:
        known = SCHEMA.find(detail)
        if known is None or (known.main, known.sub) != (main, sub):
            message = f"{main}; {sub}; {detail} is no category of the schema"
            self._tell("unknown_reasoning_type", "warning", file, item, message)
        elif attribute not in known.attributes:
            self._tell(
                "unknown_reasoning_type", "note", file, item, f"the attribute {attribute!r} is not in the schema"
            )

    def _compare(self, user: _User, items: tuple[CarMemItem, ...], file: str, item: str) -> None:
        """The list of preferences says again what the conversations say, or ought to."""
        names = ("Main Category", "Subcategory", "Detail Category", "Attributes")
        listed = {tuple(str(p.get(n, "")).strip() for n in names) for p in user.user_preferences if isinstance(p, dict)}
        stated = {(one.main, one.sub, one.detail, one.attribute) for one in items}
        if user.user_preferences and listed != stated:
            either = counted(len(listed ^ stated), "preference is", "preferences are")
            message = f"{either} listed or stated, but not both; those stated count"
            self._tell("unmatched_evidence", "warning", file, item, message)
