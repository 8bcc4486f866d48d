"""A real receiver of webhooks on this machine, which answers as it is told and keeps what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Sent(NamedTuple):
    """One request that came."""

    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def said(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Receiver:
    """`url` is its address; `got` what came, in order. It answers with `statuses` one by one, then with 204.

    A status of 0 is no answer at all: the request is held until the receiver ends.
    """

    def __init__(self, server: ThreadingHTTPServer, statuses: Sequence[int]) -> None:
        host, port = server.server_address[:2]
        self.url = f"http://{host!s}:{port}/hook"
        self.got: list[Sent] = []
        self.ended = threading.Event()
        self._statuses = iter(statuses)
        self._news = threading.Condition()

    def take(self, sent: Sent) -> int:
        """Keep a request; the status to answer with."""
        with self._news:
            self.got.append(sent)
            self._news.notify_all()
            return next(self._statuses, 204)

    def wait_for(self, count: int, timeout_s: float = 20.0) -> list[Sent]:
        """What has come when so many have. Raises AssertionError after `timeout_s`; it blocks."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.got) >= count, timeout_s), f"{len(self.got)} of {count} came"
            return list(self.got)


@contextmanager
def hook_receiver(*statuses: int) -> Iterator[Receiver]:
    """A receiver that is there while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = receiver.take(Sent(self.path, headers, body))
            if not status:
                receiver.ended.wait(60)
                return
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("location", "/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver = Receiver(server, statuses)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
