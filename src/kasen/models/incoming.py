"""What comes from a provider, before its client library reads it: never without end, and unpacked within that bound.

Client libraries read an answer, a line of a stream or the page of an error whole, and HTTP clients unpack a megabyte
into a gigabyte where a server says so. A provider's address may be anybody's: a gateway, a proxy, a plain-text line.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterator
from email.message import Message
from types import ModuleType
from typing import Any

from kasen.errors import Refused, Retryable
from kasen.models.provider import ignore

MOST = 64 << 20
"""Bytes of one answer: some pictures, vectors of a full request, or a hundred thousand tokens with their envelopes."""
ENCODINGS = "gzip, deflate"
"""What is asked for, in place of all that happens to be installed."""
_PACKED = frozenset({"gzip", "x-gzip", "deflate"})
_CHARSETS = frozenset({"utf-8", "us-ascii", "iso-8859-1", "windows-1252", "shift_jis", "euc-jp", "iso-2022-jp"})
"""What a page may be written in; Python knows codecs of that name that are no charsets, and fail on a page."""
_STEP = 1 << 20


def guard(
    response: Any, http: ModuleType, name: str, *, pulse: Callable[[], object] = ignore, most: int = MOST
) -> None:
    """From here on the body of that response of `http` (httpx or httpx2, asynchronous) ends after `most` bytes.

    `pulse` is called for all that arrives. Reading raises Refused for more, Retryable for what cannot be unpacked, both
    naming `name`; a packing that was not asked for is Refused at once.
    """
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in _PACKED | {"identity", ""}:
        raise Refused(f"{name} packs its answer in a way that it was not asked for ({encoding[:40]})")
    response.headers.pop("content-encoding", None)
    kind = Message()
    kind["content-type"] = response.headers.get("content-type", "")
    if str(kind.get_param("charset", "utf-8")).lower() not in _CHARSETS:
        response.headers["content-type"] = kind.get_content_type()
    inner = response.stream
    pieces = _bounded(inner, zlib.decompressobj(47) if encoding in _PACKED else None, name, pulse, most)

    base: Any = http.AsyncByteStream  # of one of two libraries, of which one may be missing

    class Body(base):  # type: ignore[misc]
        def __aiter__(self) -> AsyncIterator[bytes]:
            return pieces

        async def aclose(self) -> None:
            await inner.aclose()

    response.stream = Body()


async def _bounded(
    pieces: AsyncIterable[bytes], packed: Any, name: str, pulse: Callable[[], object], most: int
) -> AsyncIterator[bytes]:
    size = 0
    async for piece in pieces:
        pulse()
        try:
            for part in _unpacked(piece, packed) if packed else (piece,):
                size += len(part)
                if size > most:
                    raise Refused(f"{name} sends an answer without end: more than {most >> 20} MiB")
                yield part
        except zlib.error as error:
            raise Retryable(f"{name} sent what cannot be unpacked: {error}") from error


def _unpacked(piece: bytes, packed: Any) -> Iterator[bytes]:
    """In steps: a piece of 64 KiB may hold 64 MiB."""
    part = packed.decompress(piece, _STEP)
    while part:
        yield part
        part = packed.decompress(packed.unconsumed_tail, _STEP)
