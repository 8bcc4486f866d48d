from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable

import brotli
import pytest
import zstandard

from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.inflate import ACCEPTED, FREE, RATIO, Body

TEXT = "宇治茶の歴史。Uji tea.\n".encode() * 2000
Code = Callable[[bytes], bytes]


def raw_deflate(data: bytes) -> bytes:
    made = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return made.compress(data) + made.flush()


CODINGS: dict[str, tuple[str, Code]] = {
    "gzip": ("gzip", gzip.compress),
    "gzip of two members": ("x-gzip", lambda data: gzip.compress(data[:100]) + gzip.compress(data[100:])),
    "gzip with rubbish behind": ("gzip", lambda data: gzip.compress(data) + b"rubbish"),
    "deflate": ("deflate", zlib.compress),
    "deflate without its wrapper": ("deflate", raw_deflate),
    "brotli": ("br", lambda data: brotli.compress(data, quality=5)),
    "zstd": ("zstd", zstandard.compress),
    "zstd of two frames": ("zstd", lambda data: zstandard.compress(data[:100]) + zstandard.compress(data[100:])),
    "none": ("", bytes),
    "identity": ("identity", bytes),
}


@pytest.mark.parametrize("step", [1, 1000, 1 << 20])
@pytest.mark.parametrize("name", CODINGS)
def test_a_coded_body_is_what_it_was_however_it_arrives(name: str, step: int) -> None:
    coding, code = CODINGS[name]
    coded = code(TEXT)
    body = Body({"content-encoding": coding}, 1 << 20)
    for start in range(0, len(coded), step):
        body.receive(coded[start : start + step])
    body.receive(b"")
    assert body.done() == TEXT


@pytest.mark.parametrize("coding", [name.strip() for name in ACCEPTED.split(",")])
def test_all_that_is_accepted_can_be_undone(coding: str) -> None:
    assert Body({"content-encoding": coding}, 1).done() == b""


BOMBS = {name: code for name, code in CODINGS.values() if name in ("gzip", "deflate", "br", "zstd")}


@pytest.mark.parametrize("coding", BOMBS)
def test_a_bomb_is_stopped_long_before_it_has_its_size(coding: str) -> None:
    size = 32 << 20
    bomb = BOMBS[coding](bytes(size))
    assert len(bomb) < size / 900
    body = Body({"content-encoding": coding}, 1 << 40)
    with pytest.raises(Failure, match="decompression bomb") as told:
        body.receive(bomb[: 1 << 15])
    assert told.value.kind == "too_large"
    assert len(body._sink.body) < size / 4


@pytest.mark.parametrize("coding", BOMBS)
def test_a_body_may_not_be_larger_than_its_limit_once_decoded(coding: str) -> None:
    coded = BOMBS[coding](TEXT)
    assert len(coded) < 50_000 < len(TEXT)
    with pytest.raises(Failure, match="larger than"):
        Body({"content-encoding": coding}, 50_000).receive(coded)


def test_text_that_repeats_itself_is_no_bomb() -> None:
    coded = gzip.compress(b"<tr><td>0</td></tr>\n" * (FREE // 20))
    assert FREE / len(coded) > RATIO, "smaller than what is free"
    body = Body({"content-encoding": "gzip"}, 2 * FREE)
    body.receive(coded)
    assert len(body.done()) <= FREE


@pytest.mark.parametrize("coding", BOMBS)
def test_rubbish_in_a_coding_is_said(coding: str) -> None:
    with pytest.raises(Failure, match="broken encoding"):
        Body({"content-encoding": coding}, 1 << 20).receive(b"<html>this was never coded at all</html>")


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_a_body_that_breaks_off_is_worth_another_attempt(coding: str) -> None:
    coded = BOMBS[coding](TEXT)
    body = Body({"content-encoding": coding}, 1 << 20)
    body.receive(coded[: len(coded) // 2])
    with pytest.raises(Failure, match="broke off") as told:
        body.done()
    assert told.value.again


@pytest.mark.parametrize("coding", ["compress", "gzip, gzip", "br,zstd", "x" * 300])
def test_other_codings_are_refused_by_name(coding: str) -> None:
    with pytest.raises(Failure, match="came in the encoding") as told:
        Body({"content-encoding": coding}, 100)
    assert len(str(told.value)) < 80


@pytest.mark.parametrize("length", ["101", "9" * 30])
def test_what_says_that_it_is_too_large_is_not_read(length: str) -> None:
    with pytest.raises(Failure, match="larger"):
        Body({"content-length": length}, 100)
    Body({"content-length": "100"}, 100)
    Body({"content-length": "many"}, 100)
