"""Models of an Ollama server."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, NamedTuple

from ollama import AsyncClient, ChatResponse, Image, Message

from kasen.errors import Refused, Retryable, TooLong
from kasen.models.connection import connection_of
from kasen.models.meter import estimate_tokens
from kasen.models.ollama.link import OllamaServer
from kasen.models.pictures import tokens_of
from kasen.models.provider import Completion, ModelContext, ModelRequest
from kasen.models.role import Tier, Usage
from kasen.prompts.loader import render

log = logging.getLogger("kasen.models")
THINK: dict[Tier, str] = {"reasoning": "medium", "high_reasoning": "high"}
"""Tiers that think, and how hard where a model takes a level; `low` for the others of such models."""
LEVELLED = ("gpt-oss",)
"""Models that take a level instead of yes or no (docs.ollama.com, "Thinking")."""
ANSWER_ROOM = 8
"""Cap on an answer, in expected answers: small models ramble, and one that is cut off is lost."""
LEAST_ROOM = 2048
THINKING_ROOM = 8192
"""Tokens for thinking, on top of the answer."""
LEAST_CONTEXT = 4096
"""Ollama's own smallest context; a server reloads the model for another one, so there are few sizes: powers of two."""
UNKNOWN_CONTEXT = 8192
"""Context of a model that does not tell its own."""
TEMPLATE_TOKENS = 256
"""What the model's template adds to a prompt."""


class Limits(NamedTuple):
    """What `/api/show` tells about a model."""

    context: int
    capabilities: frozenset[str]
    """`completion`, `vision`, `thinking`, …; empty for servers that do not tell."""


class OllamaModel:
    """Implements `ChatModel`. The prompt is never cut: Ollama would do that silently, so it is refused before."""

    by_hand = False
    patience = 6.0

    def __init__(self, model: str, context: ModelContext) -> None:
        self.id = f"ollama:{model}"
        self._name = model
        self._server = OllamaServer(context.access.ollama_base_url, connection_of(context.access))
        self.account = f"ollama@{self._server.place}"
        self._limits: Limits | None = None
        self._context = LEAST_CONTEXT
        self._refuses_think = False
        self._format_needs_thinking = False

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer once. Raises Retryable and Refused; ModelNotFound says which model to pull."""
        async with self._server.client(self.id, request.timeout) as client:
            limits = await self._known(client)
        request.pulse()
        if request.pictures and limits.capabilities and "vision" not in limits.capabilities:
            raise Refused(f"{self.id} does not take pictures")
        think = self._think(request.tier, limits)
        try:
            return await self._answer(request, limits, think)
        except Refused as error:
            if think is None or "think" not in str(error).removeprefix(self.id):
                raise
            log.info("%s does not take the parameter: think", self.id)
            self._refuses_think = True
            return await self._answer(request, limits, None)

    async def _known(self, client: AsyncClient) -> Limits:
        if self._limits is None:
            shown = await client.show(self._name)
            sizes = [n for key, n in (shown.modelinfo or {}).items() if key.endswith(".context_length")]
            context = next((size for size in sizes if isinstance(size, int) and size > 0), UNKNOWN_CONTEXT)
            self._limits = Limits(context, frozenset(shown.capabilities or ()))
        return self._limits

    def _think(self, tier: Tier, limits: Limits) -> bool | str | None:
        if self._refuses_think or (limits.capabilities and "thinking" not in limits.capabilities):
            return None
        if self._name.rpartition("/")[2].startswith(LEVELLED):
            return THINK.get(tier, "low")
        if tier in THINK:
            return True
        return None if self._format_needs_thinking or not limits.capabilities else False

    async def _answer(self, request: ModelRequest, limits: Limits, think: bool | str | None) -> Completion:
        schema = json.dumps(dict(request.schema), ensure_ascii=False, separators=(",", ":"))
        prompt = render("kasen", "schema", prompt=request.prompt, schema=schema)
        quiet = think is False or bool(limits.capabilities and "thinking" not in limits.capabilities)
        images = [Image(value=picture.data) for picture in request.pictures]
        asked: dict[str, Any] = {
            "model": self._name,
            "messages": [Message(role="user", content=prompt, images=images or None)],
            "format": dict(request.schema),
            "options": self._sizes(request, prompt, limits, thinks=not quiet),
            "think": think,
        }
        text, usage, end = await self._read(request, asked)
        if think is False and text.strip() and not text.lstrip().startswith(("{", "[")):
            # Ollama 0.17 to 0.20 at least do not hold some models to a format while they may not think.
            log.info("%s keeps to a format only when it may think", self.id)
            self._format_needs_thinking = True
        cut = end == "length"
        return Completion(
            model=self.id,
            text=text,
            usage=usage,
            finish="length" if cut else "stop",
            note="num_predict" if cut else "",
        )

    def _sizes(self, request: ModelRequest, prompt: str, limits: Limits, *, thinks: bool) -> dict[str, int]:
        """`num_ctx` for prompt and answer, `num_predict` for the answer. Raises TooLong when they cannot fit."""
        taken = estimate_tokens(prompt) + sum(map(tokens_of, request.pictures)) + TEMPLATE_TOKENS
        least = 2 * request.answer_tokens
        if taken + least > limits.context:
            raise TooLong(
                f"{self.id}: about {taken:,} tokens of prompt and {least:,} for the answer do not fit into its"
                f" context of {limits.context:,}"
            )
        room = max(ANSWER_ROOM * request.answer_tokens, LEAST_ROOM) + (THINKING_ROOM if thinks else 0)
        wanted = 1 << (taken + room - 1).bit_length()
        # Never smaller than before: each change of size makes the server load the model anew.
        self._context = min(max(wanted, self._context), limits.context)
        return {"num_ctx": self._context, "num_predict": min(room, self._context - taken)}

    async def _read(self, request: ModelRequest, asked: dict[str, Any]) -> tuple[str, Usage, str]:
        text: list[str] = []
        usage = Usage()
        async with aclosing(self._parts(asked, request.timeout)) as parts:
            async for part in parts:
                request.pulse()
                if part.message.thinking and request.on_reasoning is not None:
                    await request.on_reasoning(part.message.thinking)
                if part.message.content:
                    text.append(part.message.content)
                    if request.on_text is not None:
                        await request.on_text(part.message.content)
                if part.done:
                    usage = Usage(
                        input_tokens=max(part.prompt_eval_count or 0, 0), output_tokens=max(part.eval_count or 0, 0)
                    )
                    request.on_usage(usage)
                    return "".join(text), usage, part.done_reason or ""
        raise Retryable(f"{self.id}: the answer broke off")

    async def _parts(self, asked: dict[str, Any], timeout: float | None) -> AsyncGenerator[ChatResponse]:
        async with self._server.client(self.id, timeout) as client:
            async for part in await client.chat(**asked, stream=True):
                yield part
