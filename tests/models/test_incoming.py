"""What a provider sends without end, packed, nested or in shapes of its own, through the real client libraries."""

from __future__ import annotations

import asyncio
import traceback
import zlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import httpx
import pytest

from kasen.errors import KasenError, ProviderError, Refused, Retryable
from kasen.models.access import Access
from kasen.models.embedder import open_embedder
from kasen.models.incoming import MOST, guard
from kasen.models.probe import probe
from kasen.models.provider import ModelContext
from kasen.models.registry import Models
from kasen.models.served import served
from models.odd_server import Ear

CHAT = ["google:gemini-2.5-flash", "openai:gpt-5-mini", "anthropic:claude-sonnet-4-5", "ollama:llama3", "compatible:m"]
EMBED = ["google:gemini-embedding-001", "openai:e", "compatible:e", "ollama:e"]
EVENTS, JSON = "text/event-stream", "application/json"
MEGABYTE = b"x" * (1 << 20)


@dataclass
class Raw:
    """A server that says the same to everybody."""

    url: str = ""
    sent: int = 0
    heads: list[str] = field(default_factory=list)

    @property
    def access(self) -> Access:
        keys = {f"{name}_api_key": "test-key" for name in ("google", "openai", "anthropic", "compatible")}
        urls = {f"{name}_base_url": self.url for name in ("google", "anthropic", "ollama")}
        more = {f"{name}_base_url": f"{self.url}/v1" for name in ("openai", "compatible")}
        return Access(**keys, **urls, **more)  # type: ignore[arg-type]


@asynccontextmanager
async def saying(pieces: Iterable[bytes], kind: str = JSON, status: int = 200, more: str = "") -> AsyncIterator[Raw]:
    raw, said = Raw(), list(pieces)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = next((line for line in head.split("\r\n") if line.startswith("content-length")), ":0")
            await reader.readexactly(int(length.partition(":")[2]))
            raw.heads.append(head)
            writer.write(f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\n{more}Connection: close\r\n\r\n".encode())
            for piece in said:
                writer.write(piece)
                await writer.drain()
                raw.sent += len(piece)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, limit=1 << 24)
    async with server:
        raw.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield raw


async def ask(name: str, access: Access, folder: Path) -> KasenError | None:
    """What asking ends in: one of our errors, or None for an answer; any other error passes on."""
    try:
        if name in EMBED:
            await open_embedder(name, access).embed(["x"])
        else:
            await Models(ModelContext(access=access, manual_folder=folder))(name).complete(Ear().asked())
    except ProviderError as error:
        return error
    return None


@cache
def packed(megabytes: int) -> list[bytes]:
    """Gzip of so many megabytes, a thousandth of their size."""
    made = zlib.compressobj(9, zlib.DEFLATED, 31)
    return [*(made.compress(MEGABYTE) for _ in range(megabytes)), made.flush()]


@pytest.mark.parametrize(("name", "status"), [*((one, 200) for one in CHAT), *((one, 500) for one in EMBED)])
async def test_a_small_answer_that_unpacks_without_end_is_given_up(name: str, status: int, tmp_path: Path) -> None:
    async with saying(packed((MOST >> 20) + 8), JSON, status, "Content-Encoding: gzip\r\n") as raw:
        failed = await ask(name, raw.access, tmp_path)
    assert isinstance(failed, Refused)
    assert "without end" in str(failed)
    assert name in str(failed)


@pytest.mark.parametrize("name", CHAT)
async def test_a_line_without_end_is_given_up_before_all_of_it_has_come(name: str, tmp_path: Path) -> None:
    kind = "application/x-ndjson" if name.startswith("ollama") else EVENTS
    async with saying([b'data: {"a": "', *[MEGABYTE] * (3 * MOST >> 20)], kind) as raw:
        failed = await ask(name, raw.access, tmp_path)
    assert isinstance(failed, Refused)
    assert raw.sent < 2 * MOST


@pytest.mark.parametrize("name", [*CHAT, *EMBED])
async def test_a_packing_that_nobody_asked_for_is_refused(name: str, tmp_path: Path) -> None:
    async with saying([b"{}"], more="Content-Encoding: zstd\r\n") as raw:
        failed = await ask(name, raw.access, tmp_path)
    assert isinstance(failed, Refused)
    assert "zstd" in str(failed)
    asked = {line for head in raw.heads for line in head.split("\r\n") if line.startswith("accept-encoding")}
    assert asked <= {"accept-encoding: gzip, deflate", "accept-encoding: identity"}


DEEP = b"[" * 100_000
ODD = {
    "deep": (DEEP, JSON, 200),
    "deep events": (b"data: " + DEEP + b"\n\n", EVENTS, 200),
    "deep event with a name": (b'event: message_start\ndata: {"a":' + DEEP + b"\n\n", EVENTS, 200),
    "deep error": (DEEP, JSON, 400),
    "long number": (b'{"usage": ' + b"9" * 5000 + b"}", JSON, 200),
    "endless number": (b'{"data": [{"index": 0, "embedding": [' + b"9" * 400 + b"]}]}", JSON, 200),
    "usage without end": (b'data: {"usage": {"prompt_tokens": 1e999}}\n\n', EVENTS, 200),
    "output of no rows": (
        b'data: {"type": "response.completed", "response": {"output": 5, "usage": {"input_tokens": 1e999}}}\n\n',
        EVENTS,
        200,
    ),
    "content of no rows": (
        b'data: {"type": "response.completed", "response": {"output": [{"type": "message", "content": [5]}]}}\n\n',
        EVENTS,
        200,
    ),
    "codec that is no charset": (b"xx", f"{JSON}; charset=zlib_codec", 500),
}


