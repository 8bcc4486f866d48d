"""Each provider's real client, asking with streaming: what came as text, and what was raised."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import anthropic
import httpx
import httpx2
import ollama
import openai
from google import genai
from google.genai import types

from kasen.testing.providers import Fake

PATIENCE = 30.0
"""Seconds that a client waits for the next bytes: none of these tests is about that."""
ENOUGH = 400
"""Characters of an endless answer."""
KEY = "sk-test-1"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"title": {"type": "string", "minLength": 30}},
    "required": ["title"],
    "additionalProperties": False,
}
Ask = Callable[[str], AsyncIterator[str]]
"""Pieces of the answer to a prompt."""


@dataclass
class Outcome:
    """What one ask came to."""

    text: str = ""
    error: Exception | None = None

    @property
    def status(self) -> int | None:
        """Of the error, whatever its client calls it."""
        response = getattr(self.error, "response", None)
        for holder in (self.error, response):
            for name in ("status_code", "code"):
                if isinstance(found := getattr(holder, name, None), int):
                    return found
        return None

    @property
    def said(self) -> str:
        """The error's words, and the body that came with it."""
        body = getattr(getattr(self.error, "response", None), "text", "")
        return f"{self.error} {body if isinstance(body, str) else ''}"


@asynccontextmanager
async def openai_chat(fake: Fake, provider: str = "openai") -> AsyncIterator[Ask]:
    wanted: Any = {"type": "json_schema", "json_schema": {"name": "outline", "schema": SCHEMA}}
    base = fake.addresses[provider]
    async with openai.AsyncOpenAI(base_url=base, api_key=KEY, max_retries=0, timeout=PATIENCE) as asker:

        async def ask(prompt: str) -> AsyncIterator[str]:
            messages: Any = [{"role": "user", "content": prompt}]
            stream = await asker.chat.completions.create(
                model="gpt-test", messages=messages, stream=True, response_format=wanted
            )
            async for chunk in stream:
                for choice in chunk.choices:
                    yield choice.delta.content or ""

        yield ask


def compatible(fake: Fake) -> AbstractAsyncContextManager[Ask]:
    return openai_chat(fake, "compatible")


@asynccontextmanager
async def openai_responses(fake: Fake) -> AsyncIterator[Ask]:
    wanted: Any = {"format": {"type": "json_schema", "name": "outline", "schema": SCHEMA}}
    base = fake.addresses["openai"]
    async with openai.AsyncOpenAI(base_url=base, api_key=KEY, max_retries=0, timeout=PATIENCE) as asker:

        async def ask(prompt: str) -> AsyncIterator[str]:
            stream: Any = await asker.responses.create(model="gpt-test", input=prompt, stream=True, text=wanted)
            async for event in stream:
                if event.type in ("error", "response.failed"):
                    raise openai.OpenAIError(str(event))
                yield event.delta if event.type == "response.output_text.delta" else ""

        yield ask


@asynccontextmanager
async def claude(fake: Fake) -> AsyncIterator[Ask]:
    wanted: Any = {"format": {"type": "json_schema", "schema": SCHEMA}}
    async with anthropic.AsyncAnthropic(base_url=fake.url, api_key=KEY, max_retries=0, timeout=PATIENCE) as asker:

        async def ask(prompt: str) -> AsyncIterator[str]:
            messages: Any = [{"role": "user", "content": prompt}]
            async with asker.messages.stream(
                model="claude-test", max_tokens=9, messages=messages, output_config=wanted
            ) as stream:
                async for piece in stream.text_stream:
                    yield piece

        yield ask


@asynccontextmanager
async def gemini(fake: Fake) -> AsyncIterator[Ask]:
    options = types.HttpOptions(
        base_url=fake.url, timeout=int(PATIENCE * 1000), retry_options=types.HttpRetryOptions(attempts=1)
    )
    asker = genai.Client(api_key=KEY, http_options=options, vertexai=False)
    config = types.GenerateContentConfig(response_mime_type="application/json", response_json_schema=SCHEMA)

    async def ask(prompt: str) -> AsyncIterator[str]:
        stream = await asker.aio.models.generate_content_stream(model="gemini-test", contents=prompt, config=config)
        async for response in stream:
            for part in response.parts or ():
                yield part.text or ""

    try:
        yield ask
    finally:
        await asker.aio.aclose()


@asynccontextmanager
async def llama(fake: Fake) -> AsyncIterator[Ask]:
    asker = ollama.AsyncClient(host=fake.url, timeout=PATIENCE, headers={"authorization": f"Bearer {KEY}"})

    async def ask(prompt: str) -> AsyncIterator[str]:
        messages: Any = [{"role": "user", "content": prompt}]
        async for part in await asker.chat(model="llama3", messages=messages, format=SCHEMA, stream=True):
            yield part.message.content or ""

    try:
        yield ask
    finally:
        await asker.close()  # type: ignore[no-untyped-call]


@asynccontextmanager
async def search(fake: Fake) -> AsyncIterator[Ask]:
    async with httpx.AsyncClient(timeout=PATIENCE, headers={"authorization": f"Bearer {KEY}"}) as http:

        async def ask(prompt: str) -> AsyncIterator[str]:
            answered = await http.post(f"{fake.url}/search", json={"query": prompt})
            answered.raise_for_status()
            yield answered.text

        yield ask


ASKERS: dict[str, Callable[[Fake], AbstractAsyncContextManager[Ask]]] = {
    "openai chat": openai_chat,
    "openai responses": openai_responses,
    "compatible": compatible,
    "anthropic": claude,
    "google": gemini,
    "ollama": llama,
    "tavily": search,
}
RAISED = (
    openai.OpenAIError,
    anthropic.AnthropicError,
    genai.errors.APIError,
    genai.errors.UnknownApiResponseError,
    ollama.ResponseError,
    aiohttp.ClientError,
    httpx.HTTPError,
    httpx2.HTTPError,
    ValueError,
    OSError,
)


async def outcome(ask: Ask, prompt: str, enough: asyncio.Event | None = None) -> Outcome:
    """Ask once. `enough` is set when the text has become longer than any that is scripted."""
    result = Outcome()
    try:
        async for piece in ask(prompt):
            result.text += piece
            if enough and len(result.text) > ENOUGH:
                enough.set()
    except RAISED as error:
        result.error = error
    return result


class Patience:
    """Sleeps that a test decides on: a long one waits until its client has gone."""

    def __init__(self) -> None:
        self._stuck: asyncio.Queue[float] = asyncio.Queue()

    async def sleep(self, seconds: float) -> None:
        """For `serving(sleep=…)`."""
        if seconds < 60:
            await asyncio.sleep(seconds)
            return
        self._stuck.put_nowait(seconds)
        await asyncio.Event().wait()

    async def given_up(self, ask: Ask, prompt: str) -> None:
        """Ask, and go away when the server waits or the answer does not end."""
        enough = asyncio.Event()
        asking = asyncio.ensure_future(outcome(ask, prompt, enough))
        waits = [asyncio.ensure_future(self._stuck.get()), asyncio.ensure_future(enough.wait())]
        await asyncio.wait([asking, *waits], return_when=asyncio.FIRST_COMPLETED)
        assert not asking.done(), asking.result()
        for task in (asking, *waits):
            task.cancel()
        await asyncio.wait([asking, *waits])
