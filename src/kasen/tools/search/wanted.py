"""What is searched for: checked and in one form, for all providers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Literal
from urllib.parse import urlsplit

from kasen.errors import InputError
from kasen.evidence.types import Hit
from kasen.tools.hosts import read_host
from kasen.tools.search.cleaning import one_line

MOST_RESULTS = 20
"""Results of one search (seed 004 F007: 1 to 20)."""
LONGEST_QUERY = 400
"""Characters; Tavily takes no more."""
Range = Literal["day", "week", "month", "year"]
_RANGES: tuple[tuple[Range, int], ...] = (("day", 1), ("week", 7), ("month", 28), ("year", 365))
_LANG = re.compile(r"[a-z]{2,3}")


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """One search. Make it with `wanted`, which checks."""

    query: str
    max_results: int = 5
    since: date | None = None
    domains: tuple[str, ...] = ()
    """Hosts in lower-case ASCII, without `www.`."""
    exclude_domains: tuple[str, ...] = ()
    lang: str = ""

    @property
    def reach(self) -> int:
        """Results to ask a provider for that does not filter itself: more than wanted, some will be left out."""
        filtered = self.since or self.domains or self.exclude_domains
        return min(self.max_results * 2, MOST_RESULTS) if filtered else self.max_results

    @cached_property
    def with_sites(self) -> str:
        """The query with `site:` operators, for engines that know no other way to name domains."""
        sites = " OR ".join(f"site:{domain}" for domain in self.domains)
        only = [f"({sites})" if len(self.domains) > 1 else sites] if sites else []
        return " ".join([self.query, *only, *(f"-site:{domain}" for domain in self.exclude_domains)])

    def range(self, today: date) -> Range | None:
        """The shortest of the usual ranges that holds everything since then; None for no or a longer time."""
        if self.since is None:
            return None
        days = (today - self.since).days + 1
        return next((name for name, length in _RANGES if days <= length), None)

    def admits(self, hit: Hit) -> bool:
        """False for a result that is known to be older than wanted, or from a domain that is not wanted."""
        published = hit.source.published
        if self.since and published and published[:10] < self.since.isoformat():
            return False
        return self.allows(host_of(hit))

    def allows(self, host: str) -> bool:
        """Whether results from that host are wanted."""
        if any(is_in(host, domain) for domain in self.exclude_domains):
            return False
        return not self.domains or any(is_in(host, domain) for domain in self.domains)


def wanted(
    query: str,
    *,
    max_results: int = 5,
    since: date | None = None,
    domains: Sequence[str] = (),
    exclude_domains: Sequence[str] = (),
    lang: str = "",
) -> Wanted:
    """A search as all providers take it: white space of the query in order, cut after 400 characters.

    Raises InputError for an empty query, a number of results outside 1 to 20, a domain or language that is none.
    """
    if not 1 <= max_results <= MOST_RESULTS:
        raise InputError(f"a search gives 1 to {MOST_RESULTS} results, not {max_results}")
    text = _cut(one_line(query))
    if not text:
        raise InputError("there is nothing to search for: the query is empty")
    language = lang.strip().lower().replace("_", "-").partition("-")[0]
    if language and not _LANG.fullmatch(language):
        raise InputError(f"`{lang}` is no language; write its code, like `ja`")
    return Wanted(
        query=text,
        max_results=max_results,
        since=since,
        domains=_domains(domains),
        exclude_domains=_domains(exclude_domains),
        lang=language,
    )


def host_of(hit: Hit) -> str:
    """The host that a result comes from, without `www.`; of one that a model told, the domain that it names.

    Addresses of such results are redirects of the service.
    """
    if hit.passage.told_by:
        return hit.source.publisher.lower().removeprefix("www.")
    return plain_host(hit.source.uri)


def plain_host(url: str) -> str:
    """The host of a URL without `www.`; empty where there is none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def is_in(host: str, domain: str) -> bool:
    """Whether a host is a domain or lies in it."""
    return host == domain or host.endswith(f".{domain}")


def _cut(text: str) -> str:
    if len(text) <= LONGEST_QUERY:
        return text
    head = text[:LONGEST_QUERY]
    whole, space, _ = head.rpartition(" ")
    # Japanese has no spaces: a cut far back would lose most of it.
    return whole if space and len(whole) > LONGEST_QUERY // 2 and text[LONGEST_QUERY] != " " else head.rstrip()


def _domains(given: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_domain(one) for one in given))


def _domain(text: str) -> str:
    place = text.strip()
    place = place.partition("://")[2] if "://" in place else place
    place = re.split(r"[/?#]", place, maxsplit=1)[0].removeprefix("*").removeprefix(".")
    name = re.sub(r":\d*$", "", place)
    try:
        host = str(read_host(name))
    except ValueError as error:
        raise InputError(f"`{text}` is no domain; write it like `example.com`") from error
    return host.removeprefix("www.")
