"""Gemini as a chat model, by AI Studio or Vertex AI, through google-genai."""

from __future__ import annotations

import re
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Literal

from google.genai import types

from kasen.errors import Refused, Retryable
from kasen.models.google.client import GoogleDoor, LoadCredentials, application_default, usage_of, word
from kasen.models.google.schema import gemini_schema
from kasen.models.provider import Completion, ModelContext, ModelRequest
from kasen.models.role import Tier, Usage

LEVELS: dict[Tier, types.ThinkingLevel] = {
    "basic": types.ThinkingLevel.LOW,
    "vision": types.ThinkingLevel.LOW,
    "reasoning": types.ThinkingLevel.MEDIUM,
    "high_reasoning": types.ThinkingLevel.HIGH,
}
"""How long Gemini 3 and later think, by tier. LOW is the least that all of them take."""
BUDGETS: dict[Tier, int] = {"basic": 0, "vision": 512, "reasoning": 8192, "high_reasoning": 24576}
"""Tokens that Gemini 2.5 may think, by tier: 24,576 is the most that Flash takes."""
LEAST_BUDGET = {"pro": 128, "flash-lite": 512}
"""Tokens below which 2.5 Pro cannot and 2.5 Flash-Lite does not think."""
LENGTH = frozenset({"MAX_TOKENS", "CONTINUATION"})
BROKEN = frozenset({
    "OTHER", "FINISH_REASON_UNSPECIFIED", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS",
})  # fmt: skip
"""Ends that say nothing about the request: worth asking again. Every other end but STOP is a refusal."""
_LEVELLED = re.compile(
    r"gemini-(?:[3-9]|\d\d)(?:\.\d+)?-(?!.*(?:image|tts|live|audio))|gemini-(?:flash|flash-lite|pro)-latest"
)
_BUDGETED = re.compile(r"gemini-2\.5-(?P<size>pro|flash-lite|flash)(?!.*(?:image|tts|live|audio))")
_REFUSES_THINKING = re.compile(r"answered 400: .*thinking", re.IGNORECASE)


def thinking_of(model: str, tier: Tier) -> types.ThinkingConfig | None:
    """How that model thinks in that tier; None for models that are not known to take such a wish.

    Sources: ai.google.dev/gemini-api/docs/thinking; MINIMAL is refused by Gemini 3.1 Pro, 3.7 and 3.8 Flash.
    Summaries of thoughts are asked for whenever it thinks: they hold off the deadline for a stall.
    """
    name = model.rsplit("/", 1)[-1]
    if _LEVELLED.match(name):
        return types.ThinkingConfig(include_thoughts=True, thinking_level=LEVELS.get(tier, types.ThinkingLevel.LOW))
    found = _BUDGETED.match(name)
    if not found:
        return None
    budget = BUDGETS.get(tier, 0)
    least = LEAST_BUDGET.get(found["size"], 0)
    if 0 < budget < least or (budget == 0 and found["size"] == "pro"):
        budget = least
    return types.ThinkingConfig(include_thoughts=budget > 0, thinking_budget=budget)


class GoogleModel:
    """`google:MODEL`: a Gemini model, a tuned model (`tunedModels/…`), or on Vertex AI `projects/…`, `publishers/…`."""

    by_hand = False
    patience = 1.0

    def __init__(
        self, model: str, context: ModelContext, *, credentials: LoadCredentials = application_default
    ) -> None:
        self._door = GoogleDoor(model, context.access, credentials=credentials)
        self.id = self._door.name
        self.account = self._door.account
        self._model = model
        self._unthinking: set[Tier] = set()

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer once. A model that refuses the wish about thinking is asked without it, now and from then on."""
        thinking = None if request.tier in self._unthinking else thinking_of(self._model, request.tier)
        try:
            return await self._ask(request, thinking)
        except Refused as error:
            if thinking is None or not _REFUSES_THINKING.search(str(error)):
                raise
        self._unthinking.add(request.tier)
        return await self._ask(request, None)

    async def _ask(self, request: ModelRequest, thinking: types.ThinkingConfig | None) -> Completion:
        heard = _Heard(request)
        stream = self._door.stream(
            [asked(request)], _config(request, thinking), pulse=request.pulse, timeout=request.timeout
        )
        async with aclosing(stream):
            async for chunk in stream:
                await heard.take(chunk)
        return heard.completion(self.id)


def asked(request: ModelRequest) -> types.Content:
    """The prompt, then the pictures."""
    pictures = [types.Part.from_bytes(data=picture.data, mime_type=picture.media_type) for picture in request.pictures]
    return types.Content(role="user", parts=[types.Part(text=request.prompt), *pictures])


def _config(request: ModelRequest, thinking: types.ThinkingConfig | None) -> types.GenerateContentConfig:
    return types.GenerateContentConfig(
        response_mime_type="application/json",
        response_json_schema=gemini_schema(request.schema),
        thinking_config=thinking,
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
    )


@dataclass
class _Heard:
    """What one streamed answer holds."""

    request: ModelRequest
    text: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    end: str = ""
    note: str = ""
    blocked: str = ""

    async def take(self, chunk: types.GenerateContentResponse) -> None:
        if chunk.usage_metadata is not None:
            self.usage = usage_of(chunk.usage_metadata)
            self.request.on_usage(self.usage)
        if chunk.prompt_feedback is not None and chunk.prompt_feedback.block_reason is not None:
            self.blocked = word(chunk.prompt_feedback.block_reason)
            self.note = chunk.prompt_feedback.block_reason_message or ""
        for candidate in chunk.candidates or ():
            for part in (candidate.content and candidate.content.parts) or ():
                await self._part(part)
            if candidate.finish_reason is not None:
                self.end, self.note = word(candidate.finish_reason), candidate.finish_message or ""

    async def _part(self, part: types.Part) -> None:
        if not part.text:
            return
        if not part.thought:
            self.text.append(part.text)
        listener = self.request.on_reasoning if part.thought else self.request.on_text
        if listener is not None:
            await listener(part.text)

    def completion(self, model: str) -> Completion:
        """The answer. Raises Retryable for an end that says nothing, and for none."""
        text = "".join(self.text)
        said = f"{self.blocked or self.end}: {self.note}" if self.note else self.blocked or self.end
        finish: Literal["stop", "length", "declined"] = "stop"
        if self.blocked:
            finish = "declined"
        elif not self.end:
            raise Retryable(f"{model}: the answer broke off" if text else f"{model} answered nothing")
        elif self.end in BROKEN:
            raise Retryable(f"{model}: the answer ended with {said}")
        elif self.end in LENGTH:
            finish = "length"
        elif self.end != "STOP":
            finish = "declined"
        elif not text.strip():
            raise Retryable(f"{model} answered nothing")
        return Completion(
            model=model, text=text, usage=self.usage, finish=finish, note="" if finish == "stop" else said
        )
