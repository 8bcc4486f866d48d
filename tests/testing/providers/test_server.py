from __future__ import annotations

import asyncio
import gc
import json
import socket
import threading
from contextlib import suppress
from typing import Any

import httpx
import pytest

from kasen.errors import UsageError
from kasen.models.role import Usage
from kasen.testing.providers import FAULTS, Call, Fake, Reply, serving, serving_in_thread

CHAT = "/v1/chat/completions"


def body(prompt: str = "茶", **more: Any) -> dict[str, Any]:
    return {"model": "gpt-test", "messages": [{"role": "user", "content": prompt}], **more}


def http(fake: Fake) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=fake.url, headers={"authorization": "Bearer sk-test-1"})


async def test_calls_are_recorded_as_they_came() -> None:
    async with serving() as fake, http(fake) as client:
        await client.post(f"{CHAT}?a=b", json=body("宇治茶"), headers=[(b"X-Odd", "値".encode())])
    (call,) = fake.calls
    assert (call.provider, call.operation, call.path) == ("openai", "chat", CHAT)
    assert (call.prompt, call.model, call.key) == ("宇治茶", "gpt-test", "sk-test-1")
    assert call.body == body("宇治茶")
    assert call.headers["x-odd"]
    assert call.usage == fake.usage["openai"] == Usage(input_tokens=3, output_tokens=call.usage.output_tokens)


async def test_one_connection_serves_many_requests() -> None:
    async with serving() as fake, http(fake) as client:
        for number in range(5):
            fake.answer(str(number))
            answered = await client.post(CHAT, json=body())
            assert answered.json()["choices"][0]["message"]["content"] == str(number)
            assert fake.open_connections == 1


async def test_answers_follow_the_call_when_they_are_a_function() -> None:
    def said(call: Call) -> Reply:
        return Reply(text=call.prompt[::-1])

    async with serving() as fake, http(fake) as client:
        fake.answer(said, times=None)
        answered = [(await client.post(CHAT, json=body(text))).json() for text in ("ab", "茶味")]
    assert [answer["choices"][0]["message"]["content"] for answer in answered] == ["ba", "味茶"]


async def test_a_wrong_key_gets_the_answer_of_its_provider() -> None:
    keys = dict.fromkeys(("openai", "anthropic", "google", "ollama", "compatible"), "sk-test-right")
    async with serving(keys=keys) as fake, http(fake) as client:
        paths = [
            CHAT,
            "/v1/messages",
            "/v1beta/models/m:generateContent",
            "/api/chat",
            "/compatible/v1/chat/completions",
        ]
        wrong = [await client.post(path, json=body()) for path in paths]
        right = await client.post(CHAT, json=body(), headers={"authorization": "Bearer sk-test-right"})
    assert [answer.status_code for answer in wrong] == [401, 401, 400, 401, 401]
    assert "API_KEY_INVALID" in wrong[2].text
    assert all("sk-test-1" in answer.text for answer in wrong)
    assert right.status_code == 200
    assert fake.access().openai_api_key == "sk-test-right"


async def test_a_model_that_the_provider_has_not_is_not_found() -> None:
    async with serving(models={"openai": ("gpt-5",)}) as fake, http(fake) as client:
        missing = await client.post(CHAT, json=body(model="gpt-0"))
        there = await client.post(CHAT, json=body(model="gpt-5"))
        listed = (await client.get("/v1/models")).json()
    assert (missing.status_code, there.status_code) == (404, 200)
    assert missing.json()["error"]["code"] == "model_not_found"
    assert [model["id"] for model in listed["data"]] == ["gpt-5"]


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b'{"messages": 3, "model": "m"}', b'{"messages": [3]}'])
async def test_a_body_that_cannot_be_read_is_refused(content: bytes) -> None:
    async with serving() as fake, http(fake) as client:
        assert (await client.post(CHAT, content=content)).status_code == 400
        assert (await client.post(CHAT, json=body())).status_code == 200


async def test_a_path_that_no_provider_has_is_not_found_and_recorded() -> None:
    async with serving() as fake, http(fake) as client:
        assert (await client.post("/v2/nothing", json={})).status_code == 404
    assert [(call.provider, call.path) for call in fake.calls] == [("", "/v2/nothing")]


async def test_what_is_no_http_closes_the_connection_and_no_more() -> None:
    async with serving() as fake, http(fake) as client:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(fake.url.rsplit(":", 1)[1]))
        writer.write(b"\x16\x03\x01 not http\r\n\r\n")
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()
        assert (await client.post(CHAT, json=body())).status_code == 200


