"""The models of a role, asked in order: retries with backoff, one repair, then the next model."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from kasen.errors import BudgetSpent, ConfigurationError, Malformed, ProviderError, Retryable, UnknownName
from kasen.models.meter import Estimate, Meter, estimate_tokens
from kasen.models.provider import ChatModel, Completion, ModelRequest, OnText, OpenModel
from kasen.models.role import Reply, Usage
from kasen.prompts.loader import render
from kasen.prompts.outside import printable

log = logging.getLogger("kasen.models")
_SHOWN_ANSWER = 6000
_SHOWN_WHY = 200


@dataclass(frozen=True, kw_only=True)
class Retries:
    """How often one model is asked and how long to wait in between (seed 004 F011: 3 attempts, 4–10 s)."""

    attempts: int = 3
    first_wait_s: float = 4.0
    longest_wait_s: float = 10.0
    longest_retry_after_s: float = 60.0
    """A provider that wants a longer pause than this is left for the next model."""

    def wait(self, attempt: int, error: Retryable) -> float | None:
        """Seconds to wait after that attempt (counted from 1), or None when the model is to be left."""
        if attempt >= self.attempts:
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self.longest_retry_after_s else None
        return min(self.first_wait_s * float(2 ** (attempt - 1)), self.longest_wait_s)


@dataclass(kw_only=True)
class Tally(Generic[Reply]):
    """What one ask has taken so far, over all models, failed calls included."""

    value: Reply | None = None
    by: str = ""
    usage: Usage = field(default_factory=Usage)
    usd: float | None = 0.0
    calls: int = 0
    why: str = ""
    answer_chars: int = 0

    def count(self, completion: Completion) -> None:
        """Add a call that was answered."""
        self.usage += completion.usage
        self.usd = None if self.usd is None or completion.usd is None else self.usd + completion.usd
        self.answer_chars = len(completion.text)


@dataclass(kw_only=True)
class Chain(Generic[Reply]):
    """One ask on its way through the models. `walk` fills `tally`; its `value` stays None when every model failed."""

    open_model: OpenModel
    meter: Meter
    sleep: Callable[[float], Awaitable[None]]
    retries: Retries
    request: ModelRequest
    parse: Callable[[Completion], Reply]
    stream: Callable[[int], OnText | None] = lambda _call: None
    """Where the words of the nth call go, counted from 1."""
    tally: Tally[Reply] = field(default_factory=Tally)
    _repaired: set[str] = field(default_factory=set, init=False)

    async def walk(self, names: Sequence[str]) -> Tally[Reply]:
        """Ask each model in turn until one gives a valid value. A spent budget ends the walk."""
        self.tally.why = "no model"
        for name in names:
            try:
                self.tally.value = await self._with_retries(self.open_model(name))
            except BudgetSpent as error:
                log.warning("%s: budget spent, the rule answers: %s", self.request.role, error)
                self.tally.why = "budget"
                return self.tally
            except (ProviderError, ConfigurationError, UnknownName) as error:
                self.tally.why = f"{name}: {_clause(error)}"
                log.warning("%s: %s failed: %s", self.request.role, name, _clause(error))
            else:
                self.tally.why = ""
                return self.tally
        return self.tally

    async def _with_retries(self, model: ChatModel) -> Reply:
        attempt = 1
        while True:
            try:
                return await self._attempt(model)
            except Retryable as error:
                wait = self.retries.wait(attempt, error)
                if wait is None:
                    raise
                log.warning("%s: asking %s again in %g s: %s", self.request.role, model.id, wait, _clause(error))
                await self.sleep(wait)
                attempt += 1

    async def _attempt(self, model: ChatModel) -> Reply:
        completion = await self._call(model, self.request)
        try:
            return self._accept(completion)
        except Malformed as error:
            if model.id in self._repaired:
                raise
            self._repaired.add(model.id)
            log.warning(
                "%s: %s is shown what is wrong with its answer: %s", self.request.role, model.id, _clause(error)
            )
            prompt = _repair_prompt(self.request.prompt, completion, error)
            return self._accept(await self._call(model, replace(self.request, prompt=prompt)))

    def _accept(self, completion: Completion) -> Reply:
        value = self.parse(completion)
        self.tally.by = completion.model
        return value

    async def _call(self, model: ChatModel, request: ModelRequest) -> Completion:
        estimate = Estimate(model=model.id, input_tokens=estimate_tokens(request.prompt))
        await self.meter.check(estimate)
        self.tally.calls += 1
        timeout = None if model.by_hand else request.timeout
        request = replace(request, on_text=self.stream(self.tally.calls), timeout=timeout)
        usage: Usage = Usage()
        usd: float | None = 0.0
        try:
            async with asyncio.timeout(timeout):
                completion = await model.complete(request)
            self.tally.count(completion)
            usage, usd = completion.usage, completion.usd
        except TimeoutError as error:
            raise Retryable(f"no answer within {timeout or 0:g} s") from error
        finally:
            self.meter.add(estimate, usage, usd)
        log.debug(
            "%s: %s answered: prompt %d characters, answer %d characters, %d + %d tokens",
            *(request.role, completion.model, len(request.prompt), len(completion.text)),
            *(usage.input_tokens, usage.output_tokens),
        )
        return completion


def _repair_prompt(prompt: str, completion: Completion, error: Malformed) -> str:
    answer = completion.text or str(completion.value)
    return render("kasen", "repair", prompt=prompt, answer=answer[:_SHOWN_ANSWER], error=str(error))


def _clause(error: Exception) -> str:
    """An error as one short line; providers put whole pages into theirs."""
    text = " ".join(printable(str(error)).split())
    return text if len(text) <= _SHOWN_WHY else text[: _SHOWN_WHY - 1] + "…"
