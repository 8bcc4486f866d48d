"""Any server that speaks OpenAI's chat completions: vLLM, llama.cpp, LM Studio, OpenRouter, DeepSeek, Groq and more."""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncIterator, Mapping
from typing import Any

import openai

from kasen.errors import ConfigurationError, Retryable
from kasen.models.connection import connection_of
from kasen.models.openai.answer import Heard, most_tokens, usage_of
from kasen.models.openai.client import LOCAL_PATIENCE, Endpoint, Event, data_url, endpoint, streamed
from kasen.models.openai.concessions import Concessions, Offer, prompt_in, schema_in, schema_name
from kasen.models.openai.failures import failure, refusal, said
from kasen.models.openai.thoughts import Thoughts
from kasen.models.provider import Completion, ModelContext, ModelRequest

log = logging.getLogger("kasen.models")
WISHES = ("stream", "stream_options")
CAPS = ("max_tokens", "max_completion_tokens")
"""Parameters that are sent until the server refuses them; of the caps the first that it takes."""
CUT_OFF = frozenset({"length", "max_tokens", "model_length", "max_output_tokens"})
DECLINED = frozenset({"content_filter", "safety", "sensitive", "refusal", "prohibited_content", "recitation"})
BROKEN = frozenset({"error", "abort", "cancelled", "insufficient_system_resource", "network_error"})
"""Values of `finish_reason` that are not a plain stop, over all servers."""


