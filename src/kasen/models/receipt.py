"""What is kept of every ask, so that a node that runs again gets the answer it got before."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from pydantic import BaseModel

from kasen.models.role import RULE, Usage


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

    @property
    def is_rule(self) -> bool:
        """True when no model gave the answer."""
        return self.by == RULE


class Ledger(Protocol):
    """The receipts of one run, durable.

    A ledger may answer None for a rule's receipt with `why == "budget"` once the cap was raised: it is
    then asked again and `record` replaces it.
    """

    async def lookup(self, key: ReceiptKey) -> Receipt | None:
        """The recorded answer, or None."""
        ...

    async def record(self, key: ReceiptKey, receipt: Receipt) -> None:
        """Commit the receipt together with its `model_call` event; return only when both are durable."""
        ...


def prompt_hash(role: str, prompt: str, reply: type[BaseModel]) -> str:
    """SHA-256 (hex) of role, rendered prompt and schema of the reply."""
    return _digest(role, prompt, schema_json(reply))


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
