from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from kasen.server.errors import Rejected
from kasen.server.forms import FormFile

KIND = "multipart/form-data; boundary=XX"


def part(words: bytes, disposition: str) -> bytes:
    head = f"--XX\r\nContent-Disposition: form-data; {disposition}\r\nContent-Type: text/plain\r\n\r\n"
    return head.encode() + words + b"\r\n"


def body(*parts: bytes) -> bytes:
    return b"".join(parts) + b"--XX--\r\n"


async def pieces(data: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


async def read(data: bytes, size: int = 1000, kind: str = KIND) -> tuple[str, bytes]:
    form = FormFile(kind, pieces(data, size))
    name = await form.open()
    return name, b"".join([chunk async for chunk in form.chunks()])


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
async def test_a_file_is_read_however_it_is_cut(size: int) -> None:
    words = b"a\r\n--X\r\n--XXX\r\n" * 20
    data = body(part(b"text", 'name="note"'), part(words, 'name="file"; filename="資料.txt"'), part(b"x", 'name="z"'))
    assert await read(data, size) == ("資料.txt", words)


async def test_a_file_may_be_empty_and_have_no_name() -> None:
    assert await read(body(part(b"", 'name="file"; filename=""'))) == ("", b"")


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (body(part(b"a", 'name="file"')), KIND, 422),
        (body(part(b"a", 'name="a"; filename="a"'), part(b"b", 'name="b"; filename="b"')), KIND, 422),
        (part(b"a", 'name="a"; filename="a"'), KIND, 400),
        (b"", KIND, 422),
        (b"hello", KIND, 400),
        (body(part(b"a", 'name="a"; filename="a"')), "multipart/form-data", 400),
        (body(part(b"a", 'name="a"; filename="a"')), "multipart/form-data; boundary=" + "b" * 300, 400),
        (b"--XX\r\n" + b"X-Y: 1\r\n" * 5000, KIND, 400),
    ],
)
async def test_what_is_no_form_with_one_file_is_refused(data: bytes, kind: str, status: int) -> None:
    with pytest.raises(Rejected) as caught:
        await read(data, 50, kind)
    assert caught.value.status == status
