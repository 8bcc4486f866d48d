"""`kasen serve` as a process, and requests to it as bytes: what no client would send is sent too."""

from __future__ import annotations

import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kasen.settings import plain_environment

WITHIN = 30.0


@dataclass
class Served:
    """A server that runs."""

    process: subprocess.Popen[str]
    port: int
    home: Path
    greeting: str
    folder: Path

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(WITHIN)

    @property
    def told(self) -> str:
        """What it has written to stderr."""
        return (self.folder / "stderr").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Answered:
    """An answer as it came; status 0 when the connection was closed without one."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


@contextmanager
def served(folder: Path, *args: str, env: dict[str, str] | None = None) -> Iterator[Served]:
    """`kasen serve --port 0` with a home in `folder`, from the line that says its address on; killed at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "work").mkdir(exist_ok=True)
    home = folder / "home"
    own = {
        "HOME": str(folder),
        "KASEN_HOME": str(home),
        "KASEN_SEARCH": "none",
        "OLLAMA_BASE_URL": "http://127.0.0.1:9",
    }
    with (folder / "stderr").open("w", encoding="utf-8") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "kasen", "serve", "--port", "0", *args],
            cwd=folder / "work",
            env={**plain_environment(), **own, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )
    try:
        greeting = first_line(process)
        port = re.search(r"http://[^ ]+:(\d+)", greeting)
        assert port, greeting + (folder / "stderr").read_text(encoding="utf-8")
        yield Served(process, int(port[1]), home, greeting, folder)
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def first_line(process: subprocess.Popen[str]) -> str:
    """The first line of stdout, waited for."""
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], WITHIN)
    return process.stdout.readline() if ready else ""


def request(
    port: int,
    line: str = "GET /healthz HTTP/1.1",
    headers: Sequence[tuple[str, str]] = (),
    body: bytes = b"",
    *,
    host: str | None = "127.0.0.1",
) -> Answered:
    """Send a request whose lines stand as they are given; `host=None` sends no `Host`."""
    named = [("Host", host)] if host is not None else []
    lengths = [("Content-Length", str(len(body)))] if body and not _has_length(headers) else []
    lines = [line, *(f"{name}: {value}" for name, value in (*named, *headers, *lengths)), "", ""]
    return send(port, "\r\n".join(lines).encode("latin-1") + body)


def _has_length(headers: Sequence[tuple[str, str]]) -> bool:
    return bool({"content-length", "transfer-encoding"} & {name.lower() for name, _ in headers})


def send(port: int, data: bytes, *, more: Iterable[bytes] = ()) -> Answered:
    """Send bytes, then `more` until the server answers; one answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=WITHIN) as connection:
        try:
            connection.sendall(data)
            for piece in more:
                if select.select([connection], [], [], 0)[0]:
                    break
                connection.sendall(piece)
        except OSError:  # the server has closed already; its answer may still be here
            pass
        return _read(connection, has_body=not data.startswith(b"HEAD"))


def _read(connection: socket.socket, *, has_body: bool) -> Answered:
    data = b""
    end = time.monotonic() + WITHIN
    while not _is_whole(data, has_body=has_body) and time.monotonic() < end:
        try:
            piece = connection.recv(65536)
        except OSError:
            break
        if not piece:
            break
        data += piece
    return _parsed(data)


def _parsed(data: bytes) -> Answered:
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    if not lines[0].startswith("HTTP/1.1 "):
        return Answered(0)
    headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in lines[1:])}
    return Answered(int(lines[0].split()[1]), headers, body)


def _is_whole(data: bytes, *, has_body: bool) -> bool:
    if b"\r\n\r\n" not in data:
        return False
    answer = _parsed(data)
    if answer.status == 100:
        return False
    length = answer.headers.get("content-length", "0" if answer.status == 204 else None)
    return length is not None and (not has_body or len(answer.body) >= int(length))
