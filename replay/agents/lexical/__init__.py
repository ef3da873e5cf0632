"""An agent without a model, in small steps: read the scene, read the records, choose setting and value, plan, act."""

from replay.agents.lexical.agent import LexicalAgent

__all__ = ["LexicalAgent"]