class CompatibleModel:
    """Implements `ChatModel` for `compatible:MODEL` at `compatible_base_url`; a key is sent when there is one.

    What this server refuses (a schema, `stream_options`, a cap on tokens) is left out from then on. Where it never
    says its usage, tokens are estimated (`meter.estimate_tokens`), which the log says once. A price is taken where
    the server says it (OpenRouter).
    """

    by_hand = False

    def __init__(self, model: str, context: ModelContext) -> None:
        access = context.access
        self.id = f"compatible:{model}"
        if not access.compatible_base_url:
            raise ConfigurationError(
                f"`{self.id}` needs the address of a server",
                hint="Set KASEN_COMPATIBLE_BASE_URL (setting `compatible_base_url`), as http://127.0.0.1:8000/v1.",
            )
        self._at = endpoint(
            self.id,
            access.compatible_base_url,
            access.compatible_api_key,
            setting="KASEN_COMPATIBLE_BASE_URL",
            connection=connection_of(access),
        )
        self.account = f"compatible@{self._at.place}"
        self.patience = LOCAL_PATIENCE if self._at.is_near else 1.0
        self._model = model
        self._concessions = Concessions(self.id)
        self._estimates = False

    @property
    def silent(self) -> bool:
        """True once streaming was refused: nothing arrives before the whole answer does."""
        return self._concessions.has_dropped("stream")

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer once; see `ChatModel`."""
        while True:
            cap = [one for one in CAPS if not self._concessions.has_dropped(one)][:1]
            offer = self._concessions.offer(request.schema_name, request.schema, (*WISHES, *cap))
            try:
                return await self._ask(request, self._body(request, offer))
            except openai.APIError as error:
                gives_way = self._concessions.give_way(offer, error)
                failed = failure(self._at, error)
            if not gives_way:
                raise failed  # outside of the handler: what the server said may hold the key, and is not carried along

    async def _ask(self, request: ModelRequest, body: Mapping[str, Any]) -> Completion:
        heard = Heard(request)
        async with streamed(
            self._at, "/chat/completions", body, pulse=request.pulse, timeout=request.timeout
        ) as events:
            await _Reading(self._at, heard).read(events)
        if heard.usage is None and not self._estimates:
            self._estimates = True
            log.warning("%s: the server at %s does not say its usage: tokens are estimated", self.id, self._at.place)
        return heard.completion(self.id)

    def _body(self, request: ModelRequest, offer: Offer) -> dict[str, Any]:
        prompt = prompt_in(offer.form, request.prompt, request.schema)
        pictures = [{"type": "image_url", "image_url": {"url": data_url(one)}} for one in request.pictures]
        # Without pictures the content stays plain text: many servers know no list.
        content = [{"type": "text", "text": prompt}, *pictures] if pictures else prompt
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": "user", "content": content}],
            "stream": "stream" in offer,
        }
        answer = _format(request, offer)
        if answer:
            body["response_format"] = answer
        if "stream" in offer and "stream_options" in offer:
            body["stream_options"] = {"include_usage": True}
        return body | {cap: most_tokens(request) for cap in CAPS if cap in offer}


class _Reading:
    """Chunks of one answer, read into what was heard."""

    def __init__(self, at: Endpoint, heard: Heard) -> None:
        self._at = at
        self._heard = heard
        self._thoughts = Thoughts()

    async def read(self, events: AsyncIterator[Event]) -> None:
        """Read to the end. Raises Retryable for an answer that broke off."""
        finish = ""
        async for event in events:
            usage = event.get("usage")
            if isinstance(usage, Mapping):
                self._heard.count(usage_of(usage))
                self._heard.usd = _cost(usage)
            choices = event.get("choices")
            if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
                finish = await self._choice(choices[0]) or finish
            if self._heard.is_endless():
                return
        await self._take(*self._thoughts.rest())
        self._end(finish)

    async def _choice(self, choice: Mapping[str, Any]) -> str:
        """Take one chunk's choice; return why the answer ended, when it did."""
        if choice.get("error"):
            raise refusal(self._at, said(choice["error"]))
        delta = choice.get("delta") or choice.get("message") or {}  # a server that does not stream sends a message
        if isinstance(delta, Mapping):
            thought = delta.get("reasoning_content") or delta.get("reasoning")
            await self._heard.think(thought if isinstance(thought, str) else "")
            await self._content(delta.get("content"))
            refused = delta.get("refusal")
            self._heard.refusal += refused if isinstance(refused, str) else ""
        return str(choice.get("finish_reason") or "").lower()

    async def _content(self, content: object) -> None:
        if isinstance(content, str):
            await self._take(*self._thoughts.take(content))
        for part in content if isinstance(content, list) else ():  # Mistral: thoughts and text as parts
            if isinstance(part, Mapping) and part.get("type") == "thinking":
                inner = part.get("thinking")
                await self._heard.think(inner if isinstance(inner, str) else _texts(inner))
            elif isinstance(part, Mapping):
                await self._heard.say(_texts([part]))

    async def _take(self, thought: str, text: str) -> None:
        await self._heard.think(thought)
        await self._heard.say(text)

    def _end(self, finish: str) -> None:
        heard = self._heard
        if finish in BROKEN or (not finish and not heard.is_whole()):
            why = f" ({finish})" if finish else ""
            raise Retryable(f"{self._at.name}: the answer broke off after {len(heard.text)} characters{why}")
        if finish in CUT_OFF:
            heard.finish, heard.note = "length", finish
        elif finish in DECLINED:
            heard.finish, heard.note = "declined", finish


def _texts(parts: object) -> str:
    found = [one.get("text") for one in parts if isinstance(one, Mapping)] if isinstance(parts, list) else []
    return "".join(one for one in found if isinstance(one, str))


def _format(request: ModelRequest, offer: Offer) -> dict[str, Any] | None:
    schema = schema_in(offer.form, request.schema)
    if schema is not None:
        named = {"name": schema_name(offer), "schema": schema, "strict": offer.form != "loose"}
        return {"type": "json_schema", "json_schema": named}
    return {"type": "json_object"} if offer.form == "object" else None


def _cost(usage: Mapping[str, Any]) -> float | None:
    """US dollars that the server itself says (OpenRouter; with a key of one's own its fee and the provider's price)."""
    cost = _number(usage.get("cost"))
    details = usage.get("cost_details")
    if cost is None or not usage.get("is_byok") or not isinstance(details, Mapping):
        return cost
    return cost + (_number(details.get("upstream_inference_cost")) or 0.0)


def _number(value: object) -> float | None:
    return (
        float(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf
        else None
    )
