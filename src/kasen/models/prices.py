"""What tokens cost, by the price table of genai-prices; a model that it does not know has an unknown price."""

from __future__ import annotations

from kasen.models.registry import split
from kasen.models.role import Usage

FREE = frozenset({"ollama", "local", "manual", "scripted"})
"""Providers whose calls cost nothing."""


def price(name: str, usage: Usage) -> float | None:
    """US dollars for that usage of `provider:model`; None when the table does not know the model."""
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
    try:
        return float(calc_price(tokens, model, provider_id=provider).total_price)
    except LookupError:
        return None
