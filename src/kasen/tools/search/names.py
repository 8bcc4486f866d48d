"""Which providers of web search the settings mean; imports none of them."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kasen.settings import Settings

NONE = "none"


def search_names(settings: Settings) -> tuple[str, ...]:
    """The providers that would be asked, empty for none: those of the settings, or the first that stands ready.

    Google is never chosen by itself although a key for it may be there: each grounded search costs money that no
    budget of a run counts, and its results are a model's words until the pages were read.
    """
    if settings.search:
        return () if NONE in settings.search else settings.search
    if settings.tavily_api_key is not None:
        return ("tavily",)
    if settings.searxng_url:
        return ("searxng",)
    return ("ddgs",) if importlib.util.find_spec("ddgs") is not None else ()
