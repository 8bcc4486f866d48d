"""The models of a role, asked in order: retries with backoff, one repair, then the next model."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from kasen.errors import (
    BudgetSpent,
    ConfigurationError,
    Declined,
    KasenError,
    Malformed,
    ModelNotFound,
    ProviderError,
    Refused,
    Retryable,
    UnknownName,
)
from kasen.models.call import Caller, Listener
from kasen.models.notice import Left, clause
from kasen.models.provider import ChatModel, Completion, ModelRequest, OpenModel
from kasen.models.receipt import REJECTED_CHARS, Check, Rejected
from kasen.models.role import Reply
from kasen.prompts.loader import render

log = logging.getLogger("kasen.models")
_SAID = {"shown": True}
"""Of log lines whose fact is an event of the run too: a terminal shows that one."""
_SHOWN_ANSWER = 6000
MORE_ROOM = 4
"""Factor on the tokens that an answer is expected to take, when it was cut off at its limit."""


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


class CutOff(Refused):
    """The answer ended at a limit of tokens: whatever it says is not whole."""


@dataclass(kw_only=True)
class Tally(Generic[Reply]):
    """How one ask went."""

    value: Reply | None = None
    by: str = ""
    why: str = ""
    """Why no model answered; empty when one did."""
    answer_chars: int = 0
    left: list[Left] = field(default_factory=list)
    """The models that failed, in order."""
    rejected: list[Rejected] = field(default_factory=list)
    """Answers that came and were not taken, in order."""
    patience: float = 1.0
    """Of the model asked last."""
    by_hand: bool = False
    """A person was asked: how long that took is no one's fault."""


