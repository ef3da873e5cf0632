"""Seeded timelines with known truth: who wanted what, when it changed, and what was to be forgotten."""

from replay.generating.request import GenerateRequest, Shares
from replay.generating.story import generate
from replay.generating.writing import write_timelines

__all__ = ["GenerateRequest", "Shares", "generate", "write_timelines"]
