"""OpenAI's models, by the Responses API (https://platform.openai.com/docs/api-reference/responses)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

import openai

from kasen.errors import ConfigurationError, Retryable
from kasen.models.connection import connection_of
from kasen.models.openai.answer import Heard, usage_of
from kasen.models.openai.client import Endpoint, Event, data_url, endpoint, streamed
from kasen.models.openai.concessions import Concessions, Offer, prompt_in, schema_in, schema_name
from kasen.models.openai.failures import failure, refusal, said
from kasen.models.provider import Completion, ModelContext, ModelRequest
from kasen.models.role import Picture, Tier

ADDRESS = "https://api.openai.com/v1"
EFFORT: Mapping[Tier, str] = {
    "basic": "low",
    "reasoning": "medium",
    "high_reasoning": "high",
    "vision": "low",
    "image": "low",
}
"""Reasoning effort of a tier, for models that reason; other models refuse the parameter."""
_REASONS = re.compile(r"(ft:)?(o\d+|gpt-([5-9]|[12]\d))(?![\d])(?!.*chat)")
"""Families whose models reason: o1, o3, o4, gpt-5 and later; `gpt-5-chat` does not."""


class OpenAIModel:
    """Implements `ChatModel`. What an account or model does not take (summaries, streaming) is asked for once only.

    Nothing is stored at OpenAI (`store: false`). No cap on output is sent; text without end is left as `length`.
    """

    by_hand = False
    patience = 1.0

    def __init__(self, model: str, context: ModelContext) -> None:
        access = context.access
        self.id = f"openai:{model}"
        if not access.openai_api_key.strip():
            raise ConfigurationError(f"`{self.id}` needs a key", hint="Set OPENAI_API_KEY (setting `openai_api_key`).")
        address = access.openai_base_url or ADDRESS
        self._at = endpoint(
            self.id,
            address,
            access.openai_api_key,
            setting="OPENAI_BASE_URL",
            connection=connection_of(access),
        )
        self.account = f"openai@{self._at.place}" if access.openai_base_url else "openai"
        self._model = model
        # Fine-tuned models take a schema without lengths, ranges and patterns only.
        self._concessions = Concessions(self.id, form="plain" if model.startswith("ft:") else "strict")

    @property
    def silent(self) -> bool:
        """True once streaming was refused: nothing arrives before the whole answer does."""
        return self._concessions.has_dropped("stream")

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer once; see `ChatModel`."""
        wishes = {"stream", "prompt_cache_key"}
        if _REASONS.match(self._model):
            wishes |= {"reasoning.effort"} | ({"reasoning.summary"} if request.on_reasoning is not None else set())
        while True:
            offer = self._concessions.offer(request.schema_name, request.schema, wishes)
            try:
                return await self._ask(request, self._body(request, offer))
            except openai.APIError as error:
                gives_way = self._concessions.give_way(offer, error)
                failed = failure(self._at, error)
            if not gives_way:
                raise failed  # outside of the handler: what the server said may hold the key, and is not carried along

    async def _ask(self, request: ModelRequest, body: Mapping[str, Any]) -> Completion:
        reading = _Reading(self._at, Heard(request))
        async with streamed(self._at, "/responses", body, pulse=request.pulse, timeout=request.timeout) as events:
            return await reading.read(events)

    def _body(self, request: ModelRequest, offer: Offer) -> dict[str, Any]:
        prompt = prompt_in(offer.form, request.prompt, request.schema)
        content = [{"type": "input_text", "text": prompt}, *(_image(one) for one in request.pictures)]
        body: dict[str, Any] = {
            "model": self._model,
            "input": [{"role": "user", "content": content}],
            "text": {"format": _format(request, offer)},
            "stream": "stream" in offer,
            "store": False,
        }
        reasoning = {}
        if "reasoning.effort" in offer:
            reasoning["effort"] = EFFORT[request.tier]
        if "reasoning.summary" in offer:
            reasoning["summary"] = "auto"
        if reasoning:
            body["reasoning"] = reasoning
        if "prompt_cache_key" in offer:
            body["prompt_cache_key"] = f"kasen-{request.role}"
        return body


