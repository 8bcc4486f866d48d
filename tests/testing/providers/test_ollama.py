from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import ollama
import pytest

from kasen.testing.providers import FAULTS, Fake, Reply, serving

JAPANESE = "宇治茶は覆下栽培で知られる。🍵"


@asynccontextmanager
async def client(fake: Fake) -> AsyncIterator[ollama.AsyncClient]:
    asker = ollama.AsyncClient(host=fake.access().ollama_base_url)
    try:
        yield asker
    finally:
        await asker.close()  # type: ignore[no-untyped-call]


async def streamed(asker: ollama.AsyncClient, prompt: str = "宇治茶", **more: Any) -> list[ollama.ChatResponse]:
    messages: Any = [{"role": "user", "content": prompt}]
    return [part async for part in await asker.chat(model="llama3", messages=messages, stream=True, **more)]


async def test_a_stream_gives_the_scripted_text_and_the_usage_that_the_fake_counted() -> None:
    async with serving(split=5) as fake, client(fake) as asker:
        fake.answer(JAPANESE, "ollama")
        parts = await streamed(asker)
    assert "".join(part.message.content or "" for part in parts) == JAPANESE
    assert (parts[-1].done, parts[-1].done_reason) == (True, "stop")
    told = fake.usage["ollama"]
    assert (parts[-1].prompt_eval_count, parts[-1].eval_count) == (told.input_tokens, told.output_tokens)


async def test_thinking_is_shown_when_it_is_asked_for() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer(Reply(text="はい", reasoning="よく考える"), times=None)
        plain = await streamed(asker)
        thought = await streamed(asker, think=True)
    assert all(not part.message.thinking for part in plain)
    assert "".join(part.message.thinking or "" for part in thought) == "よく考える"


async def test_a_schema_gets_its_smallest_value_whole_and_streamed() -> None:
    schema: Any = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
    async with serving() as fake, client(fake) as asker:
        parts = await streamed(asker, format=schema)
        messages: Any = [{"role": "user", "content": "茶", "images": [b"\x89PNG"]}]
        whole = await asker.chat(model="llama3", messages=messages, format=schema)
        generated = await asker.generate(model="llama3", prompt="茶", format="json")
    assert json.loads("".join(part.message.content or "" for part in parts)) == {"ok": False}
    assert json.loads(whole.message.content or "") == {"ok": False}
    assert whole.prompt_eval_count == 1 + 258
    assert generated.response == "{}"


async def test_lists_and_facts_of_models() -> None:
    async with serving(models={"ollama": ("llama3:latest", "qwen:7b")}) as fake, client(fake) as asker:
        listed = await asker.list()
        shown = await asker.show("llama3")
        running = await asker.ps()
        pulled = await asker.pull("llama3")
        with pytest.raises(ollama.ResponseError, match="model 'phi' not found") as caught:
            await asker.chat(model="phi", messages=[])
    assert [model.model for model in listed.models] == ["llama3:latest", "qwen:7b"]
    assert shown.capabilities
    assert "vision" in shown.capabilities
    assert len(running.models) == 2
    assert pulled.status == "success"
    assert caught.value.status_code == 404


async def test_a_model_that_dies_breaks_a_stream_with_an_error() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer("長い返事" * 20)
        fake.fault(FAULTS["529_in_stream"])
        with pytest.raises(ollama.ResponseError, match="terminated"):
            await streamed(asker)


async def test_a_refusal_is_text() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.fault(FAULTS["refusal"])
        parts = await streamed(asker)
    assert "お手伝いできません" in "".join(part.message.content or "" for part in parts)


async def test_a_request_that_does_not_say_is_streamed() -> None:
    async with serving() as fake, httpx.AsyncClient(base_url=fake.url) as http:
        answered = await http.post("/api/chat", json={"model": "llama3", "messages": []})
    assert answered.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answered.text.splitlines()]
    assert [line["done"] for line in lines] == [False] * (len(lines) - 1) + [True]
