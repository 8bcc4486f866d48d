"""A page read becomes a source with passages."""

from __future__ import annotations

import hashlib
from urllib.parse import unquote, urlsplit

from kasen.evidence.types import Passage, Source, content_id
from kasen.tools.fetch.media import TYPES, Medium
from kasen.tools.fetch.page import Page
from kasen.tools.fetch.reading import Reading
from kasen.tools.fetch.urls import believed_canonical


def page_of(reading: Reading, data: bytes, *, asked: str, url: str, medium: Medium, fetched_at: str) -> Page:
    """The page; its ids follow from canonical URL and bytes, so the same page is the same evidence everywhere."""
    uri = believed_canonical(reading.canonical, url)
    content_hash = hashlib.sha256(data).hexdigest()
    source = Source(
        id=content_id("src", uri, content_hash),
        kind="web",
        title=reading.title or _name(uri),
        uri=uri,
        media_type=TYPES[medium],
        content_hash=content_hash,
        fetched_at=fetched_at,
        publisher=reading.site or (urlsplit(uri).hostname or "").removeprefix("www."),
    )
    passages = []
    for cut in reading.cuts:
        text = reading.text[cut.start : cut.end]
        id = content_id("psg", source.id, cut.start, cut.end, text)
        place = {"page": cut.page, "headings": cut.headings, "start": cut.start, "end": cut.end}
        passages.append(Passage(id=id, source_id=source.id, text=text, **place))
    return Page(
        asked=asked,
        url=url,
        source=source,
        text=reading.text,
        passages=tuple(passages),
        author=reading.author,
        published=reading.published,
        language=reading.language,
        problems=reading.problems,
    )


def _name(uri: str) -> str:
    """What a page without a title is called: the last word of its path, else its host."""
    parts = urlsplit(uri)
    return unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.hostname or uri