@dataclass(kw_only=True)
class Chain(Generic[Reply]):
    """One ask on its way through the models. `walk` fills `tally`; its `value` stays None when every model failed.

    Retryable failures are asked again, everything else goes to the next model at once. A malformed answer is shown to
    its model once, one that was cut off gets more room once. Words of a call that fails are taken back.
    """

    open_model: OpenModel
    call: Caller
    sleep: Callable[[float], Awaitable[None]]
    retries: Retries
    request: ModelRequest
    parse: Callable[[Completion], Reply]
    listen: Callable[[int], Listener | None] = lambda _call: None
    """Who hears the nth call, counted from 1."""
    tired: set[str] = field(default_factory=set)
    """Accounts that failed every attempt of an ask, shared by the asks of a run. While a model of another account is
    left, such a one is tried once, without waits; an answer of it clears its name."""
    missing: dict[str, ModelNotFound] = field(default_factory=dict)
    """Models that their providers do not have, shared by the asks of a run: they are asked for once."""
    tally: Tally[Reply] = field(default_factory=Tally)
    _repaired: bool = field(default=False, init=False)
    _room: int = field(default=1, init=False)
    _last: Completion | None = field(default=None, init=False)

    async def walk(self, names: Sequence[str]) -> Tally[Reply]:
        """Ask each model in turn until one gives a valid value. A spent budget ends the walk."""
        self.tally.why = "no model"
        for place, name in enumerate(names):
            account, called = "", name
            try:
                if name in self.missing:
                    raise self.missing[name]
                model = self.open_model(name)
                account, called = model.account, model.id
                persists = account not in self.tired or not self._has_other(account, names[place + 1 :])
                self.tally.value = await self._of(model, persists=persists)
            except BudgetSpent as error:
                log.warning("%s: budget spent, the rule answers: %s", self.request.role, error, extra=_SAID)
                self.tally.why = "budget"
                return self.tally
            except (ProviderError, ConfigurationError, UnknownName) as error:
                self.tally.why = f"{called}: {clause(error)}"
                self.tally.left.append(Left(called, error, account))
                log.warning("%s: %s failed: %s", self.request.role, called, clause(error, called), extra=_SAID)
                if isinstance(error, ModelNotFound):
                    self.missing[name] = error
                if isinstance(error, Retryable) and not isinstance(error, Malformed):
                    self.tired.add(account)
            else:
                self.tired.discard(account)
                self.tally.why = ""
                return self.tally
        return self.tally

    def _has_other(self, account: str, names: Sequence[str]) -> bool:
        """Whether one of these models can be asked now, at another account."""
        for name in names:
            try:
                model = self.open_model(name)
            except (ProviderError, ConfigurationError, UnknownName):
                continue
            if model.account != account and not self.call.closed_s(model):
                return True
        return False

    async def _of(self, model: ChatModel, *, persists: bool) -> Reply:
        """The answer of one model; with retries when it persists."""
        self._repaired, self._room = False, 1
        self.tally.patience, self.tally.by_hand = model.patience, model.by_hand
        attempt = 1
        while True:
            left = self.call.left(model)
            if left is not None and left <= 0:
                raise Refused("there was no time left for it")
            try:
                return await self._attempt(model)
            except Retryable as error:
                wait = self.retries.wait(attempt, error) if persists else None
                if wait is None or not self._may_wait(model, wait):
                    raise
                why = clause(error, model.id)
                log.warning("%s: asking %s again in %g s: %s", self.request.role, model.id, wait, why)
                await self.sleep(wait)
                attempt += 1

    def _may_wait(self, model: ChatModel, wait: float) -> bool:
        """Whether there is time for it, and the account takes a call then."""
        left = self.call.left(model)
        return (left is None or wait < left) and self.call.closed_s(model) <= wait

    async def _attempt(self, model: ChatModel) -> Reply:
        """One call, and one more for what can be mended: an answer that was cut off, or does not satisfy the schema."""
        prompt = self.request.prompt
        try:
            return await self._answer(model, prompt)
        except CutOff:
            if self._room > 1 or model.patience > 1:  # on this machine that would take minutes; its room is wide
                raise
            self._room = MORE_ROOM
            log.warning("%s: %s was cut off; it is asked again with more room", self.request.role, model.id)
        except Malformed as error:
            if self._repaired or self._last is None:
                raise
            self._repaired = True
            log.warning("%s: %s is shown what is wrong with its answer: %s", self.request.role, model.id, clause(error))
            prompt = _repair_prompt(prompt, self._last, error)
        return await self._answer(model, prompt)

    async def _answer(self, model: ChatModel, prompt: str) -> Reply:
        """The value of one call; words of a call that fails are taken back."""
        request = replace(self.request, prompt=prompt, answer_tokens=self.request.answer_tokens * self._room)
        listener = self.listen(self.call.costs.calls + 1)
        self._last = None
        try:
            self._last = await self.call(model, request, listener)
            return self._accept(model, self._last)
        except KasenError as error:
            self._reject(model, error)
            if listener is not None:
                await listener.close()
            raise

    def _reject(self, model: ChatModel, error: KasenError) -> None:
        """Note an answer that is not taken, where one came."""
        if self._last is not None and (text := _said(self._last)):
            name, text = self._last.model or model.id, text[:REJECTED_CHARS]
            whole = text.encode("utf-8", "replace").decode("utf-8")  # half a character is one of the reasons
            self.tally.rejected.append(Rejected(model=name, text=whole, check=_check(error), why=clause(error, name)))

    def _accept(self, model: ChatModel, completion: Completion) -> Reply:
        self.tally.answer_chars = len(completion.text)
        note = f" ({completion.note})" if completion.note else ""
        if completion.finish == "declined":
            raise Declined(f"{model.id} would not answer{note}")
        if completion.finish == "length":
            raise CutOff(f"{model.id} was cut off at its limit of tokens{note}")
        value = self.parse(completion)
        self.tally.by = completion.model or model.id
        return value


def _check(error: KasenError) -> Check:
    """What an answer with that error did not pass."""
    if isinstance(error, Declined):
        return "declined"
    return "limit" if isinstance(error, CutOff) else "schema"


def _repair_prompt(prompt: str, completion: Completion, error: Malformed) -> str:
    return render("kasen", "repair", prompt=prompt, answer=_said(completion)[:_SHOWN_ANSWER], error=str(error))


def _said(completion: Completion) -> str:
    """What an answer says, as text."""
    return completion.text or ("" if completion.value is None else str(completion.value))
