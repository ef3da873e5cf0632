"""Judging: a model says which answers in words are right; its prompt is a file here."""

from replay.judging.judge import judge_prompt, judge_turns, judge_with, read_verdict

__all__ = ["judge_prompt", "judge_turns", "judge_with", "read_verdict"]
