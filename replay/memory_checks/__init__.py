"""The contract of a memory as checks: one file a group, one small function a check.

A check returns when the memory keeps the promise that its docstring states, with a note or the empty text, and raises
one of `replay.memory_checks.errors` when it does not. Its docstring's first line is what the report says of it.
"""
