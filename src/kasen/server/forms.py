"""A file in a form (`multipart/form-data`, RFC 7578), read as it comes: nothing of it is kept in memory or in /tmp."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from kasen.server.errors import Rejected

_TWO = "a form brings one file at a time"


class FormFile:
    """The one file of a form. `await open()`, then read `chunks()` to the end; other fields are passed over."""

    def __init__(self, content_type: str, body: AsyncIterator[bytes]) -> None:
        _, options = parse_options_header(content_type)
        boundary = options.get(b"boundary", b"")
        if not boundary:
            raise Rejected(400, "the form does not say what its parts are divided by")
        self.name = ""
        self._body = body
        self._ready: deque[bytes] = deque()
        self._header = [b"", b""]
        self._disposition = b""
        self._files = 0
        self._inside = False
        self._ended = False
        self._parser = self._made(boundary)

    def _made(self, boundary: bytes) -> MultipartParser:
        try:
            return MultipartParser(
                boundary,
                {
                    "on_part_begin": self._begin,
                    "on_header_field": lambda data, start, end: self._add(0, data[start:end]),
                    "on_header_value": lambda data, start, end: self._add(1, data[start:end]),
                    "on_header_end": self._end_header,
                    "on_headers_finished": self._headers_finished,
                    "on_part_data": self._data,
                    "on_end": self._end,
                },
            )
        except FormParserError as error:
            raise Rejected(400, "the form is malformed") from error

    async def open(self) -> str:
        """Read on to the file; its name as the client wrote it. Raises Rejected: 400 malformed, 422 no file."""
        while not self._files:
            if not await self._more():
                raise Rejected(422, "the form holds no file", hint="Send it as a part with a `filename`.")
        return self.name

    async def chunks(self) -> AsyncIterator[bytes]:
        """The bytes of the file. Raises Rejected: 400 when the form ends too early, 422 for a second file."""
        while True:
            while self._ready:
                yield self._ready.popleft()
            if not await self._more():
                break
        if not self._ended:
            raise Rejected(400, "the form ends before its end")

    async def _more(self) -> bool:
        try:
            data = await anext(self._body)
        except StopAsyncIteration:
            return False
        try:
            self._parser.write(data)
        except FormParserError as error:
            raise Rejected(400, "the form is malformed") from error
        if self._files > 1:
            raise Rejected(422, _TWO)
        return True

    def _begin(self) -> None:
        self._disposition, self._inside = b"", False

    def _add(self, which: int, data: bytes) -> None:
        self._header[which] += data

    def _end_header(self) -> None:
        if self._header[0].strip().lower() == b"content-disposition":
            self._disposition = self._header[1]
        self._header = [b"", b""]

    def _headers_finished(self) -> None:
        _, options = parse_options_header(self._disposition)
        if b"filename" in options:
            self._files += 1
            self._inside = self._files == 1
            if self._inside:
                self.name = options[b"filename"].decode("utf-8", "replace")

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._inside:
            self._ready.append(data[start:end])

    def _end(self) -> None:
        self._ended = True
