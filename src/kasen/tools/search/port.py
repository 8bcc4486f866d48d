"""The port to web search, what stands behind it, and how a search ended at each provider."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

from kasen.evidence.types import Hit

if TYPE_CHECKING:
    from kasen.tools.search.wanted import Wanted


class Outcome(BaseModel):
    """How one search ended at one provider; can be stored as JSON."""

    model_config = ConfigDict(frozen=True)

    provider: str
    found: int = 0
    """Results that it gave and that were wanted."""
    left_out: int = 0
    """Results that it gave although they are older than wanted, or from other domains."""
    undated: int = 0
    """Of `found`, those without a date, where a window of time was wanted."""
    error: str = ""
    """Why it gave none, in a sentence; empty when it answered."""
    hint: str = ""
    """What to do about that."""


class Results(list[Hit]):
    """The results of one search, best first, with how it went: read that with `outcomes_of` and `copies_of`."""

    def __init__(
        self,
        hits: Iterable[Hit] = (),
        *,
        outcomes: Sequence[Outcome] = (),
        copies: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        super().__init__(hits)
        self.outcomes = tuple(outcomes)
        self.copies = dict(copies or {})


def outcomes_of(hits: list[Hit]) -> tuple[Outcome, ...]:
    """How the search ended at each provider; empty where the search does not say."""
    return hits.outcomes if isinstance(hits, Results) else ()


def copies_of(hits: list[Hit]) -> Mapping[str, tuple[str, ...]]:
    """URI of a result → URIs of others that say the same in the same words, and were left out for that."""
    return hits.copies if isinstance(hits, Results) else {}


class WebSearch(Protocol):
    """Search the web; each result comes back as a passage of a source."""

    name: str

    async def __call__(
        self,
        query: str,
        *,
        max_results: int = 5,
        since: date | None = None,
        domains: Sequence[str] = (),
        exclude_domains: Sequence[str] = (),
        lang: str = "",
    ) -> list[Hit]:
        """Results, best first. Raises InputError for what cannot be searched (see `wanted`), and ProviderError.

        With `since` nothing is given that is known to be older. A result whose date is not known is given: its
        `source.published` is empty, and reading the page may tell. `domains` and `exclude_domains` hold for all that
        ends in them. `lang` (ISO 639-1) is a preference. The words of a passage are those that the provider showed
        (`snippet_by`) or told (`told_by`): they lead to the page, which may say more or something else.
        """
        ...


@runtime_checkable
class Running(Protocol):
    """A search, or a provider, that keeps something running between calls."""

    async def close(self) -> None:
        """End it; the next call would start it again."""
        ...


class SearchProvider(Protocol):
    """One provider as it is; `Steady` makes a WebSearch of it."""

    name: str
    account: str
    """Whose limits and failures it shares; see `models.account`."""
    pace_s: float
    """Seconds between the beginnings of two calls that the provider asks for; 0: none."""

    async def find(self, want: Wanted) -> list[Hit]:
        """One call: results, best first, as far as it can filter them. Raises ProviderError and ConfigurationError."""
        ...
