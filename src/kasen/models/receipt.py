"""What is kept of every ask, so that a node that runs again gets the answer it got before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import fsum
from typing import Literal, Protocol, TypeAlias

from pydantic import BaseModel

from kasen.models.role import RULE, Picture, Usage


@dataclass(frozen=True)
class ReceiptKey:
    """Names one ask of a run; equal when the same execution of a node asks the same thing again."""

    node_path: str
    role: str
    index: int
    """How many asks with the same hash this execution of the node made before: 0, 1, …"""
    prompt_hash: str
    """SHA-256 (hex) of role, prompt and schema."""

    @property
    def call_id(self) -> str:
        """16 hex digits that stand for the whole key, for file names and ids of streams."""
        return _digest(self.node_path, self.role, str(self.index), self.prompt_hash)[:16]


@dataclass(frozen=True, kw_only=True)
class ModelCost:
    """What calls of one model have taken."""

    model: str
    """`provider:model`."""
    calls: int = 1
    usage: Usage = field(default_factory=Usage)
    usd: float | None = 0.0
    """None when the model's price is unknown."""

    def __add__(self, other: ModelCost) -> ModelCost:
        return ModelCost(
            model=self.model,
            calls=self.calls + other.calls,
            usage=self.usage + other.usage,
            usd=sum_usd((self.usd, other.usd)),
        )


Check: TypeAlias = Literal["schema", "limit", "declined"]
"""What an answer did not pass: it is not as its schema has it, was cut off at a limit, or says that it would not."""


@dataclass(frozen=True, kw_only=True)
class Rejected:
    """An answer of a model that was not taken."""

    model: str
    """`provider:model`."""
    text: str
    """What it said, to `REJECTED_CHARS`."""
    check: Check
    why: str


REJECTED_CHARS = 20_000


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """One answered ask: everything that its `model_call` event and a replay need."""

    role: str
    by: str
    """A model's `provider:model`, or `rule`."""
    value_json: str
    """The validated reply as JSON."""
    usage: Usage = field(default_factory=Usage)
    """Summed over all calls that this ask made, failed ones included."""
    usd: float | None = 0.0
    """Summed likewise; None when the price of one of them is unknown."""
    seconds: float = 0.0
    attempts: int = 1
    """Calls of models that were made, retries, repair and fallbacks included; 1 when there was none."""
    calls: int = 0
    """Calls of models, 0 when no model was called: what a cap on calls counts."""
    why: str = ""
    """Why a rule answered; empty when a model did."""
    prompt_hash: str = ""
    prompt_chars: int = 0
    answer_chars: int = 0
    models: tuple[ModelCost, ...] = ()
    """Which models were called, in order, failed ones included: calls, usage and usd above are their sums."""
    reused: bool = False
    """The answer was given in another run and cost nothing in this one."""
    prompt: str = ""
    """What models were asked; empty where none was. Kept for `export_training`; a ledger need not give it back."""
    rejected: tuple[Rejected, ...] = ()
    """Answers that were not taken, in order; likewise."""

    @property
    def is_rule(self) -> bool:
        """True when no model gave the answer."""
        return self.by == RULE

    @property
    def costs(self) -> tuple[ModelCost, ...]:
        """Who this ask has cost what: each model called, and who answered, at no cost, when that was none of them."""
        models = self.models
        if self.calls and not models:  # written before models were told apart
            models = (ModelCost(model=self.by, calls=self.calls, usage=self.usage, usd=self.usd),)
        if self.by in {cost.model for cost in models}:
            return models
        return (*models, ModelCost(model=self.by, calls=0))


class Ledger(Protocol):
    """The receipts of one run, durable.

    A ledger may answer None for a rule's receipt with `why == "budget"` once the cap was raised: it is
    then asked again and `record` replaces it.
    """

    async def lookup(self, key: ReceiptKey) -> Receipt | None:
        """The recorded answer, or None."""
        ...

    async def asked(self, key: ReceiptKey, models: tuple[ModelCost, ...]) -> None:
        """Note before a call what the ask has cost so far, this call with its estimate; return when it is durable.

        The receipt replaces it. What is left of an attempt that died counts as spent.
        """
        ...

    async def record(self, key: ReceiptKey, receipt: Receipt) -> None:
        """Commit the receipt together with its `model_call` event; return only when both are durable."""
        ...


def prompt_hash(role: str, prompt: str, reply: type[BaseModel], pictures: Sequence[Picture] = ()) -> str:
    """SHA-256 (hex) of role, rendered prompt, schema of the reply, and the pictures as they were given."""
    shown = [hashlib.sha256(picture.data).hexdigest() for picture in pictures]
    return _digest(role, prompt, schema_json(reply), *shown)


def sum_usd(amounts: Iterable[float | None]) -> float | None:
    """The sum in whole billionths of a dollar, so that sums of parts are equal to the sum; None when one is unknown."""
    known = list(amounts)
    return None if any(usd is None for usd in known) else round(fsum(usd or 0.0 for usd in known), 9)


@cache
def schema_json(reply: type[BaseModel]) -> str:
    """The JSON schema of a reply as canonical text: sorted keys, no spaces."""
    return json.dumps(reply.model_json_schema(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _digest(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()
