from __future__ import annotations

import json

import httpx
import pytest

from kasen.models.role import Usage
from kasen.testing.providers import FAULTS, Fault, Reply, serving
from kasen.testing.providers.answering import reply_of
from kasen.testing.providers.wire import Asked

CHAT = "/v1/chat/completions"
BODY = {"model": "m", "messages": [{"role": "user", "content": "茶"}]}
ASKED = Asked(number=1, provider="openai", operation="chat", path="/", prompt="茶")


def test_a_reply_is_what_was_queued_or_made_or_generated() -> None:
    assert reply_of("茶", ASKED, None).text == "茶"
    assert reply_of(lambda call: {"n": call}, ASKED, 3).text == '{"n": 3}'
    assert reply_of(None, ASKED, None).text


@pytest.mark.parametrize("kind", ["ends_early", "truncated_body"])
async def test_a_whole_body_is_cut_in_half_and_tells_no_usage(kind: str) -> None:
    async with serving() as fake, httpx.AsyncClient(base_url=fake.url) as http:
        fake.fault(FAULTS[kind])
        answered = await http.post(CHAT, json=BODY)
    assert answered.status_code == 200
    with pytest.raises(json.JSONDecodeError):
        answered.json()
    assert fake.calls[0].usage == Usage()


@pytest.mark.parametrize("streams", [False, True])
async def test_a_drop_comes_after_the_pieces_that_were_to_arrive(streams: bool) -> None:
    async with serving() as fake, httpx.AsyncClient(base_url=fake.url) as http:
        fake.answer("茶" * 100)
        fake.fault(Fault(kind="dropped_midstream", after=3))
        got = bytearray()

        async def read() -> None:
            async with http.stream("POST", CHAT, json={**BODY, "stream": streams}) as answered:
                async for piece in answered.aiter_bytes():
                    got.extend(piece)

        with pytest.raises(httpx.ReadError):
            await read()
        assert got
        assert fake.cancelled == 0, "the fake itself dropped it"
    if streams:
        assert got.count(b"data:") == 3


async def test_the_usage_is_told_only_when_its_piece_was_sent() -> None:
    asked = {**BODY, "stream": True, "stream_options": {"include_usage": True}}
    async with serving() as fake, httpx.AsyncClient(base_url=fake.url) as http:
        fake.fault(FAULTS["ends_early"])
        await http.post(CHAT, json=asked)
        await http.post(CHAT, json=asked)
        await http.post(CHAT, json={**BODY, "stream": True})
    assert [bool(call.usage.total) for call in fake.calls] == [False, True, False]


async def test_a_page_of_a_proxy_is_html_with_status_200() -> None:
    async with serving() as fake, httpx.AsyncClient(base_url=fake.url) as http:
        fake.fault(FAULTS["html"])
        answered = await http.post(CHAT, json=BODY)
    assert (answered.status_code, answered.headers["content-type"]) == (200, "text/html")
    assert "混み合って" in answered.text


async def test_a_fault_in_the_middle_strikes_a_short_answer_before_its_end() -> None:
    async with serving() as fake, httpx.AsyncClient(base_url=fake.url) as http:
        fake.answer(Reply(text="短"))
        fake.fault(Fault(kind="ends_early", after=1000))
        answered = await http.post(CHAT, json={**BODY, "stream": True})
    assert "短" in answered.text
    assert "[DONE]" not in answered.text
