"""A server on this machine that answers while a test runs."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Loopback(ThreadingHTTPServer):
    """Serves at `url` from its construction until `stop`; its handlers have `own` as attributes."""

    daemon_threads = True

    def __init__(self, handler: type[BaseHTTPRequestHandler], **own: Any) -> None:
        super().__init__(("127.0.0.1", 0), type("_OwnHandler", (handler,), own))
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: whoever asked lost patience."""

    def stop(self) -> None:
        self.shutdown()
        self.server_close()
