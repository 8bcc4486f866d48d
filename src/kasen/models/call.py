"""One call of one model: its place in the account, the budget, the deadline, and what it has cost."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Protocol

from kasen.errors import KasenError, Refused
from kasen.models.account import Accounts
from kasen.models.deadline import CallLimits, Deadlines, Watch
from kasen.models.meter import Estimate, Meter, Price, estimate_tokens, expect
from kasen.models.provider import ChatModel, Completion, ModelRequest
from kasen.models.receipt import ModelCost, sum_usd
from kasen.models.role import Usage

log = logging.getLogger("kasen.models")
_LATE = 0.01
"""Seconds by which a call outlasts the cap on time, so that the cap is surely reached when it ends."""
Announce = Callable[[tuple[ModelCost, ...]], Awaitable[None]]
"""Takes, before each call, what an ask has cost so far with this call at its estimate."""


class Listener(Protocol):
    """Takes what one call streams."""

    async def text(self, delta: str) -> None:
        """The next piece of the answer."""
        ...

    async def reasoning(self, delta: str) -> None:
        """The next piece of the model's reasoning."""
        ...

    async def close(self) -> None:
        """The call has failed: what was heard of it does not stand."""
        ...


@dataclass(kw_only=True)
class Costs:
    """What the calls of one ask have taken, model by model."""

    models: dict[str, ModelCost] = field(default_factory=dict)

    def add(self, cost: ModelCost) -> None:
        """Count a call."""
        known = self.models.get(cost.model)
        self.models[cost.model] = cost if known is None else known + cost

    def all(self) -> tuple[ModelCost, ...]:
        """In the order of their first calls."""
        return tuple(self.models.values())

    @property
    def calls(self) -> int:
        """How many were made."""
        return sum(cost.calls for cost in self.models.values())

    @property
    def usage(self) -> Usage:
        """Their sum."""
        return sum((cost.usage for cost in self.models.values()), Usage())

    @property
    def usd(self) -> float | None:
        """Their sum; None when one price is unknown."""
        return sum_usd(cost.usd for cost in self.models.values())


@dataclass(kw_only=True)
class Heard:
    """What is known of a call while it goes on, so that one that breaks off is counted too."""

    prompt: str
    listener: Listener | None
    said: Usage | None = None
    _plain: int = 0
    _other: int = 0

    async def text(self, delta: str) -> None:
        """A piece of the answer."""
        self._take(delta)
        if self.listener is not None:
            await self.listener.text(delta)

    async def reasoning(self, delta: str) -> None:
        """A piece of reasoning."""
        self._take(delta)
        if self.listener is not None:
            await self.listener.reasoning(delta)

    def usage(self, newest: Usage) -> None:
        """What the provider says that it has used so far."""
        self.said = newest

    def so_far(self, answer: str = "") -> Usage:
        """What the provider said, and of words that had come since an estimate; nothing when nothing had come."""
        if not (self._plain or self._other):
            self._take(answer)
        words = self._plain // 4 + self._other + 1 if self._plain or self._other else 0  # as `estimate_tokens`
        if self.said is not None:
            return replace(self.said, output_tokens=max(self.said.output_tokens, words))
        return Usage(input_tokens=estimate_tokens(self.prompt), output_tokens=words) if words else Usage()

    def _take(self, words: str) -> None:
        other = 0 if words.isascii() else sum(1 for character in words if character >= "\x80")
        self._plain += len(words) - other
        self._other += other


def _least(one: float | None, other: float | None) -> float | None:
    return min((s for s in (one, other) if s is not None), default=None)


async def to_nobody(_models: tuple[ModelCost, ...]) -> None:
    """Announce nothing."""


