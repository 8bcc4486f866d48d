"""How long a call of a model may take: until something arrives, between two things that arrive, and as a whole."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from kasen.errors import Refused, Retryable

if TYPE_CHECKING:
    from kasen.models.provider import ChatModel
    from kasen.models.role import Tier

THINKING: frozenset[Tier] = frozenset({"reasoning", "high_reasoning"})
"""Tiers whose models think before they answer."""
_TICK = 0.001
"""Seconds that a timer may fire too early."""


class CallLimits(NamedTuple):
    """Seconds of one call; None means no deadline."""

    first: float | None = None
    stall: float | None = None
    whole: float | None = None


@dataclass(frozen=True, kw_only=True)
class Deadlines:
    """Seconds of calls and asks, all times the `patience` of the model; nothing applies to answers by hand."""

    first_s: float = 30.0
    """Until the first thing arrives from the provider."""
    stall_s: float = 30.0
    """Between two things that arrive."""
    thinking_s: float = 120.0
    """In place of both for tiers that think: some providers send nothing while a model does."""
    thinking: float = 3.0
    """Factor on target, maximum and whole for tiers that think: the roles' own figures are for models that do not."""
    ask_s: float | None = 600.0
    """One ask as a whole, waits, retries, repairs and all its models included; then the rule answers."""

    def factor(self, tier: Tier, patience: float) -> float:
        """What the seconds of a role are multiplied by."""
        return patience * (self.thinking if tier in THINKING else 1.0)

    def of_call(self, model: ChatModel, tier: Tier, whole_s: float | None, left_s: float | None) -> CallLimits:
        """Limits of one call of `model`, whose ask has `left_s` seconds left."""
        if model.by_hand:
            return CallLimits()
        ends = [s for s in (whole_s and whole_s * self.factor(tier, model.patience), left_s) if s is not None]
        whole = min(ends, default=None)
        if getattr(model, "silent", False):
            return CallLimits(whole=whole)
        thinks = tier in THINKING
        first, stall = (self.thinking_s, self.thinking_s) if thinks else (self.first_s, self.stall_s)
        return CallLimits(first * model.patience, stall * model.patience, whole)

    def left(self, model: ChatModel, taken_s: float) -> float | None:
        """Seconds that an ask has left for `model`; None: no end."""
        if model.by_hand or self.ask_s is None:
            return None
        return self.ask_s * model.patience - taken_s


class Watch:
    """`async with Watch(limits) as watch:` cancels the block at a deadline; `watch.pulse()` holds off a stall.

    Raises Retryable when nothing arrived for too long, Refused at the end of the whole: the same model would take as
    long again, and be paid for again.
    """

    def __init__(self, limits: CallLimits) -> None:
        self.arrived = False
        self._limits = limits

    async def __aenter__(self) -> Watch:
        self._loop = asyncio.get_running_loop()
        whole = self._limits.whole
        self._end = math.inf if whole is None else self._loop.time() + whole
        self._timeout = asyncio.timeout_at(self._due(self._limits.first))
        self._open = True
        await self._timeout.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open = False
        late = self._loop.time() >= self._end - _TICK
        try:
            await self._timeout.__aexit__(kind, error, trace)
        except TimeoutError as timeout:
            if late:
                raise Refused(f"no whole answer within {self._limits.whole:g} s") from timeout
            if self.arrived:
                raise Retryable(f"nothing more arrived for {self._limits.stall:g} s") from timeout
            raise Retryable(f"nothing arrived within {self._limits.first:g} s") from timeout
        if isinstance(error, TimeoutError):
            raise Retryable(f"timed out: {error}" if str(error) else "timed out") from error

    def pulse(self) -> None:
        """Something arrived."""
        self.arrived = True
        if self._open and not self._timeout.expired():
            self._timeout.reschedule(self._due(self._limits.stall))

    def _due(self, quiet_s: float | None) -> float | None:
        quiet = math.inf if quiet_s is None else self._loop.time() + quiet_s
        due = min(quiet, self._end)
        return None if due == math.inf else due
