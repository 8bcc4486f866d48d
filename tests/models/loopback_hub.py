"""A hub on loopback that lists and gives files as Hugging Face does, and fails as the tests tell it to."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

REPO = "maker/tea-GGUF"
FILE = "tea-Q4_K_M.gguf"


@dataclass
class Seen:
    """One request."""

    path: str
    headers: dict[str, str]


@dataclass
class LoopbackHub:
    """`files` are given out; each fault of `faults` is used up by one request for a file."""

    files: dict[str, bytes] = field(default_factory=dict)
    listed: dict[str, Any] = field(default_factory=dict)
    """What the list says instead of the truth about a file."""
    faults: list[str] = field(default_factory=list)
    etag: str = '"one"'
    repo_status: tuple[int, str] = (200, "")
    """Status and X-Error-Code of the list."""
    redirect: str = ""
    """Address of a content network to which requests for files are sent."""
    pages: int = 1
    next_page: str = ""
    url: str = ""
    seen: list[Seen] = field(default_factory=list)

    @property
    def ranges(self) -> list[str]:
        """The ranges that were asked for, in order; empty for the whole."""
        return [one.headers.get("range", "") for one in self.seen if "/resolve/" in one.path or "/cdn/" in one.path]

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            path = unquote(head[0].split()[1])
            self.seen.append(Seen(path, headers))
            stalls = not path.startswith("/api/") and self.faults[:1] == ["stall"]
            writer.write(self._list(path) if path.startswith("/api/") else self._file(path, headers))
            await writer.drain()
            if stalls:
                await reader.read()
        finally:
            writer.close()

    def _list(self, path: str) -> bytes:
        status, code = self.repo_status
        if status != 200:
            return reply(status, {"X-Error-Code": code} if code else {}, b"no")
        entries = [
            {"type": "directory", "path": "images", "oid": "0", "size": 0},
            {"type": "file", "path": "README.md", "oid": "1", "size": 5},
            *(self._entry(name, data) for name, data in self.files.items()),
        ]
        if self.pages == 1:
            return reply(200, {}, json.dumps(entries).encode())
        first = "cursor" not in path
        following = self.next_page or f"{self.url}{path}&cursor=2"
        more = {"Link": f'<{following}>; rel="next"'} if first else {}
        return reply(200, more, json.dumps(entries[:2] if first else entries[2:]).encode())

    def _entry(self, name: str, data: bytes) -> dict[str, Any]:
        large = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 134}
        return {"type": "file", "path": name, "oid": "2", "size": len(data), "lfs": large, **self.listed}

    def _file(self, path: str, headers: dict[str, str]) -> bytes:
        if self.redirect and "/resolve/" in path:
            return reply(302, {"Location": f"{self.redirect}/cdn/{path.rpartition('/')[2]}?signed=1"}, b"")
        fault = self.faults.pop(0) if self.faults else ""
        if fault.isdigit():
            return reply(int(fault), {"Retry-After": "7"}, b"")
        data = self.files[path.rpartition("/")[2].partition("?")[0]]
        begin = 0
        if "range" in headers and headers.get("if-range", self.etag) == self.etag and fault != "whole":
            begin = int(headers["range"].removeprefix("bytes=").removesuffix("-"))
        if begin >= len(data):
            return reply(416, {"Content-Range": f"bytes */{len(data)}"}, b"")
        more = {"ETag": self.etag}
        if begin:
            more["Content-Range"] = f"bytes {begin}-{len(data) - 1}/{len(data) + (fault == 'odd range')}"
        answer = reply(206 if begin else 200, more, data[begin:])
        return answer[: len(answer) - len(data) // 2] if fault in ("drop", "stall") else answer


def reply(status: int, headers: dict[str, str], body: bytes) -> bytes:
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@contextmanager
def serving_aside(hub: LoopbackHub) -> Iterator[LoopbackHub]:
    """The hub in a thread of its own, for code that runs an event loop itself."""
    begun, ended = threading.Event(), threading.Event()

    async def run() -> None:
        async with serving(hub):
            begun.set()
            await asyncio.to_thread(ended.wait)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    begun.wait()
    try:
        yield hub
    finally:
        ended.set()
        thread.join()


@asynccontextmanager
async def serving(hub: LoopbackHub) -> AsyncIterator[LoopbackHub]:
    listening = await asyncio.start_server(hub.answer, "127.0.0.1", 0)
    async with listening:
        hub.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        yield hub


def content(size: int = 100_000, *, seed: int = 1) -> bytes:
    """Bytes of a model file, cheap to make and different everywhere."""
    rest = b"".join(hashlib.sha256(f"{seed}-{n}".encode()).digest() for n in range(size // 32))
    return b"GGUF" + rest[: size - 4]
