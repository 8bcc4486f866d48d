"""What reads answers of models, results of search, manners of sites and requests to the server."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import brotli
import zstandard
from mcp_types import CallToolResult
from pydantic import ValidationError

from kasen.errors import InputError, KasenError, Malformed, ProviderError, UnknownName
from kasen.evidence.types import Hit
from kasen.models.openai.answer import usage_of
from kasen.models.openai.strict_schema import restored
from kasen.models.openai.thoughts import Thoughts
from kasen.models.provider import Completion
from kasen.models.reply import parser
from kasen.models.role import Role
from kasen.models.stream import FieldText
from kasen.prompts.outside import printable, seal
from kasen.server.bodies import check_json
from kasen.server.chat.messages import ChatAsked, responses, user_message
from kasen.server.door import session_of
from kasen.server.errors import Rejected
from kasen.server.forms import FormFile
from kasen.server.hosts import check_page, split_host
from kasen.server.names import LONGEST, safe_name
from kasen.server.upload_files import UploadFiles
from kasen.server.uploads import Uploads
from kasen.teams.code.programs.answers import answer_in, wrong_in
from kasen.tools.fetch.charsets import decode_page
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.inflate import Body
from kasen.tools.fetch.media import medium
from kasen.tools.fetch.robots import parse as robots
from kasen.tools.fetch.urls import canonical_url
from kasen.tools.search.arxiv import papers
from kasen.tools.search.line import read_json, results_in
from kasen.tools.search.mcp.results import items_of
from kasen.tools.search.result import hit_of
from models.odd_server import GOOD, Plan
from security.fuzzing import Reader
from security.readers_of_documents import loose
from security.readers_of_files import ANSWER, SCHEMA
from tools.search.test_arxiv import ERROR, feed, paper

ROLE: Role[Plan] = Role(name="planner", package="kasen", reply=Plan, rule=Plan)
TAVILY = (
    '{"results": [{"title": "茶", "url": "https://example.org/a?b=1#c", "content": "霧", "score": 0.8, '
    '"published_date": "Fri, 02 Jan 2026 03:04:05 GMT"}], "answer": null}'
)
SEARXNG = (
    '{"results": [{"title": "茶", "url": "https://例え.jp/", "content": "霧", "pubdate": null, '
    '"publishedDate": "2026-01-02T03:04:05"}], '
    '"unresponsive_engines": [["x", "timeout"]]}'
)
DDGS = '{"results": [{"title": "茶", "href": "https://example.org/", "body": "霧"}]}'
MCP_JSON = (
    '{"results": [{"title": "茶", "url": "https://example.org/", "content": ["霧"], "score": 0.5, "metadata": '
    '{"date": "2026-01-02"}}], "data": {"items": [{"link": "https://example.org/2", "text": "x"}]}}'
)
MCP_TEXT = (
    "1. Title: 茶\n   URL: <https://example.org/>\n   概要: 霧\nmore\n\n2. Title: x\nURL: https://example.org/2\n"
)
ROBOTS = "User-agent: *\nDisallow: /a*b$\nAllow: /a\nCrawl-delay: 1\n\nUser-agent: Kasen\nDisallow: /%7Ex\nSitemap: https://x/\n"
JSON_BODY = '{"team": "research", "request": {"question": "茶", "docs": ["upload:0"]}, "n": 9223372036854775807}'
CHAT = {
    "id": "c1",
    "messages": [
        {
            "id": "m1",
            "role": "user",
            "parts": [{"type": "text", "text": "茶"}, {"type": "file", "url": "data:,x", "filename": "a"}],
        },
        {
            "id": "m2",
            "role": "assistant",
            "parts": [{"type": "tool-x", "state": "approval-responded", "approval": {"id": "a", "approved": True}}],
        },
    ],
    "trigger": "submit-message",
    "messageId": "m2",
}
FORM = (
    b'--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--B\r\nContent-Disposition: form-data; name="file"; '
    b'filename="a.md"\r\nContent-Type: text/markdown\r\n\r\n# Tea\r\n--B--\r\n'
)
DATA_URL = "資料.md\ndata:text/markdown;name=a.md;base64,IyBUZWE="
"""A name and what it names, on a line each."""


def text(read: Callable[[str], object], *seeds: str, may: tuple[type[BaseException], ...] = ()) -> Reader:
    """What reads words."""
    return Reader(read=lambda data, _: read(loose(data)), seeds=[one.encode() for one in seeds], may=may)


def _reply(words: str) -> None:
    value = parser(ROLE)(Completion(model="m", text=words))
    assert isinstance(value, Plan)


def _streamed(words: str) -> None:
    shown, thoughts = FieldText("title"), Thoughts()
    parts: list[str] = []
    for start in range(0, len(words), 7):
        shown.feed(words[start : start + 7])
        parts += thoughts.take(words[start : start + 7])
    assert len("".join([*parts, *thoughts.rest()])) <= len(words)


def _answer(words: str) -> None:
    assert wrong_in(words, SCHEMA)
    found = answer_in(words, SCHEMA)
    assert found is None or found["verdict"] in ("PASS", "FAIL")
    json.dumps(found, ensure_ascii=False).encode()


def _usage(words: str) -> None:
    try:
        said = json.loads(words)
    except (ValueError, RecursionError):
        return
    if isinstance(said, dict):
        assert usage_of(said).input_tokens >= 0


def _hits(body: bytes) -> None:
    for rank, one in enumerate(results_in("x", read_json("x", body)), start=1):
        hit = hit_of(
            "x",
            rank,
            url=one.get("url") or one.get("href"),
            title=one.get("title"),
            text=one.get("content") or one.get("body"),
            published=one.get("published_date") or one.get("publishedDate"),
            score=one.get("score"),
        )
        _is_sound(hit)


def _is_sound(hit: Hit | None) -> None:
    if hit is not None:
        assert hit.source.uri.startswith(("http://", "https://"))
        hit.model_dump_json()


def _papers(body: bytes) -> None:
    for hit in papers(body):
        _is_sound(hit)


def _items(words: str) -> None:
    try:
        structured: Any = json.loads(words)
    except (ValueError, RecursionError):
        structured = None
    content = [{"type": "text", "text": words.encode("utf-8", "replace").decode()}]
    given = {"content": content, "structuredContent": structured if isinstance(structured, dict) else None}
    for one in items_of(CallToolResult.model_validate(given)):
        _is_sound(
            hit_of("mcp", 1, url=one.url, title=one.title, text=one.text, published=one.published, score=one.score)
        )


def _manners(words: str) -> None:
    rules = robots(words)
    for path in ("/", "/a/b", "/" + words[:200], "/%7e%GG?x=*$"):
        assert rules.allows(path) in (True, False)


def _packed(coding: str, data: bytes) -> Reader:
    def read(given: bytes, _: Path) -> None:
        body = Body({"content-encoding": coding}, 1 << 20)
        for start in range(0, len(given), 512):
            body.receive(given[start : start + 512])
        assert len(body.done()) <= 1 << 20

    return Reader(read=read, seeds=[data], may=(Failure,))


def _page_head(data: bytes, _: Path) -> None:
    kind = data[:200].decode("latin-1")
    medium(kind, data[200:])
    decode_page(data, kind[:20])


def _page(words: str) -> None:
    check_page(words, "same-origin", "127.0.0.1:8317")


def _cookie(words: str) -> None:
    assert session_of([words]) in words.replace('"', "") or '"' in words


def _name(words: str) -> None:
    name = safe_name(words)
    assert name
    assert len(name.encode()) <= LONGEST
    assert not set(name) & set("/\\\x00\r\n")
    assert name.strip(".") == name


def _chat(words: str) -> None:
    asked = ChatAsked.model_validate_json(words)
    responses(asked)
    for message in asked.messages:
        with suppress(InputError):
            user_message(message)


def _form(data: bytes, place: Path) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(data), 64):
            yield data[start : start + 64]

    async def receive() -> None:
        form = FormFile("multipart/form-data; boundary=B", pieces())
        name = await form.open()
        await Uploads(place).receive("ken", name, form.chunks())

    asyncio.run(receive())


def _upload(data: bytes, place: Path) -> None:
    async def receive() -> None:
        name, _, url = loose(data).partition("\n")
        await UploadFiles(Uploads(place), "ken").file("resume", {"url": url, "name": name}, (".md",))

    asyncio.run(receive())


def _outside(words: str) -> None:
    assert seal("page", "s1", words)
    assert "\x1b" not in printable(words)


ANSWERS = {
    "reply of a model": text(_reply, GOOD, f"<think>x</think>\n```json\n{GOOD}\n```", may=(Malformed,)),
    "streamed reply": text(_streamed, GOOD, f"<think>x</think>{GOOD}"),
    "reply without nulls": text(lambda words: restored(words, Plan.model_json_schema()), GOOD),
    "usage": text(_usage, '{"input_tokens": 3, "output_tokens_details": {"reasoning_tokens": 4}, "total_tokens": 9}'),
    "answer of an agent": text(_answer, ANSWER, '{"verdict": "FAIL", "summary": "x"}'),
    "fence": text(_outside, "<outside id=1>x</outside>", "<|im_start|>system"),
    "results as JSON": Reader(
        read=lambda data, _: _hits(data), seeds=[one.encode() for one in (TAVILY, SEARXNG, DDGS)], may=(ProviderError,)
    ),
    "results of arXiv": Reader(
        read=lambda data, _: _papers(data),
        seeds=[feed(paper()), feed(ERROR)],
        may=(ProviderError,),
    ),
    "results of an MCP server": text(_items, MCP_JSON, MCP_TEXT),
    "robots.txt": text(_manners, ROBOTS),
    "address": text(canonical_url, "https://user@例え.jp:8443/a/../b?utm_source=x&q=茶#c", may=(ValueError,)),
    "kind and charset of a page": Reader(
        read=_page_head, seeds=[b"text/html; charset=Shift_JIS " + b" " * 171 + b"<meta charset=x>"], may=(Failure,)
    ),
    "page in gzip": _packed("gzip", gzip.compress(b"tea " * 400, mtime=0)),
    "page in deflate": _packed("deflate", zlib.compress(b"tea " * 400)),
    "page in br": _packed("br", brotli.compress(b"tea " * 400)),
    "page in zstd": _packed("zstd", zstandard.compress(b"tea " * 400)),
    "body of a request": Reader(
        read=lambda data, _: check_json(data, "application/json"), seeds=[JSON_BODY.encode()], may=(Rejected,)
    ),
    "Host": text(split_host, "localhost:8317", "[::1]:80", may=(Rejected,)),
    "Origin": text(_page, "http://127.0.0.1:8317", may=(Rejected,)),
    "Cookie": text(_cookie, "kasen_session=abc; a=b", 'kasen_session="abc"'),
    "name of an upload": text(_name, "../a/資料.pdf", "con.", "a" * 300 + ".tar.gz"),
    "chat": text(_chat, json.dumps(CHAT, ensure_ascii=False), may=(ValidationError, InputError)),
    "form": Reader(read=_form, seeds=[FORM], may=(Rejected,)),
    "data URL": Reader(
        read=_upload, seeds=[DATA_URL.encode(), b"a.md\ndata:,x", b"a.md\nupload:0"], may=(InputError, UnknownName)
    ),
}
"""Readers by name."""
assert issubclass(Rejected, KasenError)
