"""An endpoint that answers every request after a fixed time, with the same four steps for every query.

A process of its own, and next to no work: what is measured with it is the program that asks.

`python -m benchmarks.canned --delay-ms 200`
"""

import argparse
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import orjson

STEPS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("search_memory", {"query": "how warm the seat should be", "top_k": 5}),
    ("list_module_tools", {"module_name": "radio"}),
    ("carcontrol_radio_switch", {"switch": True}),
)
"""What is called in the first rounds; then the answer is a text."""


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The completion that comes next in this conversation; a text where no tools are offered."""
    n_said = sum(message["role"] == "assistant" for message in request["messages"])
    message: dict[str, Any] = {"role": "assistant", "content": "Done."}
    offered = {tool["function"]["name"] for tool in request.get("tools") or ()}
    if n_said < len(STEPS) and STEPS[n_said][0] in offered:
        name, args = STEPS[n_said]
        function = {"name": name, "arguments": orjson.dumps(args).decode()}
        message = {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": f"call_{n_said}", "type": "function", "function": function}],
        }
    usage = {"prompt_tokens": 10, "completion_tokens": 3}
    return {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    delay_s = 0.0

    def do_POST(self) -> None:
        began = time.perf_counter()
        body = orjson.dumps(answer(orjson.loads(self.rfile.read(int(self.headers["Content-Length"])))))
        time.sleep(max(0.0, self.delay_s - (time.perf_counter() - began)))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


def main() -> None:
    """Say where it listens, and serve until ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--delay-ms", type=float, default=200.0)
    options = parser.parse_args()
    handler = type("_OwnHandler", (_Handler,), {"delay_s": options.delay_ms / 1000})
    server = _Server(("127.0.0.1", 0), handler)
    print(f"http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
