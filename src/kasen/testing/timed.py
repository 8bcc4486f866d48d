"""A scripted model that notes when each call began and ended: what was asked at once, and what had to wait."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from kasen.models.provider import Completion, ModelRequest
from kasen.testing.scripted import Script, ScriptedModel


class Span(NamedTuple):
    """One call, in seconds of a clock of its own."""

    began: float
    ended: float
    role: str


class TimedModel(ScriptedModel):
    """See `ScriptedModel`; `spans` holds the calls in the order in which they ended."""

    def __init__(self, script: Script, **more: Any) -> None:
        super().__init__(script, **more)
        self.spans: list[Span] = []

    async def complete(self, request: ModelRequest) -> Completion:
        """Give the next answer of the script, and note how long it took."""
        began = time.perf_counter()
        try:
            return await super().complete(request)
        finally:
            self.spans.append(Span(began, time.perf_counter(), request.role))

    def serial(self) -> int:
        """The longest chain of calls of which each began after the one before had ended."""
        depths: list[tuple[float, int]] = []
        for span in sorted(self.spans):
            before = [depth for ended, depth in depths if ended <= span.began]
            depths.append((span.ended, 1 + max(before, default=0)))
        return max((depth for _, depth in depths), default=0)

    def roles(self) -> dict[str, int]:
        """How often each role was asked."""
        return dict(Counter(span.role for span in self.spans))

    def lasted(self, *roles: str) -> float:
        """Seconds from the first question of these roles to their last answer; 0 where none was asked."""
        spans = [span for span in self.spans if span.role in roles]
        return max(span.ended for span in spans) - min(span.began for span in spans) if spans else 0.0


def one_by_one() -> Callable[[float], Awaitable[None]]:
    """A `sleep` that lets one call wait at a time: what answers take that are not asked for at once."""
    lock = asyncio.Lock()

    async def sleep(seconds: float) -> None:
        async with lock:
            await asyncio.sleep(seconds)

    return sleep