async def test_a_big_prompt_is_taken() -> None:
    text = "宇治茶の歴史。" * 100_000
    async with serving() as fake, http(fake) as client:
        answered = await client.post(CHAT, json=body(text))
    assert answered.json()["usage"]["prompt_tokens"] == 700_000
    assert fake.calls[0].prompt == text


async def test_latency_and_pace_are_slept_where_the_test_says() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async with serving(1.5, pace_s=0.25, sleep=sleep) as fake, http(fake) as client:
        fake.answer("一二三四五六七八九十")
        await client.post(CHAT, json=body(stream=True))
    assert slept[0] == 1.5
    assert set(slept[1:]) == {0.25}
    assert len(slept) == 1 + 4


async def test_the_most_requests_at_one_time_are_known() -> None:
    together = asyncio.Barrier(3)

    async def sleep(_: float) -> None:
        await together.wait()

    async with serving(1, sleep=sleep) as fake, http(fake) as client:
        paths = [CHAT, CHAT, "/v1/messages"]
        await asyncio.gather(*(client.post(path, json=body()) for path in paths))
        await fake.settled()
    assert (fake.max_at_once["openai"], fake.max_at_once["anthropic"], fake.max_at_once["google"]) == (2, 1, 0)
    assert fake.at_once.total() == 0


async def test_the_end_of_the_block_ends_what_is_open() -> None:
    started = asyncio.Event()

    async def sleep(seconds: float) -> None:
        started.set()
        await asyncio.Event().wait()

    async with http_of_nobody() as client:
        async with serving(1, sleep=sleep) as fake:
            asking = asyncio.ensure_future(client.post(f"{fake.url}{CHAT}", json=body()))
            await started.wait()
        with pytest.raises(httpx.HTTPError):
            await asking
        with pytest.raises(httpx.ConnectError):
            await client.post(f"{fake.url}{CHAT}", json=body())


def http_of_nobody() -> httpx.AsyncClient:
    return httpx.AsyncClient(timeout=30)


@pytest.mark.parametrize("turns", range(8))
@pytest.mark.filterwarnings("error::ResourceWarning")
async def test_a_client_that_comes_in_the_last_moment_leaves_no_connection_behind(turns: int) -> None:
    async with serving() as fake:
        url = httpx.URL(fake.url)
        client = socket.create_connection((url.host, url.port or 0))
        for _ in range(turns):
            await asyncio.sleep(0)
    client.close()
    gc.collect()
    left = [one for one in gc.get_objects() if isinstance(one, socket.socket) and one.fileno() >= 0]
    assert [one for one in left if one.family == socket.AF_INET and one.getsockname()[1] == url.port] == []


def test_a_thread_of_its_own_serves_code_that_is_not_async() -> None:
    threads = threading.active_count()
    with serving_in_thread(keys={"openai": "right"}, split=100) as fake, httpx.Client(base_url=fake.url) as client:
        fake.answer({"題": "茶"})
        answered = client.post(CHAT, json=body(), headers={"authorization": "Bearer right"})
        assert json.loads(answered.json()["choices"][0]["message"]["content"]) == {"題": "茶"}
        assert len(fake.calls) == 1
    assert threading.active_count() == threads


def test_a_thread_that_cannot_start_says_why() -> None:
    with serving_in_thread() as fake:
        taken = int(fake.url.rsplit(":", 1)[1])
        with pytest.raises(OSError, match=str(taken)), serving_in_thread(port=taken):
            pass
    with pytest.raises(TypeError, match="odd"), serving_in_thread(odd=1):
        pass


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.com", ""])
async def test_only_loopback_is_served(host: str) -> None:
    with pytest.raises(UsageError, match="loopback"):
        async with serving(host=host):
            pass


async def test_the_loopback_of_ipv6_is_served_too() -> None:
    async with serving(host="::1") as fake, http(fake) as client:
        assert fake.url.startswith("http://[::1]:")
        assert (await client.post(CHAT, json=body())).status_code == 200


async def test_faults_are_for_whom_they_name_and_as_often_as_they_say() -> None:
    async with serving() as fake, http(fake) as client:
        fake.fault(FAULTS["503"], "anthropic", times=None)
        fake.fault(FAULTS["500"], contains="静岡", times=2)
        statuses = [(await client.post(CHAT, json=body(text))).status_code for text in ("静岡", "宇治", "静岡", "静岡")]
        claude = [(await client.post("/v1/messages", json=body())).status_code for _ in range(3)]
        fake.clear()
        after = (await client.post("/v1/messages", json=body())).status_code
    assert statuses == [500, 200, 500, 200]
    assert claude == [503] * 3
    assert after == 200
