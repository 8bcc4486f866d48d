"""Content codings undone piece by piece into a sink that stops: a bomb is noticed before it is large."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, Protocol

from kasen.tools.fetch.failure import Failure

ACCEPTED = "gzip, deflate, br, zstd"
PIECE = 1 << 16
"""Bytes that come out at a time, at most."""
RATIO = 200
"""How many times its coded size a body may have, once it is over FREE bytes; pages stay below 50."""
FREE = 1 << 20
_WINDOW = 1 << 23
"""Largest window of zstd: what RFC 9659 lets a server use."""


class Sink:
    """Holds a body. `received` is what came over the wire so far. Raises Failure where it gets too large."""

    def __init__(self, limit: int) -> None:
        self.body = bytearray()
        self.received = 0
        self._limit = limit

    def write(self, piece: bytes | memoryview) -> int:
        """Add some of the body."""
        self.body += piece
        size = len(self.body)
        if size > self._limit:
            raise too_large(self._limit)
        if size > FREE and size > RATIO * self.received:
            raise Failure("too_large", f"is a decompression bomb: more than {RATIO} times what was sent")
        return len(piece)


class Coding(Protocol):
    """Undoes one coding into the sink it was made with."""

    def write(self, data: bytes) -> object:
        """Take some of the coded body."""
        ...

    def is_whole(self) -> bool:
        """Whether the coded body came to its end, as far as that can be told."""
        ...


class Body:
    """`receive` for all that comes, then `done()`. Raises Failure: too large, a bomb, an unknown or a broken coding."""

    def __init__(self, headers: Mapping[str, str], limit: int) -> None:
        self._sink = Sink(limit)
        self._coding = _coding(headers.get("content-encoding", ""), self._sink)
        length = headers.get("content-length", "")
        if length.isascii() and length.isdigit() and (len(length) > 18 or int(length) > limit):
            raise too_large(limit)

    def receive(self, data: bytes) -> bytearray:
        """Take what came; gives all that is decoded so far."""
        self._sink.received += len(data)
        if self._coding is None:
            self._sink.write(data)
        elif data:
            self._undo(self._coding, data)
        return self._sink.body

    def done(self) -> bytes:
        """The whole body."""
        if self._coding is not None and self._sink.received and not self._coding.is_whole():
            raise Failure("unreachable", "broke off in the middle", again=True)
        return bytes(self._sink.body)

    def _undo(self, coding: Coding, data: bytes) -> None:
        import brotli
        import zstandard

        try:
            coding.write(data)
        except (zlib.error, brotli.error, zstandard.ZstdError) as error:
            raise Failure("unreadable", "came in a broken encoding") from error


def too_large(limit: int) -> Failure:
    """The failure of a body of more than `limit` bytes."""
    return Failure("too_large", f"is larger than {limit >> 20} MB")


def _coding(names: str, sink: Sink) -> Coding | None:
    codings = [name for part in names.lower().split(",") if (name := part.strip()) not in ("", "identity")]
    if not codings:
        return None
    makers: dict[str, Any] = {"gzip": _Gzip, "x-gzip": _Gzip, "deflate": _Deflate, "br": _Brotli, "zstd": _Zstd}
    if len(codings) > 1 or codings[0] not in makers:
        raise Failure("unreadable", f"came in the encoding `{', '.join(codings)[:40]}`")
    made: Coding = makers[codings[0]](sink)
    return made


class _Gzip:
    """gzip, of one member or several; what stands behind the last is no content."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._inner = zlib.decompressobj(16 + zlib.MAX_WBITS)

    def write(self, data: bytes) -> None:
        while data:
            if self._inner.eof:
                if not b"\x1f\x8b".startswith(data[:2]):
                    return
                self._inner = zlib.decompressobj(16 + zlib.MAX_WBITS)
            self._sink.write(self._inner.decompress(data, PIECE))
            data = self._inner.unconsumed_tail or self._inner.unused_data

    def is_whole(self) -> bool:
        return self._inner.eof


class _Deflate:
    """In zlib's wrapper as RFC 9110 says, or raw as some servers send it."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._inner: Any = None

    def write(self, data: bytes) -> None:
        if self._inner is None:
            is_wrapped = data[0] & 0x0F == 8 and (len(data) < 2 or int.from_bytes(data[:2], "big") % 31 == 0)
            self._inner = zlib.decompressobj(zlib.MAX_WBITS if is_wrapped else -zlib.MAX_WBITS)
        while data and not self._inner.eof:
            self._sink.write(self._inner.decompress(data, PIECE))
            data = self._inner.unconsumed_tail

    def is_whole(self) -> bool:
        return bool(self._inner is not None and self._inner.eof)


class _Brotli:
    def __init__(self, sink: Sink) -> None:
        import brotli

        self._sink = sink
        self._inner = brotli.Decompressor()

    def write(self, data: bytes) -> None:
        self._sink.write(self._inner.process(data, output_buffer_limit=PIECE))
        while not self._inner.can_accept_more_data():
            self._sink.write(self._inner.process(b"", output_buffer_limit=PIECE))

    def is_whole(self) -> bool:
        return bool(self._inner.is_finished())


class _Zstd:
    """Whether a frame is whole is not told by its reader."""

    def __init__(self, sink: Sink) -> None:
        import zstandard

        decompressor = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
        self._inner = decompressor.stream_writer(sink, write_size=PIECE)  # type: ignore[arg-type]

    def write(self, data: bytes) -> None:
        self._inner.write(data)

    def is_whole(self) -> bool:
        return True