@dataclass(kw_only=True)
class Caller:
    """Makes the calls of one ask and counts them in `costs`."""

    meter: Meter
    accounts: Accounts
    deadlines: Deadlines
    price: Price
    clock: Callable[[], float]
    maximum_s: float | None = None
    """What the role may take; at a model on this machine (`patience` above 1) `whole_s` at least."""
    whole_s: float | None = None
    announce: Announce = to_nobody
    costs: Costs = field(default_factory=Costs)
    _began: float = field(default=0.0, init=False)
    _by_hand_s: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._began = self.clock()

    def taken_s(self) -> float:
        """Seconds since the ask began, without those in which people answered."""
        return self.clock() - self._began - self._by_hand_s

    def left(self, model: ChatModel) -> float | None:
        """Seconds that the ask may still take with that model; None: no end."""
        return self.deadlines.left(model, self.taken_s())

    def _whole_s(self, model: ChatModel) -> float | None:
        if self.maximum_s is None or self.whole_s is None:
            return self.maximum_s or self.whole_s
        return self.maximum_s if model.patience <= 1 else max(self.maximum_s, self.whole_s)

    def closed_s(self, model: ChatModel) -> float:
        """Seconds for which its account is left alone; 0: it takes calls."""
        return 0.0 if model.by_hand else self.accounts(model.account).closed_s()

    async def __call__(self, model: ChatModel, request: ModelRequest, listener: Listener | None) -> Completion:
        """One call. Raises what the model raises, AccountClosed, Retryable and Refused at a deadline, BudgetSpent."""
        if model.by_hand:
            began = self.clock()
            try:
                return await self._counted(model, request, listener, CallLimits(), nullcontext())
            finally:
                self._by_hand_s += self.clock() - began
        async with self.accounts(model.account).turn(_least(self.left(model), self.meter.time_left())) as turn:
            limits = self.deadlines.of_call(model, request.tier, self._whole_s(model), self.left(model))
            capped = _least(limits.whole, self.meter.time_left())
            if capped == limits.whole:
                return await self._counted(model, request, listener, limits, turn.judged())
            return await self._until_the_cap(model, request, listener, limits._replace(whole=capped), turn.judged())

    async def _until_the_cap(
        self,
        model: ChatModel,
        request: ModelRequest,
        listener: Listener | None,
        limits: CallLimits,
        judged: AbstractContextManager[None],
    ) -> Completion:
        """A call that the run has less time for than the call itself may take. Raises BudgetSpent at the end of it."""
        late = limits._replace(whole=(limits.whole or 0.0) + _LATE)
        try:
            return await self._counted(model, request, listener, late, judged)
        except Refused:
            if self.meter.time_left() == 0.0:
                await self.meter.check(self._expected(model, request))
            raise

    async def _counted(
        self,
        model: ChatModel,
        request: ModelRequest,
        listener: Listener | None,
        limits: CallLimits,
        judged: AbstractContextManager[None],
    ) -> Completion:
        estimate = self._expected(model, request)
        await self.meter.check(estimate)
        heard = Heard(prompt=request.prompt, listener=listener)
        watch = Watch(limits)
        heeded = replace(
            request,
            on_text=heard.text,
            on_reasoning=heard.reasoning,
            on_usage=heard.usage,
            pulse=watch.pulse,
            timeout=limits.whole,
        )
        completion: Completion | None = None
        try:
            await self._announce(model, estimate)
            with judged:
                async with watch:
                    completion = await model.complete(heeded)
            return completion
        finally:
            self._count(model, estimate, heard, completion)

    async def _announce(self, model: ChatModel, estimate: Estimate) -> None:
        if not model.by_hand:
            pending = ModelCost(model=model.id, usage=estimate.usage, usd=estimate.usd)
            await self.announce((*self.costs.all(), pending))

    def _count(self, model: ChatModel, estimate: Estimate, heard: Heard, completion: Completion | None) -> None:
        """However a call ends, it is counted: as the provider said, else by what was heard."""
        said = completion.usage if completion is not None else Usage()
        usage = said if said.total or model.by_hand else heard.so_far(completion.text if completion else "")
        usd = completion.usd if completion is not None else None
        if usd is None:
            usd = self._price(model, usage)
        name = (completion.model if completion else "") or model.id
        self.meter.add(estimate, usage, usd)
        self.costs.add(ModelCost(model=name, usage=usage, usd=sum_usd([usd])))
        log.debug(
            "%s %s: prompt %d characters, answer %d characters, %d + %d tokens",
            *(name, "answered" if completion else "broke off", len(heard.prompt)),
            *(len(completion.text) if completion else 0, usage.input_tokens, usage.output_tokens),
        )

    def _expected(self, model: ChatModel, request: ModelRequest) -> Estimate:
        estimate = expect(
            model.id,
            request.prompt,
            tier=request.tier,
            answer_tokens=request.answer_tokens,
            pictures=request.pictures,
            price=lambda _name, usage: self._price(model, usage),
        )
        return replace(estimate, usd=0.0) if model.by_hand else estimate

    def _price(self, model: ChatModel, usage: Usage) -> float | None:
        if model.by_hand or not usage.total:
            return 0.0
        try:
            return self.price(model.id, usage)
        except KasenError:  # a provider that the table of providers does not name: its price is not known either
            return None