class _Reading:
    """Events of one response, read into what was heard."""

    def __init__(self, at: Endpoint, heard: Heard) -> None:
        self._at = at
        self._heard = heard
        self._asides: set[str] = set()
        """Numbers of items that are remarks on the work, not the answer."""

    async def read(self, events: AsyncIterator[Event]) -> Completion:
        """The completion that the events make. Raises Retryable when they end before the response does."""
        async for event in events:
            whole = event if event.get("object") == "response" else event.get("response")
            kind = str(event.get("type") or f"response.{event.get('status')}")
            if kind in ("response.completed", "response.incomplete", "response.failed", "response.cancelled"):
                return await self._end(kind, whole if isinstance(whole, Mapping) else {})
            if kind == "error":
                raise refusal(self._at, said(event))
            await self._delta(kind, event)
            if self._heard.is_endless():
                return self._heard.completion(self._at.name)
        raise Retryable(f"{self._at.name}: the answer broke off after {len(self._heard.text)} characters")

    async def _delta(self, kind: str, event: Event) -> None:
        delta = event.get("delta")
        piece = delta if isinstance(delta, str) else ""
        if kind == "response.output_text.delta" and str(event.get("output_index")) not in self._asides:
            await self._heard.say(piece)
        elif kind in ("response.reasoning_summary_text.delta", "response.reasoning_text.delta"):
            await self._heard.think(piece)
        elif kind == "response.reasoning_summary_part.added" and self._heard.reasoning:
            await self._heard.think("\n\n")
        elif kind == "response.refusal.delta":
            self._heard.refusal += piece
        elif kind == "response.output_item.added" and _is_aside(event.get("item")):
            self._asides.add(str(event.get("output_index")))

    async def _end(self, kind: str, response: Mapping[str, Any]) -> Completion:
        heard = self._heard
        usage = response.get("usage")
        if isinstance(usage, Mapping):
            heard.count(usage_of(usage))
        if kind in ("response.failed", "response.cancelled"):
            raise refusal(self._at, said(response.get("error") or f"the response was {kind.partition('.')[2]}"))
        text, heard.refusal = _said(response, heard)
        await heard.settle(text)
        if kind == "response.incomplete":
            details = response.get("incomplete_details")
            reason = str(details.get("reason", "")) if isinstance(details, Mapping) else ""
            heard.finish, heard.note = ("declined" if "filter" in reason else "length"), reason or "incomplete"
        return heard.completion(self._at.name)


def _said(response: Mapping[str, Any], heard: Heard) -> tuple[str, str]:
    """Text and refusal of a finished response: its own, else what was streamed."""
    items = [one for one in _rows(response.get("output")) if one.get("type") == "message"]
    parts = [part for one in items if not _is_aside(one) for part in _rows(one.get("content"))]
    return _joined(parts, "output_text", "text") or heard.text, _joined(parts, "refusal", "refusal") or heard.refusal


def _rows(said: object) -> list[Mapping[str, Any]]:
    return [one for one in said if isinstance(one, Mapping)] if isinstance(said, list) else []


def _joined(parts: list[Mapping[str, Any]], kind: str, field: str) -> str:
    found = (part.get(field) for part in parts if part.get("type") == kind)
    return "".join(one for one in found if isinstance(one, str))


def _is_aside(item: object) -> bool:
    return isinstance(item, Mapping) and item.get("phase") == "commentary"


def _format(request: ModelRequest, offer: Offer) -> dict[str, Any]:
    schema = schema_in(offer.form, request.schema)
    if schema is None:
        return {"type": "json_object" if offer.form == "object" else "text"}
    return {"type": "json_schema", "name": schema_name(offer), "schema": schema, "strict": offer.form != "loose"}


def _image(picture: Picture) -> dict[str, str]:
    return {"type": "input_image", "image_url": data_url(picture), "detail": "auto"}
