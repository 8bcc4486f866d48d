"""An answer of OpenAI or a server that speaks like it, gathered while it streams in."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kasen.models.meter import estimate_tokens
from kasen.models.openai.strict_schema import restored
from kasen.models.pictures import tokens_of
from kasen.models.provider import Completion, ModelRequest
from kasen.models.role import Usage

ROOM = 16
LEAST_ROOM = 16_384
"""Tokens that an answer may take, thoughts included: that many times what its role expects, and never fewer."""
CHARACTERS = 6
"""Characters per token, more than prose or JSON has: they end an answer where the server heeds no cap on tokens."""


def most_tokens(request: ModelRequest) -> int:
    """The cap on the output of that request."""
    return max(ROOM * request.answer_tokens, LEAST_ROOM)


@dataclass
class Heard:
    """What has arrived of one answer. Text and reasoning are passed on as they come, where somebody listens."""

    request: ModelRequest
    refusal: str = ""
    usage: Usage | None = None
    """None until the provider says it."""
    usd: float | None = None
    finish: Literal["", "stop", "length", "declined"] = ""
    note: str = ""
    size: int = field(default=0, init=False)
    """Characters of text and reasoning."""
    _text: list[str] = field(default_factory=list, init=False, repr=False)
    _reasoning: list[str] = field(default_factory=list, init=False, repr=False)

    @property
    def text(self) -> str:
        """The answer so far."""
        return "".join(self._text)

    @property
    def reasoning(self) -> str:
        """The reasoning so far, where the provider shows it."""
        return "".join(self._reasoning)

    async def say(self, piece: str) -> None:
        """Take a piece of the answer's text."""
        if piece:
            self._text.append(piece)
            self.size += len(piece)
            if self.request.on_text is not None:
                await self.request.on_text(piece)

    async def think(self, piece: str) -> None:
        """Take a piece of the reasoning."""
        if piece:
            self._reasoning.append(piece)
            self.size += len(piece)
            if self.request.on_reasoning is not None:
                await self.request.on_reasoning(piece)

    def count(self, usage: Usage) -> None:
        """Take what the provider says that this call has used so far."""
        self.usage = usage
        self.request.on_usage(usage)

    async def settle(self, text: str) -> None:
        """Take the provider's own last word on the text: it counts, and is passed on when nothing was before."""
        if not self._text:
            await self.say(text)
        self._text = [text]

    def is_endless(self) -> bool:
        """True, and the answer ends as cut off, when it is longer than any cap on tokens allows."""
        if self.size <= CHARACTERS * most_tokens(self.request):
            return False
        self.finish = "length"
        self.note = f"cut off after {self.size:,} characters"
        return True

    def is_whole(self) -> bool:
        """True when the text is complete JSON, so that nothing can be missing from it."""
        try:
            json.loads(self.text)
        except (ValueError, RecursionError):
            return False
        return True

    def completion(self, name: str) -> Completion:
        """The answer of the model of that name, without the nulls of the strict subset."""
        finish, note = self.finish or "stop", self.note
        if self.refusal and finish != "length":
            finish, note = "declined", self.refusal
        return Completion(
            model=name,
            text=restored(self.text, self.request.schema),
            usage=self.usage or self.estimate(),
            usd=self.usd,
            finish=finish,
            note="" if finish == "stop" else note,
        )

    def estimate(self) -> Usage:
        """What the call has used, reckoned from its texts (`meter.estimate_tokens`)."""
        reasoning = estimate_tokens(self.reasoning) if self.reasoning else 0
        pictures = sum(tokens_of(one) for one in self.request.pictures)
        return Usage(
            input_tokens=estimate_tokens(self.request.prompt) + pictures,
            output_tokens=estimate_tokens(self.text) + reasoning,
            reasoning_tokens=reasoning,
        )


def usage_of(said: Mapping[str, Any]) -> Usage:
    """Tokens as the Responses API, chat completions or one of their dialects counts them."""
    taken = _first(said, "input_tokens", "prompt_tokens")
    given = _first(said, "output_tokens", "completion_tokens")
    into = _part(said, "input_tokens_details", "prompt_tokens_details")
    out = _part(said, "output_tokens_details", "completion_tokens_details")
    return Usage(
        input_tokens=taken,
        # Where reasoning is counted beside the output (xAI, Gemini), only the total holds it.
        output_tokens=max(given, _first(said, "total_tokens") - taken),
        cached_tokens=_first(into, "cached_tokens") or _first(said, "prompt_cache_hit_tokens"),
        reasoning_tokens=_first(out, "reasoning_tokens"),
        cache_write_tokens=_first(into, "cache_write_tokens"),
    )


def _part(said: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    return next((said[name] for name in names if isinstance(said.get(name), Mapping)), {})


def _first(said: Mapping[str, Any], *names: str) -> int:
    found = (said.get(name) for name in names)
    return next((max(int(one), 0) for one in found if isinstance(one, int | float) and math.isfinite(one)), 0)
