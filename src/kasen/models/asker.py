"""Asking a role: the recorded answer, else its models in order, else its rule."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pydantic import BaseModel

from kasen.errors import InternalError, Malformed, ModelNotFound
from kasen.models import notice
from kasen.models.account import Accounts
from kasen.models.call import Caller, Listener
from kasen.models.chain import Chain, Retries, Tally
from kasen.models.deadline import Deadlines
from kasen.models.meter import Meter, Price, Unmetered
from kasen.models.prices import price
from kasen.models.provider import Completion, ModelRequest, OpenModel
from kasen.models.receipt import Ledger, Receipt, ReceiptKey, prompt_hash
from kasen.models.reply import parser, read, settled
from kasen.models.role import RULE, Answer, Picture, Reply, Role
from kasen.models.stream import Emit, Stream, Written
from kasen.prompts.loader import render

_BUGS = (
    *(ArithmeticError, AssertionError, AttributeError, ImportError, LookupError),
    *(MemoryError, NameError, OSError, RuntimeError, TypeError, ValueError),
)
"""What a faulty rule raises. Listed, because LangGraph's control flow is an `Exception` too and must pass."""


@dataclass(kw_only=True)
class Asker:
    """Implements `Ask` for one attempt at one run: `Asker(models_of=…, open_model=…, ledger=…, node_path=…)`.

    - `models_of(role)`: the `provider:model` strings to try in order; empty means: the rule answers.
      Usually `lambda role: presets.resolve(preset, role.name, role.tier, team_name)`.
    - `open_model(name)`: `registry.Models(context)`, one per process. `accounts`: likewise one per process.
    - `ledger`: the receipts of the run. `record` is awaited before the node gets the value; the runtime commits the
      receipt and its `model_call` event in one transaction. A recorded answer makes no call and no second event.
    - `node_path()`: names this execution of the node, the same after a crash (node and LangGraph task id).
    - `execution()`: tells repeated executions with the same path apart within this process (LangGraph's
      `(task_id, node_attempt)`), so that a node retried in place counts its asks from 0 again. Default: the node path.
    - `meter`: `check` before each call of a model, `add` after it. Receipts stay the durable truth of what was spent.
    - `emit_text(id, delta)`: takes the words of roles that name a field in `shows`; `emit_reasoning(id, delta)` those
      that models think. Each call has its own id; `close_text(id)` says that what it took does not stand.
    - `warn(about, text)`: takes sentences for the user; `about` tells the same fact, which is to be said once per run.
    - `progress(text, characters)`: told every 5 s how much a role has written that shows nothing.
    - `redact(text)`: applied to the rendered prompt, so that no secret reaches a model.
    - `timeout_s`: cap on one call where the role has no maximum, or the model is on this machine; None means no cap.
      See `Deadlines` for the others.

    Raises InternalError for a rule that fails, KasenErrors of ledger and loader as they come; cancellation and
    LangGraph's control flow pass untouched. Failures of models never come out: the rule answers, `why` says so.
    """

    models_of: Callable[[Role[Any]], Sequence[str]]
    open_model: OpenModel
    ledger: Ledger
    node_path: Callable[[], str]
    execution: Callable[[], Hashable] | None = None
    meter: Meter = field(default_factory=Unmetered)
    emit_text: Emit | None = None
    emit_reasoning: Emit | None = None
    close_text: Callable[[str], Awaitable[None]] | None = None
    warn: Callable[[str, str], Awaitable[None]] | None = None
    progress: Callable[[str, int], Awaitable[None]] | None = None
    redact: Callable[[str], str] | None = None
    lang: str = "en"
    """Language of what `warn` is told: `ja` or `en`."""
    accounts: Accounts | None = None
    deadlines: Deadlines = field(default_factory=Deadlines)
    price: Price = price
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    retries: Retries = field(default_factory=Retries)
    timeout_s: float | None = 120.0
    _asked: Counter[tuple[Hashable, str]] = field(default_factory=Counter, init=False, repr=False)
    _tired: set[str] = field(default_factory=set, init=False, repr=False)
    _missing: dict[str, ModelNotFound] = field(default_factory=dict, init=False, repr=False)
    _told: set[str] = field(default_factory=set, init=False, repr=False)

    async def __call__(
        self,
        role: Role[Reply],
        /,
        *,
        pictures: Sequence[Picture] = (),
        avoid: Collection[str] = (),
        **variables: Any,
    ) -> Answer[Reply]:
        """The answer of that role; see `Ask`."""
        prompt = render(role.package, role.prompt_name, **variables)
        if self.redact is not None:
            prompt = self.redact(prompt)
        # The key is taken before anything is awaited: concurrent asks get theirs in the order they were started.
        key = self._key(role, prompt, pictures)
        kept = await self.ledger.lookup(key)
        if kept is not None:
            return _from_receipt(role, kept)
        started = self.clock()
        chain = self._chain(role, prompt, pictures, key)
        tally = await self._walk(chain, role, pictures, avoid)
        if tally.value is None:
            shown = {"pictures": pictures} if pictures else {}
            tally.value, tally.by = await _by_rule(role, {**variables, **shown}), RULE
        value, text = _carried(role, tally.value)
        await self._tell(role, chain)
        receipt = _receipt(role, key, prompt, text, chain, seconds=max(self.clock() - started, 0.0))
        await self.ledger.record(key, receipt)
        return _answer(value, receipt)

    def models(self, role: Role[Any], /) -> Sequence[str]:
        """The models that are tried for a role; see `Ask`."""
        return self.models_of(role)

    def _key(self, role: Role[Any], prompt: str, pictures: Sequence[Picture]) -> ReceiptKey:
        path = self.node_path()
        digest = prompt_hash(role.name, prompt, role.reply, pictures)
        place = (path if self.execution is None else self.execution(), digest)
        index = self._asked[place]
        self._asked[place] += 1
        return ReceiptKey(path, role.name, index, digest)

    def _chain(self, role: Role[Reply], prompt: str, pictures: Sequence[Picture], key: ReceiptKey) -> Chain[Reply]:
        read_reply = parser(role)

        def parse(completion: Completion) -> Reply:
            return settled(role, read_reply(completion))[0]

        if self.accounts is None:
            self.accounts = Accounts(clock=self.clock, sleep=self.sleep)
        caller = Caller(
            meter=self.meter,
            accounts=self.accounts,
            deadlines=self.deadlines,
            price=self.price,
            clock=self.clock,
            maximum_s=role.maximum_s,
            whole_s=self.timeout_s,
            announce=lambda models: self.ledger.asked(key, models),
        )
        request = ModelRequest(
            role=role.name,
            prompt=prompt,
            schema=json.loads(_schema(role.reply)),
            schema_name=role.reply.__name__,
            tier=role.tier,
            call_id=key.call_id,
            answer_tokens=role.answer_tokens,
            pictures=pictures,
            check=parse,
        )
        return Chain(
            open_model=self.open_model,
            call=caller,
            sleep=self.sleep,
            retries=self.retries,
            request=request,
            parse=parse,
            tired=self._tired,
            missing=self._missing,
            listen=lambda call: self._listener(role, f"{role.name}-{key.call_id}-{call}"),
        )

    async def _walk(
        self, chain: Chain[Reply], role: Role[Reply], pictures: Sequence[Picture], avoid: Collection[str]
    ) -> Tally[Reply]:
        names = sorted(self.models_of(role), key=lambda name: name.partition(":")[0] in avoid)
        if names and pictures:
            from kasen.models.pictures import fit

            small = await asyncio.to_thread(lambda: tuple(piece for each in pictures for piece in fit(each)))
            chain.request = replace(chain.request, pictures=small)
        return await chain.walk(names)

    def _listener(self, role: Role[Any], stream_id: str) -> Listener:
        text = self.emit_text if role.shows else None
        progress = self.progress if text is None else None

        async def tell(characters: int) -> None:
            if progress is not None:
                await progress(notice.written(characters, self.lang), characters)

        written = None if progress is None else Written(tell, self.clock)
        return Stream(stream_id, role.shows, text, self.emit_reasoning, self.close_text, written)

    async def _tell(self, role: Role[Any], chain: Chain[Any]) -> None:
        """Once per fact: which models were left, and that the role took longer than it should."""
        tally, taken = chain.tally, chain.call.taken_s()
        for one in tally.left:
            await self._warn(one.about, notice.left(one, tally.by, self.lang))
        factor = self.deadlines.factor(role.tier, tally.patience)
        if tally.patience > 1:  # as long as this machine needs
            return
        if role.target_s is not None and chain.call.costs.calls and taken > role.target_s * factor:
            text = notice.over_target(role.name, taken, role.target_s * factor, self.lang)
            await self._warn(f"target {role.name}", text)

    async def _warn(self, about: str, text: str) -> None:
        if self.warn is not None and about not in self._told:
            self._told.add(about)
            await self.warn(about, text)


