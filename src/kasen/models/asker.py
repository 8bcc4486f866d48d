"""Asking a role: the recorded answer, else its models in order, else its rule."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kasen.errors import InternalError, Malformed
from kasen.models.chain import Chain, Retries, Tally
from kasen.models.meter import Meter, Unmetered
from kasen.models.provider import Completion, ModelRequest, OnText, OpenModel
from kasen.models.receipt import Ledger, Receipt, ReceiptKey, prompt_hash, schema_json
from kasen.models.reply import parser, read, settled
from kasen.models.role import RULE, Answer, Reply, Role
from kasen.models.stream import FieldText
from kasen.prompts.loader import render

EmitText = Callable[[str, str], Awaitable[None]]
"""`await emit_text(id, delta)`: words for the reader as they are written."""
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
    - `open_model(name)`: `registry.Models(context)`, one per process.
    - `ledger`: the receipts of the run. `record` is awaited before the node gets the value; the runtime commits the
      receipt and its `model_call` event in one transaction. A recorded answer makes no call and no second event.
    - `node_path()`: names this execution of the node, the same after a crash (node and LangGraph task id).
    - `execution()`: tells repeated executions with the same path apart within this process (LangGraph's
      `(task_id, node_attempt)`), so that a node retried in place counts its asks from 0 again. Default: the node path.
    - `meter`: `check` before each call of a model, `add` after it. Receipts stay the durable truth of what was spent.
    - `emit_text(id, delta)`: takes the words of roles that name a field in `shows`; each call has its own id.
    - `timeout_s`: cap on one call of a model, None means no cap; it never applies to answers by hand.

    Raises InternalError for a rule that fails, KasenErrors of ledger and loader as they come; cancellation and
    LangGraph's control flow pass untouched. Failures of models never come out: the rule answers, `why` says so.
    """

    models_of: Callable[[Role[Any]], Sequence[str]]
    open_model: OpenModel
    ledger: Ledger
    node_path: Callable[[], str]
    execution: Callable[[], Hashable] | None = None
    meter: Meter = field(default_factory=Unmetered)
    emit_text: EmitText | None = None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    retries: Retries = field(default_factory=Retries)
    timeout_s: float | None = 120.0
    _asked: Counter[tuple[Hashable, str]] = field(default_factory=Counter, init=False, repr=False)

    async def __call__(self, role: Role[Reply], /, **variables: Any) -> Answer[Reply]:
        """The answer of that role; see `Ask`."""
        prompt = render(role.package, role.prompt_name, **variables)
        # The key is taken before anything is awaited: concurrent asks get theirs in the order they were started.
        key = self._key(role, prompt)
        kept = await self.ledger.lookup(key)
        if kept is not None:
            return _from_receipt(role, kept)
        started = self.clock()
        tally = await self._ask_models(role, prompt, key)
        if tally.value is None:
            tally.value, tally.by = await _by_rule(role, variables), RULE
        value, text = _carried(role, tally.value)
        receipt = Receipt(
            role=role.name,
            by=tally.by,
            value_json=text,
            usage=tally.usage,
            usd=tally.usd,
            seconds=max(self.clock() - started, 0.0),
            attempts=max(tally.calls, 1),
            calls=tally.calls,
            why=tally.why,
            prompt_hash=key.prompt_hash,
            prompt_chars=len(prompt),
            answer_chars=tally.answer_chars or len(text),
        )
        await self.ledger.record(key, receipt)
        return _answer(value, receipt)

    def _key(self, role: Role[Any], prompt: str) -> ReceiptKey:
        path = self.node_path()
        digest = prompt_hash(role.name, prompt, role.reply)
        place = (path if self.execution is None else self.execution(), digest)
        index = self._asked[place]
        self._asked[place] += 1
        return ReceiptKey(path, role.name, index, digest)

    async def _ask_models(self, role: Role[Reply], prompt: str, key: ReceiptKey) -> Tally[Reply]:
        read_reply = parser(role)

        def parse(completion: Completion) -> Reply:
            return settled(role, read_reply(completion))[0]

        request = ModelRequest(
            role=role.name,
            prompt=prompt,
            schema=json.loads(schema_json(role.reply)),
            schema_name=role.reply.__name__,
            tier=role.tier,
            call_id=key.call_id,
            timeout=self.timeout_s,
            check=parse,
        )
        chain: Chain[Reply] = Chain(
            open_model=self.open_model,
            meter=self.meter,
            sleep=self.sleep,
            retries=self.retries,
            request=request,
            parse=parse,
            stream=lambda call: self._on_text(role, f"{role.name}-{key.call_id}-{call}"),
        )
        return await chain.walk(self.models_of(role))

    def _on_text(self, role: Role[Any], stream_id: str) -> OnText | None:
        emit = self.emit_text
        if emit is None or not role.shows:
            return None
        shown = FieldText(role.shows)

        async def on_text(delta: str) -> None:
            words = shown.feed(delta)
            if words:
                await emit(stream_id, words)

        return on_text


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
