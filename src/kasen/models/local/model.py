"""`local:NAME|PATH`: a GGUF file that Kasen runs itself with llama.cpp, on this machine, with no server to install."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from kasen.errors import ConfigurationError, ProviderError, Refused, Retryable
from kasen.models.failures import from_status
from kasen.models.local.files import find_model
from kasen.models.local.schema import local_schema
from kasen.models.local.server import LlamaServer, serving
from kasen.models.provider import Completion, ModelContext, ModelRequest
from kasen.models.registry import EXTRAS
from kasen.models.role import Usage
from kasen.prompts.loader import render

TEMPERATURE = 0.2
LEAST_OUTPUT = 2_048
TIMES_EXPECTED = 4
"""An answer that takes so many times what its role expects is taken for endless; small models do fall into loops."""
ROOM_TO_THINK = 6_144
"""Tokens more for a model that may think before it answers."""
CONNECT_S = 10.0
_THINKS = frozenset({"reasoning", "high_reasoning"})
"""Tiers for which a model may think before it answers: on a machine without a GPU that takes minutes."""


class LocalModel:
    """One model file. It is found now, loaded when it is first asked, and then stays loaded while Kasen runs."""

    by_hand = False
    patience = 6.0

    def __init__(self, model: str, context: ModelContext) -> None:
        if importlib.util.find_spec("xllamacpp") is None:
            raise ConfigurationError(
                f"`local:{model}` needs the package `xllamacpp`, which is not installed",
                hint=f'Run: pip install "kasen[{EXTRAS["local"]}]"',
            )
        self.path = find_model(model, context.access.models_folder)
        self.id = self.account = f"local:{self.path.name}"

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer once; see `ChatModel`. Cancelled, it ends the generation with the connection."""
        if request.pictures:
            raise Refused(f"{self.id} reads text only, and this ask shows pictures")
        server = await serving(self.path)
        request.pulse()
        body = _body(request)
        try:
            return await self._stream(server, body, request)
        except _NoGrammar:
            return await self._stream(server, body | _without_grammar(request), request)

    async def _stream(self, server: LlamaServer, body: dict[str, Any], request: ModelRequest) -> Completion:
        said = _Said(request)
        try:
            async with self._posted(server, body, request.timeout) as response:
                async for line in response.aiter_lines():
                    request.pulse()
                    if line.startswith(("data:", "error:")):
                        await self._take(line.partition(":")[2].strip(), said)
        except httpx.HTTPError as error:
            why = server.ended() or f"{type(error).__name__}: {error}".rstrip(": ")
            raise Retryable(f"{self.id}: the connection broke: {why}") from error
        if not said.finish:
            raise Retryable(f"{self.id}: the answer broke off{': ' if server.ended() else ''}{server.ended()}")
        return said.completion(self.id, server.context)

    @asynccontextmanager
    async def _posted(
        self, server: LlamaServer, body: dict[str, Any], timeout: float | None
    ) -> AsyncIterator[httpx.Response]:
        # A client per call: it may come from another event loop each time. Nothing is read from the environment.
        patience = httpx.Timeout(timeout, connect=CONNECT_S)
        headers = {"Authorization": f"Bearer {server.key}"}
        async with (
            httpx.AsyncClient(base_url=server.url, timeout=patience, trust_env=False, verify=False) as client,
            client.stream("POST", "/v1/chat/completions", json=body, headers=headers) as response,
        ):
            if response.status_code != httpx.codes.OK:
                raise self._failure((await response.aread()).decode("utf-8", "replace"), response.status_code)
            yield response

    async def _take(self, data: str, said: _Said) -> None:
        if data == "[DONE]":
            return
        try:
            chunk = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise Retryable(f"{self.id}: llama.cpp sent what is not JSON") from error
        if "error" in chunk or "message" in chunk:
            raise self._failure(data, 500)
        await said.take(chunk)

    def _failure(self, text: str, status: int) -> ProviderError:
        try:
            said = json.loads(text)
        except ValueError:
            said = {}
        error = said.get("error", said) if isinstance(said, dict) else {}
        message = str(error.get("message") or text[:300])
        if status == httpx.codes.BAD_REQUEST and ("schema" in message.lower() or "grammar" in message.lower()):
            return _NoGrammar(message)
        code = error.get("code")
        return from_status(
            self.id, code if isinstance(code, int) else status, message, code=str(error.get("type") or "")
        )


class _NoGrammar(Refused):
    """The schema cannot be turned into a grammar: any JSON is asked for instead, and checked as all answers are."""


def _body(request: ModelRequest) -> dict[str, Any]:
    thinks = request.tier in _THINKS
    most = max(LEAST_OUTPUT, TIMES_EXPECTED * request.answer_tokens) + (ROOM_TO_THINK if thinks else 0)
    schema = {"name": request.schema_name, "schema": local_schema(request.schema)}
    return {
        "messages": [{"role": "user", "content": request.prompt}],
        "response_format": {"type": "json_schema", "json_schema": schema},
        "temperature": TEMPERATURE,
        "max_tokens": most,
        "chat_template_kwargs": {"enable_thinking": thinks},
        "stream": True,
        "stream_options": {"include_usage": True},
        # Signs of life while a long prompt is read, and counts that stand when the call is broken off.
        "return_progress": True,
        "timings_per_token": True,
    }


def _without_grammar(request: ModelRequest) -> dict[str, Any]:
    """Any JSON is held to, so that the model has to be shown what is wanted."""
    shown = json.dumps(dict(request.schema), ensure_ascii=False, separators=(",", ":"))
    prompt = render("kasen", "schema", prompt=request.prompt, schema=shown)
    return {"messages": [{"role": "user", "content": prompt}], "response_format": {"type": "json_object"}}


@dataclass
class _Said:
    """What has come of one answer so far."""

    request: ModelRequest
    text: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    finish: str = ""

    async def take(self, chunk: Mapping[str, Any]) -> None:
        """One piece of the stream: words go out, counts are kept."""
        for choice in chunk.get("choices") or ():
            delta = choice.get("delta") or {}
            await self._words(delta.get("content") or "", delta.get("reasoning_content") or "")
            self.finish = choice.get("finish_reason") or self.finish
        usage = _usage(chunk)
        if usage is not None and usage != self.usage:
            self.usage = usage
            self.request.on_usage(usage)

    async def _words(self, content: str, reasoning: str) -> None:
        if reasoning and self.request.on_reasoning is not None:
            await self.request.on_reasoning(reasoning)
        if content:
            self.text.append(content)
            if self.request.on_text is not None:
                await self.request.on_text(content)

    def completion(self, model: str, context: int) -> Completion:
        """The whole answer; `context` is how many tokens prompt and answer could take together."""
        text = "".join(self.text)
        if self.finish != "length":
            return Completion(model=model, text=text, usage=self.usage)
        is_full = self.usage.total >= context - 1
        note = (
            f"the context of {context} tokens is full"
            if is_full
            else f"stopped after {self.usage.output_tokens} tokens"
        )
        return Completion(model=model, text=text, usage=self.usage, finish="length", note=note)


def _usage(chunk: Mapping[str, Any]) -> Usage | None:
    """`usage` at the end, `timings` before: tokens read, taken from the cache, written."""
    if usage := chunk.get("usage"):
        cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
        return Usage(
            input_tokens=usage["prompt_tokens"], output_tokens=usage["completion_tokens"], cached_tokens=cached
        )
    if timings := chunk.get("timings"):
        cached, read = timings["cache_n"], timings["prompt_n"]
        return Usage(input_tokens=cached + read, output_tokens=timings["predicted_n"], cached_tokens=cached)
    return None
