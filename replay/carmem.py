"""CarMem's tasks over the users of a source: what is asked for, and the figures of them all."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from memory.backend import MemoryBackend, Setup
from memory.errors import MemoryPackageError
from memory.near_names import unknown_name
from memory.registry import find_backend
from replay.carmem_source import CarMemScenario, load_carmem_scenarios
from replay.carmem_tasks import TASKS, CarMemRequest, Cases, UserTasks, extracts
from replay.errors import InputError
from replay.findings import Finding, Findings
from replay.models import Models
from scoring.carmem import (
    extraction_figures,
    maintenance_figures,
    out_of_schema_figures,
    retrieval_figures,
)
from scoring.render_carmem import render_carmem


@dataclass(frozen=True, slots=True, kw_only=True)
class CarMemReport:
    """The figures of the tasks that were run."""

    figures: Mapping[str, Any]
    findings: tuple[Finding, ...]
    n_failures: int

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return dict(self.figures)

    def render(self) -> str:
        """The report as text for 80 columns."""
        return render_carmem(self.figures)


def run_carmem(request: CarMemRequest, on_user: Callable[[], None] | None = None) -> CarMemReport:
    """Run the tasks over the selected users; `on_user` hears when one is done.

    With a model, the pass over the whole schema, which nobody published, is left out.

    Raises:
        InputError: the data cannot be read, a name is unknown, or the task is not for a memory without categories.
        RunStopped: the model may not be asked any more.
    """
    if request.task not in TASKS:
        raise InputError(unknown_name("no task is called", request.task, TASKS))
    factory = _checked_memory(request)
    findings = Findings(strict=True)
    users = load_carmem_scenarios(request.path, request.split, findings)
    cases = Cases()
    models = None if request.model is None else Models(request.model)
    try:
        for user in users:
            chat = None if models is None else models.chat(f"carmem:{request.memory}:{user.scenario.id}")
            UserTasks(user, request, factory, chat, cases).run()
            if on_user is not None:
                on_user()
    finally:
        if models is not None:
            models.close()
    return _report(request, cases, tuple(findings), users)


def _checked_memory(request: CarMemRequest) -> Callable[[Setup], MemoryBackend]:
    try:
        factory = find_backend(request.memory)
    except MemoryPackageError as exc:
        raise InputError(str(exc)) from exc
    if extracts(factory):
        try:
            factory(Setup(namespace="trial", options=request.memory_options)).close()
        except MemoryPackageError as exc:
            raise InputError(f"the memory {request.memory!r} cannot be made: {exc}") from exc
    elif request.task in ("extraction", "maintenance"):
        raise InputError(f"{request.memory} extracts no preferences into categories; --task retrieval asks any memory")
    return factory


def _report(
    request: CarMemRequest, cases: Cases, findings: tuple[Finding, ...], users: list[CarMemScenario]
) -> CarMemReport:
    figures: dict[str, Any] = {
        "memory": request.memory,
        "users": len(users),
        "conversations": sum(len(user.stated) for user in users),
        "in_schema": extraction_figures(cases.in_schema) if cases.in_schema else None,
        "whole_schema": extraction_figures(cases.whole_schema) if cases.whole_schema else None,
        "out_of_schema": out_of_schema_figures(cases.out_of_schema) if cases.out_of_schema else None,
        "maintenance": maintenance_figures(cases.maintenance) if cases.maintenance else None,
        "maintenance_given": maintenance_figures(cases.given) if cases.given else None,
        "retrieval": retrieval_figures(cases.turns) if cases.turns else None,
        "retrieval_perfect": _perfectly(cases),
    }
    failed = sum(bool(c.failure) for c in (*cases.in_schema, *cases.whole_schema, *cases.out_of_schema))
    failed += sum(bool(c.failure) for c in (*cases.maintenance, *cases.given))
    failed += sum(turn.failure is not None for turn in cases.turns)
    return CarMemReport(figures=figures, findings=findings, n_failures=failed)


def _perfectly(cases: Cases) -> dict[str, Any] | None:
    """Retrieval on the conversations that were extracted perfectly, as published; None where nothing was extracted."""
    if not cases.turns or not cases.in_schema:
        return None
    return retrieval_figures([turn for turn in cases.turns if turn.query_id in cases.perfect])
