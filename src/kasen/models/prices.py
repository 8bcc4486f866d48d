"""What tokens cost, by the price table of genai-prices; a model that it does not know has an unknown price."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache, partial
from typing import Any, NamedTuple

from kasen.models.registry import split
from kasen.models.role import Usage

FREE = frozenset({"ollama", "local", "manual", "scripted"})
"""Providers whose calls cost nothing."""
_SAMPLE = 1000
"""Tokens that a price per million is measured with: some models cost more when a prompt is long."""


class PerMillion(NamedTuple):
    """US dollars per million tokens, at today's price for prompts of ordinary length."""

    input: float
    output: float


class Table(NamedTuple):
    """Which price table this is: its version, and the day of the newest price in force that it knows."""

    version: str
    newest: date

    def __str__(self) -> str:
        return f"genai-prices {self.version} (newest price {self.newest.isoformat()})"


def price(name: str, usage: Usage, *, address: str = "") -> float | None:
    """US dollars for that usage of `provider:model`; None when the table does not know the model.

    `address` is the base URL of a `compatible` server: without one that the table knows, its models have no price.
    """
    provider, model = split(name)
    if provider in FREE:
        return 0.0
    from genai_prices import Usage as Tokens
    from genai_prices import calc_price

    tokens = Tokens(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.cached_tokens,
        cache_write_tokens=usage.cache_write_tokens,
    )
    place: Any = {"provider_api_url": address} if provider == "compatible" else {"provider_id": provider}
    try:
        return float(calc_price(tokens, model, **place).total_price)
    except (LookupError, ValueError):  # ValueError: counts that contradict each other, more cached than given
        return None


def per_million(
    name: str, *, address: str = "", priced: Callable[[str, Usage], float | None] | None = None
) -> PerMillion | None:
    """What a million tokens of `provider:model` cost in and out, by `priced` where it is not `price`.

    None when the table does not know the model.
    """
    share = 1_000_000 / _SAMPLE
    ask = priced or partial(price, address=address)
    asked, answered = ask(name, Usage(input_tokens=_SAMPLE)), ask(name, Usage(output_tokens=_SAMPLE))
    if asked is None or answered is None:
        return None
    return PerMillion(round(asked * share, 6), round(answered * share, 6))


@cache
def table() -> Table:
    """The price table in use. It has no date of its own; the newest price in force says how recent it is."""
    import genai_prices
    from genai_prices.data_snapshot import get_snapshot

    today = datetime.now(UTC).date()
    dates = [start for provider in get_snapshot().providers for model in provider.models for start in _starts(model)]
    return Table(genai_prices.__version__, max(start for start in dates if start <= today))


def _starts(model: Any) -> list[date]:
    """The days on which prices of a model began to hold."""
    conditions = model.prices if isinstance(model.prices, list) else []
    return [one.constraint.start_date for one in conditions if hasattr(one.constraint, "start_date")]
