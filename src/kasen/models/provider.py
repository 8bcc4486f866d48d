"""The seam that vendors plug into: one request to one model, and what comes back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from kasen.models.access import Access
from kasen.models.role import Picture, Tier, Usage

OnText = Callable[[str], Awaitable[None]]
"""Takes the next piece of the answer as the provider streams it."""


@dataclass(frozen=True, kw_only=True)
class Completion:
    """What a model answered: `value` when the provider parsed it, else `text`."""

    model: str
    """The `provider:model` that answered."""
    text: str = ""
    value: Mapping[str, Any] | None = None
    usage: Usage = field(default_factory=Usage)
    usd: float | None = None
    """Price, where the provider itself says it; else None, and the price table is asked."""
    finish: Literal["stop", "length", "declined"] = "stop"
    """Why it ended: `length`: cut off at a limit of tokens; `declined`: the model or a filter would not answer."""
    note: str = ""
    """The provider's own words for an end that is not `stop` (`SAFETY`, `max_output_tokens`)."""


def ignore(*_: object) -> None:
    """Take anything and do nothing."""


def accept_any(completion: Completion) -> None:
    """Accept whatever was answered."""


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """One call of one model."""

    role: str
    prompt: str
    schema: Mapping[str, Any]
    """JSON schema that the answer must satisfy."""
    schema_name: str
    tier: Tier = "basic"
    call_id: str = ""
    """Stays the same when a continued run asks again: 16 hex digits of the receipt's key."""
    on_text: OnText | None = None
    """Where to stream the answer's text to; None when nobody looks."""
    on_reasoning: OnText | None = None
    """Where to stream the model's reasoning to, where the provider shows it; None when nobody looks."""
    on_usage: Callable[[Usage], object] = ignore
    """Takes what this call has used so far, each time the provider says it: a call that breaks off still counts."""
    pulse: Callable[[], object] = ignore
    """Call it for everything that arrives from the provider, shown or not: it holds off the deadline for a stall."""
    pictures: Sequence[Picture] = ()
    """Images shown with the prompt, after its text; already small enough for every provider."""
    answer_tokens: int = 600
    """Tokens that the answer is expected to take; a cap on output has to leave room for many times as much."""
    timeout: float | None = None
    """Seconds for the whole call; the caller holds it too, so a provider only passes it on."""
    check: Callable[[Completion], object] = accept_any
    """Raises Malformed, saying why, for an answer that does not satisfy the schema."""


class ChatModel(Protocol):
    """One model of one provider.

    One that cannot call `pulse` sets `silent = True`: of the deadlines it only has that of the whole call.
    """

    id: str
    """`provider:model`."""
    by_hand: bool
    """True when people answer: no deadline applies."""
    account: str
    """Whose limits a call counts against: `openai`, `google:vertex:my-project`, `ollama@127.0.0.1:11434`."""
    patience: float
    """Factor on all deadlines: 1 for hosted models; more for those that run on the machine at hand."""

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer once, without retrying. Raises Retryable, Refused or ConfigurationError, nothing else of its own.

        It always streams from the provider, so that `pulse` can be called; no client retries by itself.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class ModelContext:
    """What a provider is opened with. Keys and endpoints come here too, never from the environment."""

    access: Access = field(default_factory=Access)
    manual_folder: Path | None = None
    """Where preset `manual` parks asks and finds answers."""
    manual_limit_s: float | None = None
    """Seconds to wait for an answer by hand; None waits for ever."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic


OpenModel = Callable[[str], ChatModel]
"""From `provider:model` to the model. Raises UnknownName or ConfigurationError."""
