"""Memories that run inside the process and need no key."""
