"""The budget as the asking side sees it: may this call be made, and what did it cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kasen.models.role import Picture, Tier, Usage

Price = Callable[[str, Usage], float | None]
"""US dollars for that usage of `provider:model`; None when its price is unknown."""
THOUGHT_TOKENS: Mapping[Tier, int] = {"reasoning": 1000, "high_reasoning": 2000}
"""Tokens of output that a model of such a tier is expected to think with, besides its answer."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """What one call is expected to take; `usd` is None when the model's price is unknown."""

    model: str
    input_tokens: int
    output_tokens: int = 0
    usd: float | None = None

    @property
    def usage(self) -> Usage:
        """As if it had been used."""
        return Usage(input_tokens=self.input_tokens, output_tokens=self.output_tokens)


class Meter(Protocol):
    """The caps of one run. `check` and `add` come in pairs, so a meter may reserve the estimate in between."""

    async def check(self, estimate: Estimate) -> None:
        """Raises BudgetSpent when the call would go over a cap, Refused when the model may not be asked under one."""
        ...

    def time_left(self) -> float | None:
        """Seconds until the cap on time is reached, at least 0; None where there is none."""
        ...

    def add(self, estimate: Estimate, usage: Usage, usd: float | None) -> None:
        """Count a call: called exactly once for each `check` that passed, with zeros when the call failed."""
        ...


class Unmetered:
    """A meter without caps."""

    async def check(self, estimate: Estimate) -> None:
        """Let every call pass."""

    def time_left(self) -> float | None:
        """No end."""
        return None

    def add(self, estimate: Estimate, usage: Usage, usd: float | None) -> None:
        """Count nothing."""


def estimate_tokens(text: str) -> int:
    """Tokens of a text, roughly and rather too many: one per four ASCII characters, one per other character."""
    plain = sum(1 for character in text if character < "\x80")
    return plain // 4 + (len(text) - plain) + 1


def expect(
    model: str, prompt: str, *, tier: Tier, answer_tokens: int, pictures: Sequence[Picture] = (), price: Price
) -> Estimate:
    """What a call of `provider:model` is expected to take."""
    usage = Usage(
        input_tokens=estimate_tokens(prompt) + _picture_tokens(pictures),
        output_tokens=answer_tokens + THOUGHT_TOKENS.get(tier, 0),
    )
    return Estimate(
        model=model, input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, usd=price(model, usage)
    )


def _picture_tokens(pictures: Sequence[Picture]) -> int:
    if not pictures:
        return 0
    from kasen.models.pictures import tokens_of

    return sum(tokens_of(picture) for picture in pictures)
