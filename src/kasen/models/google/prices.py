"""What Gemini costs where tokens alone do not say it: pictures and searches have rates of their own."""

from __future__ import annotations

import re

from genai_prices import Usage as Tokens
from genai_prices import calc_price

from kasen.models.role import Usage

_PER_PROMPT = re.compile(r"gemini-2\.")
"""Models whose grounding is charged once per prompt; later ones charge each query that they send."""


def google_price(model: str, usage: Usage, *, image_tokens: int = 0, searches: int = 0) -> float | None:
    """US dollars when `image_tokens` of the output are a picture and `searches` queries were sent to Google.

    Free allowances are not subtracted. None when the price table does not know the model.
    """
    name = model.rsplit("/", 1)[-1]
    tokens = Tokens(
        input_tokens=usage.input_tokens,
        cache_read_tokens=usage.cached_tokens,
        output_tokens=usage.output_tokens,
        output_image_tokens=min(image_tokens, usage.output_tokens),
        web_searches=min(searches, 1) if _PER_PROMPT.match(name) else searches,
    )
    try:
        return float(calc_price(tokens, name, provider_id="google").total_price)
    except (LookupError, ValueError):  # ValueError: counts that contradict each other
        return None
