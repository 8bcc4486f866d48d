"""The built pages of the web application, for every path that no route answers. It serves only what a build wrote."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kasen.server.guard import CLOSED

PAGES = Path(__file__).parent / "pages"
"""Where `scripts/web.sh build` leaves them, and where they are in an installed package."""
UNBUILT = Path(__file__).parent / "unbuilt.html"
INDEX = "/index.html"
OWNED = re.compile(r"/|/(runs|chat|kb|models)/?|/(runs|chat|kb)/[^/]+/?")
"""Paths that the application shows something for; at all others it says that there is no such page."""
FOREVER = "public, max-age=31536000, immutable"
"""For what has the hash of its content in its name."""
ASK_AGAIN = "no-cache"
BLINK_S = 0.05
"""Seconds after which the first pages are looked for once more: a build is put in place by two changes of names."""
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Built:
    """One file of the build; `packed` is the same in gzip, where the build made one."""

    kind: str
    body: bytes
    packed: bytes
    mark: str


class Site:
    """Answers what it is asked for from memory; a build that comes later is noticed at its `index.html`."""

    def __init__(self, folder: Path, otherwise: ASGIApp) -> None:
        self._folder = folder
        self._otherwise = otherwise
        self._files: Mapping[str, Built] = {}
        self._stamp = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; `otherwise` answers what is no matter of pages."""
        path = scope["path"]
        if scope["type"] != "http" or CLOSED.match(path) or scope["method"] not in {"GET", "HEAD"}:
            await self._otherwise(scope, receive, send)
            return
        await self._look()
        response = self._response(path, Headers(scope=scope))
        if scope["method"] == "HEAD":
            response.body = b""
        await response(scope, receive, send)

    async def _look(self) -> None:
        """Read the files again when they are others than before; a folder that is just replaced, at the next request.

        Until then what was read before is served, also while there is no folder.
        """
        stamp = _stamp(self._folder)
        if not stamp and not self._files:
            await asyncio.sleep(BLINK_S)
            stamp = _stamp(self._folder)
        if stamp in (0, self._stamp):
            return
        try:
            files = await asyncio.to_thread(built_files, self._folder)
        except OSError:
            return
        if stamp == _stamp(self._folder):
            self._files, self._stamp = files, stamp

    def _response(self, path: str, asked: Headers) -> Response:
        """Raises HTTPException (404) for a file that is not there."""
        is_page = bool(OWNED.fullmatch(path))
        found = None if is_page or path == INDEX else self._files.get(path)
        if found is not None:
            return _sent(found, asked, cache=FOREVER if path.startswith("/assets/") else ASK_AGAIN)
        if not is_page and path != INDEX and ("." in path.rpartition("/")[2] or path.startswith("/assets/")):
            raise HTTPException(404)
        status = 200 if is_page or path == INDEX else 404
        index = self._files.get(INDEX)
        if index is None:
            return HTMLResponse(UNBUILT.read_bytes(), status, {"cache-control": ASK_AGAIN})
        return _sent(index, asked, cache=ASK_AGAIN, status=status)


def built_files(folder: Path) -> dict[str, Built]:
    """Path in an address → file. What has another ending than those of pages, and links, are left out.

    Raises OSError when files go while they are read.
    """
    found = {}
    for path in sorted(folder.rglob("*")):
        kind = KINDS.get(path.suffix)
        if kind and path.is_file() and not path.is_symlink():
            body = path.read_bytes()
            packed = path.with_name(f"{path.name}.gz")
            mark = hashlib.sha256(body).hexdigest()[:24]
            address = f"/{path.relative_to(folder).as_posix()}"
            found[address] = Built(kind, body, packed.read_bytes() if packed.is_file() else b"", mark)
    return found


def _stamp(folder: Path) -> int:
    try:
        return (folder / INDEX[1:]).stat().st_mtime_ns
    except OSError:
        return 0


def _sent(file: Built, asked: Headers, *, cache: str, status: int = 200) -> Response:
    is_packed = bool(file.packed) and takes_gzip(asked.get("accept-encoding", ""))
    mark = f'"{file.mark}-gz"' if is_packed else f'"{file.mark}"'
    headers = {"cache-control": cache, "etag": mark, "vary": "accept-encoding"}
    if status == 200 and mark in _marks(asked.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if is_packed:
        headers["content-encoding"] = "gzip"
    return Response(file.packed if is_packed else file.body, status, headers, media_type=file.kind)


def _marks(header: str) -> set[str]:
    return {mark.strip().removeprefix("W/") for mark in header.split(",")}


def takes_gzip(header: str) -> bool:
    """Whether `Accept-Encoding` takes it; the last word on it counts, `*` stands for what is not named."""
    said: dict[str, bool] = {}
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        said[name.strip()] = not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return said.get("gzip", said.get("*", False))
