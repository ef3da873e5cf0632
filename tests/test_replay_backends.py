from dataclasses import replace
from typing import get_args

import pytest

from memory.adapters.adapter import Adapter, Tried
from memory.backend import Capabilities
from memory.registry import BUILT_IN
from replay.backends import BackendRow, list_backends, one_backend, show_backends
from replay.errors import InputError
from scoring.render_backends import render_backend


def test_every_built_in_memory_has_a_row_with_what_it_can_do() -> None:
    rows = {row.name: row for row in list_backends()}
    assert list(rows)[: len(BUILT_IN)] == list(BUILT_IN)
    able = rows["fulltext"].capabilities
    assert able is not None
    assert (able.source_ids, able.verbatim, able.forgets, able.served) == (True, True, True, False)
    assert "--model" in rows["summary"].note


def test_an_adapter_that_cannot_be_used_here_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Adapter(
        target="memory.adapters.far:FarMemory",
        packages=("no_such_package",),
        extra="far",
        capabilities=Capabilities(served=True, waits=True),
        tried="imitated",
        note="keeps a clock of its own",
    )
    monkeypatch.setattr("replay.backends.ADAPTERS", {"far": row})
    (far,) = (row for row in list_backends() if row.name == "far")
    assert far.to_dict()["ready"] is False
    shown = show_backends([far])
    assert "imitated" in shown
    assert "far: pip install '.[far]' in the checkout" in shown
    alone = render_backend(far.to_dict())
    assert "can         source ids, verbatim, simulated time, waits, served" in alone
    assert "keeps a clock of its own" in alone


def test_the_table_fits_80_columns_above_its_notes() -> None:
    table = [line for line in show_backends(list_backends()).splitlines() if ": " not in line]
    assert max(map(len, table)) <= 80
    assert not any("…" in line for line in table)
    alone = [line for row in list_backends() for line in render_backend(row.to_dict()).splitlines()]
    assert max(map(len, alone)) <= 80


def test_what_the_columns_mean_stands_between_the_table_and_what_is_to_install() -> None:
    far = BackendRow(name="far", capabilities=Capabilities(), tried="own", needs="pip install far")
    table, legend, install = show_backends([far]).split("\n\n")
    heads = {"ids", "verbatim", "forgets", "told time", "waits", "restart", "served", "tried", "ready"}
    words = " ".join(legend.split())
    assert all(head in words for head in heads | {f"{kind} (" for kind in (*get_args(Tried), "own")})
    assert max(map(len, legend.splitlines())) <= 80
    assert "far" in table
    assert install == "far: pip install far\n"
    ready = show_backends([replace(far, needs="")])
    assert ready.endswith(f"\n\n{legend}\n")


def test_a_name_that_no_memory_has_lists_those_that_there_are() -> None:
    with pytest.raises(InputError, match=r"'fultext'.*fulltext"):
        one_backend("fultext")