@pytest.mark.parametrize("name", [*CHAT, *EMBED])
@pytest.mark.parametrize("odd", list(ODD))
@pytest.mark.usefixtures("deep_stack")
async def test_an_answer_that_breaks_a_parser_is_one_of_our_errors(name: str, odd: str, tmp_path: Path) -> None:
    body, kind, status = ODD[odd]
    async with saying([body], kind, status) as raw:
        failed = await ask(name, raw.access, tmp_path)
    assert status == 200 or isinstance(failed, ProviderError)


@pytest.mark.parametrize("body", [DEEP, b" " * (8 << 20)])
@pytest.mark.usefixtures("deep_stack")
async def test_what_is_asked_by_the_way_bears_it_too(body: bytes) -> None:
    async with saying([body], f"{JSON}; charset=zlib_codec", 500) as raw:
        assert {one.state for one in (await probe(raw.access, timeout_s=20)).values()} == {"failed"}
    async with saying([body]) as raw:
        assert await asyncio.to_thread(served, "compatible", raw.access, timeout_s=20) == []


async def body_of(pieces: list[bytes], headers: dict[str, str], *, most: int = 100) -> bytes:
    async def stream() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    response = httpx.Response(200, headers=headers, content=stream())
    guard(response, httpx, "openai:x", most=most)
    return await response.aread()


@pytest.mark.parametrize("cut", [1, 7, 1000])
@pytest.mark.parametrize("bits", [31, 15])
async def test_what_is_packed_comes_out_whole_however_it_is_cut(cut: int, bits: int) -> None:
    made = zlib.compressobj(9, zlib.DEFLATED, bits)
    data = made.compress("宇治の茶 ".encode() * 200_000) + made.flush()
    encoding = {"content-encoding": "gzip" if bits == 31 else "deflate"}
    pieces = [data[at : at + cut] for at in range(0, len(data), cut)]
    assert await body_of(pieces, encoding, most=MOST) == "宇治の茶 ".encode() * 200_000


async def test_the_bound_counts_what_is_unpacked_and_damage_is_worth_another_try() -> None:
    assert await body_of([b"x" * 50, b"y" * 50], {}) == b"x" * 50 + b"y" * 50
    with pytest.raises(Refused, match="without end"):
        await body_of([b"x" * 50, b"y" * 51], {})
    with pytest.raises(Retryable, match="cannot be unpacked"):
        await body_of([b"no gzip"], {"content-encoding": "gzip"})


@pytest.mark.parametrize(
    ("kind", "text"),
    [("text/html; charset=Shift_JIS", "茶"), ("text/html; charset=zlib_codec", "茶"), ("text/html", "茶"), ("", "茶")],
)
async def test_a_page_is_read_in_its_charset_or_in_utf_8(kind: str, text: str) -> None:
    async def stream() -> AsyncIterator[bytes]:
        yield text.encode("shift_jis" if "Shift" in kind else "utf-8")

    response = httpx.Response(200, headers={"content-type": kind}, content=stream())
    pulses: list[None] = []
    pulse: Callable[[], object] = lambda: pulses.append(None)  # noqa: E731
    guard(response, httpx, "openai:x", pulse=pulse)
    await response.aread()
    assert (response.text, len(pulses)) == (text, 1)


KEY = "test-key-0123456789"


@pytest.mark.parametrize("name", [*CHAT[:3], CHAT[4], *EMBED[:3]])
@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("401 X", f'{{"error": {{"message": "bad {KEY}", "type": "{KEY}", "code": "{KEY}", "status": "{KEY}"}}}}'),
        ("500 X", f"<html>{KEY}"),
        (f"418 {KEY}", ""),
    ],
)
async def test_a_key_that_the_server_repeats_is_in_no_error_nor_below_it(
    name: str, status: str, words: str, tmp_path: Path
) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 {status}\r\nContent-Type: {JSON}\r\nConnection: close\r\n\r\n{words}".encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        raw = Raw(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        keys = {f"{one}_api_key": KEY for one in ("google", "openai", "anthropic", "compatible")}
        failed = await ask(name, replace(raw.access, **keys), tmp_path)  # type: ignore[arg-type]
    assert failed is not None
    assert KEY not in "".join(traceback.format_exception(failed)) + failed.hint


@pytest.mark.parametrize(
    ("name", "kind", "body"),
    [
        (
            "google:gemini-2.5-flash",
            EVENTS,
            'data: {"candidates": [{"content": {"parts": [{"text": "{}"}]}, "finishReason": "STOP"}],'
            ' "usageMetadata": {"promptTokenCount": -9000, "candidatesTokenCount": -9, "thoughtsTokenCount": -9}}\n\n',
        ),
        (
            "ollama:llama3",
            "application/x-ndjson",
            '{"model_info": {}, "message": {"role": "assistant", "content": "{}"}, "done": true, "done_reason": "stop",'
            ' "prompt_eval_count": -9000, "eval_count": -9000}\n',
        ),
        (
            "compatible:m",
            EVENTS,
            'data: {"choices": [{"delta": {"content": "{}"}, "finish_reason": "stop"}],'
            ' "usage": {"prompt_tokens": -9000, "completion_tokens": -9000, "cost": 1e999}}\n\n',
        ),
    ],
)
async def test_no_server_can_say_that_less_than_nothing_was_used_or_that_it_cost_all(
    name: str, kind: str, body: str, tmp_path: Path
) -> None:
    async with saying([body.encode()], kind) as raw:
        model = Models(ModelContext(access=raw.access, manual_folder=tmp_path))(name)
        answer = await model.complete(Ear().asked())
    assert min(answer.usage.input_tokens, answer.usage.output_tokens, answer.usage.reasoning_tokens) >= 0
    assert answer.usd is None
