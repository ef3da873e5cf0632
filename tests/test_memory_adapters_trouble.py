from types import SimpleNamespace

import httpx2
import pytest

from memory.adapters.trouble import http_trouble

REQUEST = httpx2.Request("POST", "http://127.0.0.1:9/ingest")


def status(code: int, **headers: str) -> httpx2.HTTPStatusError:
    response = httpx2.Response(code, headers=headers, request=REQUEST)
    return httpx2.HTTPStatusError(f"status {code}", request=REQUEST, response=response)


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        *((code, "final") for code in (400, 401, 404, 422)),
        *((code, "again") for code in (408, 429, 500, 503)),
        *((code, "unknown") for code in (504, 524)),
    ],
)
def test_a_status_says_whether_another_attempt_may_fare_better(code: int, outcome: str) -> None:
    assert http_trouble(status(code)).outcome == outcome


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (httpx2.ConnectError("refused"), "again"),
        (httpx2.ConnectTimeout("slow"), "again"),
        (httpx2.ReadTimeout("slow"), "unknown"),
        (httpx2.RemoteProtocolError("cut"), "unknown"),
        (ConnectionResetError("cut"), "unknown"),
        (KeyError("odd"), "final"),
    ],
)
def test_what_was_never_sent_may_be_repeated_and_what_broke_off_is_unknown(error: Exception, outcome: str) -> None:
    assert http_trouble(error).outcome == outcome


def test_the_cause_behind_a_clients_own_error_counts() -> None:
    wrapped = RuntimeError("request failed")
    wrapped.__cause__ = httpx2.ReadTimeout("slow")
    assert http_trouble(wrapped).outcome == "unknown"


@pytest.mark.parametrize(("value", "pause_s"), [("3", 3.0), ("-1", None), ("inf", None), ("soon", None)])
def test_retry_after_is_read_in_seconds(value: str, pause_s: float | None) -> None:
    assert http_trouble(status(429, **{"Retry-After": value})).pause_s == pause_s


def test_headers_of_any_client_are_read() -> None:
    error = RuntimeError("busy")
    error.status_code = 429  # type: ignore[attr-defined]
    error.response = SimpleNamespace(headers={"retry-after": "2"})  # type: ignore[attr-defined]
    assert http_trouble(error).pause_s == 2.0


def test_a_key_that_comes_back_is_blotted_out() -> None:
    assert "hush-hush" not in http_trouble(RuntimeError("bad key hush-hush"), "hush-hush").reason
