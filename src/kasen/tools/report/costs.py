"""The cost table of a report: who worked on which part, how often, with how many tokens, for how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kasen.tools.report.labels import labels, price
from kasen.tools.report.model import Cost, Lang

NONE = "–"
"""Stands where a rule has called and cost nothing."""


class CostRow(NamedTuple):
    """One line of the table as text; `is_unknown` when its price is not known, in part or in whole."""

    role: str
    by: str
    calls: str
    input_tokens: str
    output_tokens: str
    usd: str
    is_unknown: bool


def cost_rows(costs: Sequence[Cost], lang: Lang) -> list[CostRow]:
    """A line per cost, in their order."""
    return [_row(cost, lang) for cost in costs]


def total_row(costs: Sequence[Cost], lang: Lang) -> CostRow:
    """The sums; a price that is not known is said beside the sum of those that are."""
    known = sum(cost.usd for cost in costs if cost.usd is not None)
    is_unknown = any(cost.usd is None for cost in costs)
    unknown = labels(lang).unknown
    shown = price(known, lang) if not is_unknown else f"{price(known, lang)} + {unknown}" if known else unknown
    return CostRow(
        role=labels(lang).total,
        by="",
        calls=f"{sum(cost.calls for cost in costs):,}",
        input_tokens=f"{sum(cost.input_tokens for cost in costs):,}",
        output_tokens=f"{sum(cost.output_tokens for cost in costs):,}",
        usd=shown,
        is_unknown=is_unknown,
    )


def _row(cost: Cost, lang: Lang) -> CostRow:
    if not cost.calls and not cost.usd:
        return CostRow(cost.role, cost.by, NONE, NONE, NONE, NONE, is_unknown=False)
    return CostRow(
        role=cost.role,
        by=cost.by if cost.answered else f"{cost.by} ({labels(lang).silent})",
        calls=f"{cost.calls:,}",
        input_tokens=f"{cost.input_tokens:,}",
        output_tokens=f"{cost.output_tokens:,}",
        usd=labels(lang).unknown if cost.usd is None else price(cost.usd, lang),
        is_unknown=cost.usd is None,
    )