@cache
def _schema(reply: type[BaseModel]) -> str:
    """In the order of its fields: a model writes them in that order, so that it thinks before it judges."""
    return json.dumps(reply.model_json_schema(), ensure_ascii=False)


async def _by_rule(role: Role[Reply], variables: dict[str, Any]) -> Reply:
    try:
        result = role.rule(**variables)
        value = await result if inspect.isawaitable(result) else result
    except _BUGS as error:
        raise InternalError(f"the rule of role `{role.name}` failed: {type(error).__name__}: {error}") from error
    if type(value) is not role.reply:
        raise InternalError(
            f"the rule of role `{role.name}` gave `{type(value).__name__}` instead of `{role.reply.__name__}`"
        )
    return value


def _receipt(role: Role[Any], key: ReceiptKey, prompt: str, text: str, chain: Chain[Any], *, seconds: float) -> Receipt:
    """What is kept of an ask: `text` is the JSON of the answer, whoever gave it."""
    tally, costs = chain.tally, chain.call.costs
    return Receipt(
        role=role.name,
        by=tally.by,
        value_json=text,
        usage=costs.usage,
        usd=costs.usd,
        seconds=seconds,
        attempts=max(costs.calls, 1),
        calls=costs.calls,
        why=tally.why,
        prompt_hash=key.prompt_hash,
        prompt_chars=len(prompt),
        answer_chars=tally.answer_chars or len(text),
        models=costs.all(),
        prompt=prompt if costs.calls else "",
        rejected=tuple(tally.rejected),
    )


def _carried(role: Role[Reply], value: Reply) -> tuple[Reply, str]:
    try:
        return settled(role, value)
    except Malformed as error:
        raise InternalError(f"the rule of role `{role.name}` gave an invalid value: {error}") from error


def _from_receipt(role: Role[Reply], receipt: Receipt) -> Answer[Reply]:
    try:
        value = read(role, receipt.value_json)
    except Malformed as error:
        raise InternalError(f"the recorded answer of role `{role.name}` is not valid any more: {error}") from error
    return _answer(value, receipt, from_receipt=True)


def _answer(value: Reply, receipt: Receipt, *, from_receipt: bool = False) -> Answer[Reply]:
    return Answer(
        value=value,
        by=receipt.by,
        usage=receipt.usage,
        usd=receipt.usd,
        attempts=receipt.attempts,
        why=receipt.why,
        from_receipt=from_receipt,
    )
