"""The port to web search. Providers come behind it, one file each."""

from __future__ import annotations

from typing import Protocol

from kasen.evidence.types import Hit


class WebSearch(Protocol):
    """Search the web; each result comes back as a passage of a source."""

    name: str

    async def __call__(self, query: str, *, max_results: int = 5) -> list[Hit]:
        """Results, best first. Raises ProviderError."""
        ...
