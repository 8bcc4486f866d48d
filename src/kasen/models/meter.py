"""The budget as the asking side sees it: may this call be made, and what did it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kasen.models.role import Usage

OUTPUT_GUESS = 1000
"""Tokens that an answer is expected to take before it is known; a plan or a section of a report measures about that."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """What one call is expected to take; `usd` is None when the model's price is unknown."""

    model: str
    input_tokens: int
    output_tokens: int = OUTPUT_GUESS
    usd: float | None = None


class Meter(Protocol):
    """The caps of one run. `check` and `add` come in pairs, so a meter may reserve the estimate in between."""

    async def check(self, estimate: Estimate) -> None:
        """Raises BudgetSpent when the call would go over a cap."""
        ...

    def add(self, estimate: Estimate, usage: Usage, usd: float | None) -> None:
        """Count a call: called exactly once for each `check` that passed, with zeros when the call failed."""
        ...


class Unmetered:
    """A meter without caps."""

    async def check(self, estimate: Estimate) -> None:
        """Let every call pass."""

    def add(self, estimate: Estimate, usage: Usage, usd: float | None) -> None:
        """Count nothing."""


def estimate_tokens(text: str) -> int:
    """Tokens of a text, roughly and rather too many: one per four ASCII characters, one per other character."""
    plain = sum(1 for character in text if character < "\x80")
    return plain // 4 + (len(text) - plain) + 1
