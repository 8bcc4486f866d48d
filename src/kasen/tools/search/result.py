"""A result as a provider sends it, made a passage of a source."""

from __future__ import annotations

import math
from urllib.parse import urlsplit

from kasen.evidence.types import Hit, Passage, Source, content_id
from kasen.tools.addresses import MAX_URL, PORTS
from kasen.tools.fetch.urls import canonical_url
from kasen.tools.hosts import read_host
from kasen.tools.search.cleaning import iso_date, one_line, visible
from kasen.tools.search.wanted import plain_host

LONGEST_TITLE = 300
LONGEST_SNIPPET = 2000
"""Characters of a snippet that are kept: the abstract of a paper is whole."""


def hit_of(
    provider: str,
    rank: int,
    *,
    url: object,
    title: object = "",
    text: object = "",
    published: object = "",
    score: object = None,
    fetched_at: str = "",
) -> Hit | None:
    """The result, or None for one without a web address that can be asked.

    The words stay as they came but for invisible characters. `score` is the provider's, where that is between 0 and 1;
    else one by rank (counted from 1).
    """
    address = canonical_url(visible(url))
    if not _is_of_the_web(address):
        return None
    source = Source(
        id=content_id("src", address),
        kind="web",
        title=one_line(title)[:LONGEST_TITLE] or address,
        uri=address,
        media_type="text/html",
        publisher=plain_host(address),
        published=iso_date(published),
        fetched_at=fetched_at,
    )
    words = visible(text)[:LONGEST_SNIPPET]
    passage = Passage(
        id=content_id("psg", source.id, "snippet", words),
        source_id=source.id,
        text=words,
        end=len(words),
        snippet_by=provider,
    )
    return Hit(passage=passage, source=source, score=_score(score, rank))


def _is_of_the_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
        read_host(f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or "")
    except ValueError:
        return False
    return parts.scheme in PORTS and "@" not in parts.netloc and len(address) <= MAX_URL


def _score(given: object, rank: int) -> float:
    if isinstance(given, int | float) and not isinstance(given, bool) and math.isfinite(given) and 0 <= given <= 1:
        return float(given)
    return 1.0 / rank
