"""The seam that vendors plug into: one request to one model, and what comes back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from kasen.models.role import Tier, Usage

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
    """Price; None when the model's price is unknown."""


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
    timeout: float | None = None
    """Seconds for the whole call; the caller holds it too, so a provider only passes it on."""
    check: Callable[[Completion], object] = accept_any
    """Raises Malformed, saying why, for an answer that does not satisfy the schema."""


class ChatModel(Protocol):
    """One model of one provider."""

    id: str
    """`provider:model`."""
    by_hand: bool
    """True when people answer: no deadline applies."""

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer once, without retrying. Raises Retryable, Refused or ConfigurationError, nothing else of its own."""
        ...


@dataclass(frozen=True, kw_only=True)
class ModelContext:
    """What a provider is opened with. Keys and endpoints come here too, never from the environment."""

    manual_folder: Path | None = None
    """Where preset `manual` parks asks and finds answers."""
    manual_limit_s: float | None = None
    """Seconds to wait for an answer by hand; None waits for ever."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic


OpenModel = Callable[[str], ChatModel]
"""From `provider:model` to the model. Raises UnknownName or ConfigurationError."""
