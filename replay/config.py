"""The configuration of a run: everything that its result depends on, and nothing else.

Jobs, quiet and the form of the output are no part of it: they change no score. Neither are a model's address and key,
limits, prices and tapes.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import orjson

from replay.agents.registry import OPENAI
from replay.buckets import WINDOWS, Window
from replay.closed_sets import one_of
from replay.cutoffs import POLICIES, Policy
from replay.points import SWEEP, SWEPT, Points, beside_main
from vehicle.tools import SchemaForm

SCHEMA_FORMS: tuple[SchemaForm, ...] = get_args(SchemaForm)
VehicleStart = Literal["factory", "carry"]
VEHICLE_STARTS: tuple[VehicleStart, ...] = get_args(VehicleStart)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """What was run; equal configurations give equal runs."""

    source: str
    """As the user named it; not part of the digest, the data's digest is."""
    data_digest: str
    memory: str
    memory_options: Mapping[str, str]
    agent: str
    cutoff: Policy
    """Of the point `main`."""
    points: Points = field(default_factory=Points)
    bucket: Window
    scenarios: Mapping[str, int]
    """How many queries of each scenario are asked, in order; each counts once for every point."""
    seed: int
    depth: int
    vehicle: VehicleStart
    index_lag_us: int = 0
    watch_updates: bool = False
    model: Mapping[str, Any] | None = None
    """What the model's answers depend on; None where neither the memory nor the agent asks one."""
    prompts: str = ""
    """The hash of every prompt that the memory and the agent send to the model."""
    tool_schema: SchemaForm = "plain"
    remember: bool = False
    code_digest: str
    """Of what an outside memory or agent imports (`replay.outside_code`); empty for built-in ones."""
    own_code: str = ""
    """Of Pastlane's own code and prompts: another version may answer otherwise."""
    version: str

    def to_dict(self) -> dict[str, Any]:
        """The content of `config.json`."""
        return {
            "source": self.source,
            "data_digest": self.data_digest,
            "memory": self.memory,
            "memory_options": dict(sorted(self.memory_options.items())),
            "agent": self.agent,
            "cutoff": self.cutoff,
            "points": self.points.to_dict(),
            "bucket": self.bucket,
            "scenarios": dict(self.scenarios),
            "seed": self.seed,
            "depth": self.depth,
            "vehicle": self.vehicle,
            "index_lag_us": self.index_lag_us,
            "watch_updates": self.watch_updates,
            "model": None if self.model is None else dict(self.model),
            "prompts": self.prompts,
            "tool_schema": self.tool_schema,
            "remember": self.remember,
            "code_digest": self.code_digest,
            "own_code": self.own_code,
            "version": self.version,
        }

    @property
    def answerer(self) -> str:
        """Who answers, for the published `model`: the model's name where that is the agent, else the agent's."""
        return self.agent if self.model is None or self.agent != OPENAI else str(self.model["model"])

    @property
    def title(self) -> str:
        """What was run, in a few words: `memory fulltext, agent openai, model NAME, cutoff auto and end`."""
        model = "" if self.model is None else f", model {self.model['model']}"
        beside = ", ".join(beside_main(self.points.to_dict()))
        return f"memory {self.memory}, agent {self.agent}{model}, cutoff {self.cutoff}{beside and f' and {beside}'}"

    def digest(self) -> str:
        """Twelve hex digits that name this configuration."""
        return hashlib.sha256(orjson.dumps(_comparable(self.to_dict()), option=orjson.OPT_SORT_KEYS)).hexdigest()[:12]


def differences(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """What differs between two contents of `config.json`, one line each; none for equal configurations."""
    mine, other = _comparable(ours), _comparable(theirs)
    return [
        f"{key}: {other.get(key)!r} there, {mine.get(key)!r} asked for"
        for key in sorted(mine.keys() | other.keys())
        if mine.get(key) != other.get(key)
    ]


def _comparable(config: Mapping[str, Any]) -> dict[str, Any]:
    # Pairs, since the order of scenarios counts and that of JSON keys does not.
    pairs = [list(pair) for pair in dict(config.get("scenarios", {})).items()]
    return {key: value for key, value in config.items() if key != "source"} | {"scenarios": pairs}


def check_policy(name: str) -> Policy:
    """The cutoff policy of that name.

    Raises:
        InputError: there is none; the known ones are listed.
    """
    return one_of(POLICIES, name, "no cutoff policy is called", f", or {SWEEP}{'|'.join(SWEPT)}")


def check_window(name: str) -> Window:
    """The bucket window of that name.

    Raises:
        InputError: there is none; the known ones are listed.
    """
    return one_of(WINDOWS, name, "no bucket is called")


def check_schema_form(name: str) -> SchemaForm:
    """The form of tool schemas of that name.

    Raises:
        InputError: there is none; the known ones are listed.
    """
    return one_of(SCHEMA_FORMS, name, "no tool schema is called")


def subfolder_of(memory: str) -> str:
    """Where the run of a memory goes in a folder of several memories' runs."""
    return memory.replace("/", "_")
