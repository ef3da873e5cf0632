"""One request to a memory's server and its whole answer, bounded in size and in time.

The rule: `within_s` is for all of it, from the connection to the answer's last byte. A read time-out starts anew with
every byte, so a server that sends one a second would never be late; a timer that shuts the socket ends that.
"""

from collections.abc import Mapping
from dataclasses import replace
from socket import SHUT_RDWR, socket
from threading import Event, Timer
from typing import Any

import httpx2

from memory.adapters.calling import Trouble
from memory.adapters.secrets import scrubbed
from memory.adapters.tls import verified
from memory.adapters.trouble import http_trouble

MAX_ANSWER_BYTES = 16 * 2**20
_SHOWN_CHARS = 80
_HEADERS = {"accept": "application/json", "accept-encoding": "identity", "user-agent": "pastlane"}


class ExchangeFailed(Exception):
    """There is no answer that could be read; `args` are (trouble, status), the status 0 where none came."""

    def __init__(self, trouble: Trouble, status: int = 0) -> None:
        """Say what it means for another attempt."""
        super().__init__(trouble, status)
        self.trouble = trouble
        self.status = status


class _BadStatus(Exception):
    """The answer's status says that not all is well; named as `http_trouble` looks for it."""

    def __init__(self, status_code: int, headers: Mapping[str, str], content: bytes) -> None:
        super().__init__(status_code)
        self.status_code = status_code
        self.headers = headers
        self.content = content


class Exchange:
    """A connection to one server, used by one thread. Follows no redirect, asks no proxy, verifies certificates."""

    def __init__(self, address: str, key: str = "") -> None:
        """Connect at the first request; `key` is sent with each, as a bearer's token."""
        self._address = address
        self._key = key
        headers = {**_HEADERS, "authorization": f"Bearer {key}"} if key else _HEADERS
        limits = httpx2.Limits(max_connections=1, max_keepalive_connections=1)
        verify = verified(trust_env=False)
        self._client = httpx2.Client(
            headers=headers, limits=limits, verify=verify, trust_env=False, follow_redirects=False
        )
        self._stream: Any = None
        self._is_over = Event()

    def ask(self, method: str, path: str, body: bytes | None, *, within_s: float) -> bytes:
        """The body of the answer, whose status says that all is well.

        Raises:
            ExchangeFailed: there was none, it came too late, is too large, or says another status.
        """
        is_over = self._is_over = Event()
        timer = Timer(within_s, self._end, (is_over,))
        timer.daemon = True
        timer.start()
        try:
            answer = self._receive(method, path, body, within_s)
        except _BadStatus as exc:
            trouble = http_trouble(exc, self._key)
            raise ExchangeFailed(replace(trouble, reason=self._told(exc)), exc.status_code) from exc
        except (httpx2.HTTPError, httpx2.StreamError, OSError) as exc:
            trouble = http_trouble(exc, self._key)
            if is_over.is_set() or isinstance(exc, httpx2.TimeoutException):
                late = f"no whole answer from {self._address} within {within_s:.3g} s"
                raise ExchangeFailed(replace(trouble, reason=late)) from exc
            reason = f"no answer from {self._address} ({type(exc).__name__}: {exc})"
            raise ExchangeFailed(replace(trouble, reason=scrubbed(reason, self._key))) from exc
        finally:
            timer.cancel()
        if is_over.is_set():
            # The socket was shut while the last bytes came: where the answer ends with the connection, as some do,
            # what is there may be a part of it.
            late = f"no whole answer from {self._address} within {within_s:.3g} s"
            raise ExchangeFailed(Trouble(outcome="unknown", reason=late))
        return answer

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _receive(self, method: str, path: str, body: bytes | None, within_s: float) -> bytes:
        headers = {} if body is None else {"content-type": "application/json"}
        with self._client.stream(
            method,
            self._address + path,
            content=body,
            headers=headers,
            timeout=within_s,
            extensions={"trace": self._keep_stream},
        ) as response:
            coding = response.headers.get("content-encoding", "identity")
            if coding != "identity":
                raise _final(f"the answer is compressed ({coding[:20]}), which was not asked for")
            content = bytearray()
            for piece in response.iter_raw():
                content += piece
                if len(content) > MAX_ANSWER_BYTES:
                    raise _final(f"the answer is larger than {MAX_ANSWER_BYTES // 2**20} MiB")
            if not 200 <= response.status_code < 300:
                raise _BadStatus(response.status_code, response.headers, bytes(content))
            return bytes(content)

    def _told(self, bad: _BadStatus) -> str:
        """What a status means, with the beginning of what the server says of it."""
        status = bad.status_code
        said = " ".join(scrubbed(bad.content[:4096].decode("utf-8", "replace"), self._key).split())
        detail = f": {said[:_SHOWN_CHARS]}" if said else ""
        match status:
            case 401 | 403:
                return f"the key is refused, or one is needed (status {status}; --memory-option key_env=NAME)"
            case 301 | 302 | 303 | 307 | 308:
                return f"the address leads elsewhere (status {status}), which is not followed"
            case _:
                return f"status {status}{detail}"

    def _keep_stream(self, event: str, info: Mapping[str, Any]) -> None:
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._stream = info["return_value"]
            if self._is_over.is_set():  # while it connected, there was nothing yet that could be shut
                self._shut()

    def _end(self, is_over: Event) -> None:
        """Say that the time is over, and end what the connection is doing; in the timer's thread."""
        is_over.set()
        self._shut()

    def _shut(self) -> None:
        """Shut the socket, so that a read that waits for bytes gets none."""
        if self._stream is None:
            return
        try:
            # Of the plain socket: a TLS socket's own would change it under the thread that reads from it.
            socket.shutdown(self._stream.get_extra_info("socket"), SHUT_RDWR)
        except OSError:
            return  # closed already


def _final(reason: str) -> ExchangeFailed:
    return ExchangeFailed(Trouble(outcome="final", reason=reason))
