"""Files as answers: ranges, tags, names in any language, and nothing in them that could act in our name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.responses import FileResponse, Response

from kasen.server.errors import Rejected

if TYPE_CHECKING:
    from starlette.requests import Request

SHOWS_ITSELF = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'; sandbox"
)
"""Of files: a page of its own origin without scripts, forms, links that open anything, or a network."""
PDF = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"
"""Of PDF, which browsers do not show in a sandbox; what shows it is theirs, and runs nothing with our origin."""
_RANGES = re.compile(r"bytes=\s*(?:(\d{1,18})-(\d{0,18})|-(\d{1,18}))\s*")
_MANY = re.compile(r"bytes=\s*(?:\d+-\d*|-\d+)(?:\s*,\s*(?:\d+-\d*|-\d+)){1,20}\s*")


def file_headers(name: str, media_type: str, tag: str, *, download: bool) -> dict[str, str]:
    """What is said of a file: its tag, its name (RFC 6266, RFC 5987), and what a browser may do with it."""
    kind = "attachment" if download else "inline"
    plain = re.sub(r'[^\x20-\x7e]|["\\]', "_", name)
    return {
        "etag": f'"{tag}"',
        "cache-control": "private, no-cache",
        "accept-ranges": "bytes",
        "content-disposition": f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}",
        "content-security-policy": PDF if media_type == "application/pdf" else SHOWS_ITSELF,
        "x-content-type-options": "nosniff",
    }


def is_known(request: Request, tag: str) -> bool:
    """Whether the client has that version (`If-None-Match`)."""
    given = request.headers.get("if-none-match", "")
    return given.strip() == "*" or f'"{tag}"' in [one.strip().removeprefix("W/") for one in given.split(",")]


def not_modified(headers: dict[str, str]) -> Response:
    """304, with what the first answer said of the file."""
    return Response(status_code=304, headers={name: headers[name] for name in ("etag", "cache-control")})


def from_disk(request: Request, path: Path, media_type: str, headers: dict[str, str]) -> Response:
    """A file of this machine, read as it is sent. Raises Rejected (416)."""
    size = path.stat().st_size
    if not _MANY.fullmatch(request.headers.get("range", "")) and _range(request, size, headers) is None:
        _forget_range(request)
    return FileResponse(path, headers=headers, media_type=media_type)


def from_memory(request: Request, data: bytes, media_type: str, headers: dict[str, str]) -> Response:
    """Bytes that are here; of several ranges the whole is sent. Raises Rejected (416)."""
    found = _range(request, len(data), headers)
    if found is None:
        return Response(data, headers=headers, media_type=media_type)
    start, end = found
    said = {**headers, "content-range": f"bytes {start}-{end - 1}/{len(data)}"}
    return Response(data[start:end], 206, headers=said, media_type=media_type)


def _range(request: Request, size: int, headers: dict[str, str]) -> tuple[int, int] | None:
    """The half-open range that is asked for; None for the whole. A malformed range asks for the whole (RFC 9110)."""
    found = _RANGES.fullmatch(request.headers.get("range", ""))
    if found is None or request.headers.get("if-range", headers["etag"]) != headers["etag"]:
        return None
    first, last, final = found.groups()
    if final is not None:
        start, end = max(0, size - int(final)), size
    else:
        start, end = int(first), min(size, int(last) + 1 if last else size)
        if last and int(last) < int(first):
            return None
    if start >= end:
        raise Rejected(416, f"the file has {size} bytes, and none in that range")
    return start, end


def _forget_range(request: Request) -> None:
    request.scope["headers"] = [(name, value) for name, value in request.scope["headers"] if name != b"range"]
