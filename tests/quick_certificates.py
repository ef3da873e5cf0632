"""Certificates are read once for all tests: nothing here speaks TLS, and each new HTTP client would read them again."""

import functools
import ssl

import pytest

_READ_ONCE = functools.cache(ssl.create_default_context)


def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clients that are made during this test share what verifies servers."""
    monkeypatch.setattr(ssl, "create_default_context", _READ_ONCE)
