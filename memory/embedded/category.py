"""CarMem's memory: preferences of fixed categories, and of everything else that is said, nothing.

The rule: what is not in the schema is never stored, and a person's opt-out takes a subcategory out of the schema. A
conversation, which ends where half an hour of silence begins, is read once it is over and then dropped; a question in
the middle of one is answered from a throw-away copy that has read it so far.
"""

from collections.abc import Sequence
from contextlib import suppress

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.embedded.category_keeping import Decision, Entries, Keeper, Preference, RuleKeeper
from memory.embedded.category_model import ModelKeeper, ModelReader
from memory.embedded.category_reading import CueReader, Reader
from memory.embedded.category_schema import SCHEMA, Schema
from memory.embedded.category_search import find_entries, near_entries
from memory.embedded.embedder import Embedder
from memory.embedded.forgetting import is_meant, meant_by
from memory.errors import BadOption, ChatFailure
from memory.instants import MINUTE_US
from memory.messages import Batch, Forget, Hit, Message
from memory.options import check_names, read_choice
from memory.position import Position

TALK_GAP_US = 30 * MINUTE_US
"""A longer silence ends a conversation."""


class CategoryMemory(MemoryBackend):
    """Finds stored preferences by their category first, then by their words; an entry names all that said it.

    With a model, preferences are read and kept by its function calls; without one, by cue words and by comparing names
    (English). What was forgotten is dropped with the preferences that it revealed; what those had replaced holds again.

    Options: `opt_out`, subcategories of which nothing is remembered, such as `Restaurant,Music` (default: none);
    `similar`, `words` or `vectors` (default `words`): what ranks the entries; `vectors`, as published, compares the
    meaning of a query with that of category, value and sentence, and needs the extra `semantic`.
    """

    capabilities = Capabilities(verbatim=False, forgets=True)

    def __init__(self, setup: Setup) -> None:
        """Nothing stored.

        Raises:
            BadOption: an option is unknown, or opts out of something that is no subcategory.
            MissingExtra: vectors are wanted, and the packages of the extra are not installed.
        """
        check_names(setup.options, ("opt_out", "similar"))
        self.schema: Schema = _bounded(setup.options.get("opt_out", ""))
        self._reader: Reader = CueReader() if setup.chat is None else ModelReader(setup.chat)
        self._keeper: Keeper = RuleKeeper() if setup.chat is None else ModelKeeper(setup.chat)
        wants_vectors = read_choice(setup.options, "similar", ("words", "vectors")) == "vectors"
        self._embedder = Embedder("category", "") if wants_vectors else None
        self._talks: list[list[Message]] = []
        """What was not read yet; all but the last conversation are over."""
        self._read: list[tuple[int, Preference, Decision]] = []
        self._n_read = 0
        self._entries = Entries()
        self._passing: tuple[int, Position | None, Entries] | None = None
        """The last throw-away copy, with the length of the open conversation and the instant that it was made for."""

    def ingest(self, batch: Batch) -> None:
        """Collect, and read the conversations that are over by then; one that the model does not read is read later."""
        talks, n_before = list(self._talks), len(self._talks)
        for message in batch.messages:
            if talks and message.position.at_us - talks[-1][-1].position.at_us <= TALK_GAP_US:
                talks[-1] = [*talks[-1], message]
            else:
                talks.append([message])
        self._talks = talks
        if len(talks) == n_before:
            return  # a model that fails is not asked again for each message
        # Not when somebody asks: what is kept, and what it took, would depend on that.
        with suppress(ChatFailure):
            self._catch_up()

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Up to `limit` entries that have to do with the query, best first; ties: newer first.

        Raises:
            ChatFailure: the model did not bring the entries up to date.
        """
        if limit <= 0:
            return []
        entries = self.stored(now).entries
        found = find_entries(query, entries) if self._embedder is None else near_entries(query, entries, self._embedder)
        return [
            Hit(text=entry.line, score=score, message_ids=entry.message_ids, at_us=entry.said[-1].at_us)
            for score, entry in found[:limit]
        ]

    def tick(self, now: Position) -> None:
        """Read the conversations that are over.

        Raises:
            ChatFailure: the model did not; it is asked again the next time.
        """
        self._catch_up()

    def forget(self, request: Forget, now: Position) -> None:
        """Drop what the request means (see `memory.embedded.forgetting`), and every preference that it revealed.

        Conversations that are over are read first: of those, a request in words means preferences.

        Raises:
            ChatFailure: the model did not read them; nothing is dropped.
        """
        self._catch_up()
        meant = meant_by(request)

        def stays(speaker: str, text: str, ids: Sequence[str]) -> bool:
            return not is_meant(meant, message_ids=ids, speakers=(speaker,), text=text)

        talks = ([m for m in talk if stays(m.speaker, m.text, (m.id,))] for talk in self._talks)
        self._talks = [talk for talk in talks if talk]
        self._read = [
            row for row in self._read if stays(row[1].person, f"{row[1].wish} {row[1].text}", row[1].message_ids)
        ]
        self._passing = None
        self._entries = Entries()
        for number, preference, decision in self._read:
            self._entries = self._entries.with_one(number, preference, decision)

    def stored_bytes(self) -> int:
        """The size of all entries and of what was not read yet."""
        texts = [entry.line for entry in self._entries.entries]
        texts += [message.text for talk in self._talks for message in talk]
        return sum(len(text.encode("utf-8", "replace")) for text in texts)

    def stored(self, now: Position | None = None) -> Entries:
        """All entries as of what was ingested, the open conversation included; asking changes nothing.

        All who ask at one instant, `now`, see the same copy.

        Raises:
            ChatFailure: the model did not bring them up to date.
        """
        self._catch_up()
        if not self._talks:
            return self._entries
        talk = self._talks[-1]
        if self._passing is None or self._passing[:2] != (len(talk), now):
            entries, _ = self._kept(self._entries, self._n_read, self.extract(talk))
            self._passing = (len(talk), now, entries)
        return self._passing[2]

    def extract(self, messages: Sequence[Message], schema: Schema | None = None) -> list[Preference]:
        """What a conversation reveals within `schema`, the memory's own where none is given; nothing is stored.

        Raises:
            ChatFailure: the model did not read it.
        """
        return self._reader.read(messages, self.schema if schema is None else schema)

    def decide(self, new: Preference) -> Decision:
        """What would become of a preference that was read now; nothing is stored.

        Raises:
            ChatFailure: the model did not decide, or did not bring the entries up to date.
        """
        return self._keeper.decide(self.stored().of(new.person, new.detail), new)

    def _catch_up(self) -> None:
        """Read the conversations that are over, one after the other; where one fails, those before it are kept."""
        while len(self._talks) > 1:
            entries, rows = self._kept(self._entries, self._n_read, self.extract(self._talks[0]))
            self._entries = entries
            self._read += rows
            self._n_read += len(rows)
            self._talks = self._talks[1:]
            self._passing = None

    def _kept(
        self, entries: Entries, first: int, heard: Sequence[Preference]
    ) -> tuple[Entries, list[tuple[int, Preference, Decision]]]:
        """The entries after what was heard, and each decision with its number, from `first` on."""
        rows: list[tuple[int, Preference, Decision]] = []
        for number, new in enumerate(heard, first):
            decision = self._keeper.decide(entries.of(new.person, new.detail), new)
            entries = entries.with_one(number, new, decision)
            rows.append((number, new, decision))
        return entries, rows


def _bounded(opt_out: str) -> Schema:
    schema = SCHEMA
    known = {sub.casefold(): sub for sub in SCHEMA.subs}
    for name in filter(None, (part.strip() for part in opt_out.split(","))):
        if name.casefold() not in known:
            raise BadOption(f"option 'opt_out' names {name!r}, which is none of {', '.join(SCHEMA.subs)}")
        schema = schema.without_sub(known[name.casefold()])
    return schema
