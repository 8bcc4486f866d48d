from __future__ import annotations

import asyncio
from typing import Any

import openai
import pytest

from kasen.errors import ConfigurationError, Retryable
from kasen.models.openai.client import Endpoint, data_url, endpoint, opened, streamed
from kasen.models.role import Picture
from models.odd_server import EVENTS, HOSTILE, JSON, Odd, Said, events, odd_server, whole


def at(odd: Odd, key: str = "test-key-1234") -> Endpoint:
    return endpoint("compatible:m", odd.url, key, setting="X")


async def received(odd: Odd, **options: Any) -> list[Any]:
    async with streamed(at(odd), "/chat/completions", {"a": "茶"}, **options) as found:
        return [event async for event in found]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "localhost:8000",
        "ftp://host/v1",
        "http://",
        "http://user:word@host/v1",
        "https://host/v1?a=b",
        "http://[::1",
    ],
)
def test_an_address_that_cannot_be_called_is_refused_with_its_setting(address: str) -> None:
    with pytest.raises(ConfigurationError, match="KASEN_COMPATIBLE_BASE_URL"):
        endpoint("compatible:m", address, "", setting="KASEN_COMPATIBLE_BASE_URL")


@pytest.mark.parametrize("key", ["sk-test-鍵", "sk-test\nX-Spy: 1", "sk\x00"])
def test_a_key_that_is_none_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(ConfigurationError, match="characters that no key has") as caught:
        endpoint("openai:m", "https://host/v1", key, setting="X")
    assert key not in str(caught.value)


def test_a_key_is_not_shown() -> None:
    made = endpoint("openai:m", "https://host/v1/", " sk-test-1 \n", setting="X")
    assert (made.key, made.address) == ("sk-test-1", "https://host/v1")
    assert "sk-test" not in repr(made)


@pytest.mark.parametrize(
    ("address", "place", "near"),
    [
        ("http://127.0.0.1:8000/v1", "127.0.0.1:8000", True),
        ("http://[::1]:8000/v1", "[::1]:8000", True),
        ("http://192.168.1.9:1234/v1", "192.168.1.9:1234", True),
        ("http://100.64.0.7/v1", "100.64.0.7:80", True),
        ("http://localhost:1234/v1", "localhost:1234", True),
        ("http://vllm:8000/v1", "vllm:8000", True),
        ("http://box.local:8000/v1", "box.local:8000", True),
        ("https://openrouter.ai/api/v1", "openrouter.ai:443", False),
        ("https://203.0.114.9/v1", "203.0.114.9:443", False),
    ],
)
def test_a_server_at_hand_is_told_from_one_far_away(address: str, place: str, near: bool) -> None:
    made = endpoint("compatible:m", address, "", setting="X")
    assert (made.place, made.is_near) == (place, near)


async def test_nothing_of_the_environment_is_sent_or_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
    async with odd_server(events({"x": 1})) as odd:
        assert await received(odd) == [{"x": 1}]
        async with streamed(at(odd, key=""), "/chat/completions", {}) as found:
            assert [event async for event in found] == [{"x": 1}]
    assert not any("environment" in head for head in odd.heads)
    names = {line.split(":")[0].lower() for head in odd.heads for line in head.split("\r\n")[1:] if line}
    assert names <= {
        *("host", "authorization", "content-type", "content-length", "accept", "accept-encoding", "connection"),
        "user-agent",
    }
    assert ["authorization: bearer test-key-1234" in head.lower() for head in odd.heads] == [True, False]


async def test_comments_that_the_library_hides_still_pulse() -> None:
    pulses: list[int] = []
    said = events(": OPENROUTER PROCESSING", ": OPENROUTER PROCESSING", {"x": 1})
    async with odd_server(said) as odd:
        assert await received(odd, pulse=lambda: pulses.append(1)) == [{"x": 1}]
        assert len(pulses) >= 3


async def test_a_server_that_does_not_stream_gives_its_whole_answer_as_one_event() -> None:
    async with odd_server(whole({"choices": []})) as odd:
        assert await received(odd) == [{"choices": []}]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Said([b'{"choices": ['], 200, JSON), "not JSON"),
        (Said([b"[1]"], 200, JSON), "no answer"),
        (Said([b'data: {"choices"\n\n'], 200, EVENTS), "not JSON"),
        (Said([b'data: {"a": "\xff\xfe"}\n\n'], 200, EVENTS), "not JSON"),
        (Said([b"<html>"], 200, "text/html"), "web page"),
    ],
)
async def test_what_cannot_be_read_is_worth_asking_again(said: Said, words: str) -> None:
    async with odd_server(said) as odd:
        with pytest.raises(Retryable, match=words):
            await received(odd)


@pytest.mark.parametrize(
    "said",
    [whole({"error": {"message": "夜間停止", "code": 503}}), events({"error": {"message": "夜間停止", "code": 503}})],
)
async def test_an_error_in_an_answer_that_began_well_is_an_error(said: Said) -> None:
    async with odd_server(said) as odd:
        with pytest.raises(openai.APIError) as caught:
            await received(odd)
    assert caught.value.body == {"message": "夜間停止", "code": 503}


async def test_a_redirect_is_not_followed() -> None:
    async with odd_server(events({"x": 1})) as elsewhere:
        away = whole({}, 307, f"Location: {elsewhere.url}/chat/completions\r\n")
        async with odd_server(away) as odd:
            with pytest.raises(openai.APIStatusError):
                await received(odd)
    assert elsewhere.heads == []


async def test_a_call_that_is_cancelled_takes_its_connection_along() -> None:
    def endless() -> Said:
        return Said([b": waiting\n\n"] * 1_000_000)

    began = asyncio.Event()
    async with odd_server(lambda _: endless()) as odd:
        call = asyncio.create_task(received(odd, pulse=began.set))
        await began.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await asyncio.wait_for(odd.left.wait(), 10)


def test_one_loop_after_another_calls_without_a_trace_of_the_first() -> None:
    async def once() -> list[Any]:
        async with odd_server(events({"x": 1})) as odd:
            return await received(odd)

    assert [asyncio.run(once()) for _ in range(2)] == [[{"x": 1}], [{"x": 1}]]


async def test_nothing_is_asked_twice() -> None:
    async with odd_server(whole({"error": {"message": "busy"}}, 503)) as odd, opened(at(odd)) as client:
        with pytest.raises(openai.InternalServerError):
            await client.post("/embeddings", cast_to=object, body={})
    assert len(odd.bodies) == 1


def test_a_picture_is_sent_inside_the_request() -> None:
    assert data_url(Picture(b"\x89PNG", "image/png")) == "data:image/png;base64,iVBORw=="
