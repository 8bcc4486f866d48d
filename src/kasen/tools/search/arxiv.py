"""arXiv: its query interface and the Atom feed that it answers with (info.arxiv.org, API user's manual)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, ParseError

from kasen.errors import Malformed, Refused
from kasen.evidence.types import Hit
from kasen.models.connection import Connection
from kasen.tools.search.line import Line
from kasen.tools.search.result import hit_of
from kasen.tools.search.wanted import Wanted

ADDRESS = "https://export.arxiv.org"
HOST = "arxiv.org"
_ATOM = "{http://www.w3.org/2005/Atom}"
_ID = re.compile(r"arxiv\.org/abs/(?P<id>[\w.-]+(?:/\d+)?)")
_VERSION = re.compile(r"v\d+$")
_FIELD = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|all|doi):\S")
_PHRASE = re.compile(r'"([^"]+)"')
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")
_LITTLE_WORDS = """
a an and are as at be by can do does for from has have how if in into is it its not of on or that the their than
there these this to was were what when where which who why will with you
"""
_LITTLE = frozenset(_LITTLE_WORDS.split())
_MOST_TERMS = 12


class Arxiv:
    """Knows papers only, in English: a query without Latin words, or for other domains, is not sent.

    The words are the abstract, the date is that of the first version, and the window of time is exact.
    """

    name = "arxiv"
    account = "arxiv"
    pace_s = 3.0
    """Its terms of use ask for three seconds between requests."""

    def __init__(
        self,
        connection: Connection,
        *,
        address: str = ADDRESS,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._now = now
        self._line = Line(name=self.name, address=address, connection=connection)

    async def find(self, want: Wanted) -> list[Hit]:
        """Papers by arXiv's relevance."""
        query = search_query(want) if want.allows(HOST) else ""
        if not query:
            return []
        fields: dict[str, str | int] = {
            "search_query": query,
            "start": 0,
            "max_results": want.max_results,
            "sortBy": "relevance",
            "sortOrder": "descending",
        }
        feed = await self._line.get("/api/query", fields)
        return papers(feed, fetched_at=self._now().isoformat(timespec="seconds"))


def search_query(want: Wanted) -> str:
    """The query in arXiv's words; empty when there is nothing to look for.

    One that names fields already (`ti:`, `au:`) stays as it is. Otherwise any of its words and quoted phrases may
    match, and those that hold more of them come first.
    """
    if _FIELD.search(want.query):
        terms = want.query
    else:
        phrases = [" ".join(_WORD.findall(phrase)) for phrase in _PHRASE.findall(want.query)]
        words = [word.strip(".+-") for word in _WORD.findall(_PHRASE.sub(" ", want.query))]
        kept = [word for word in words if word.lower() not in _LITTLE and len(word) > 1]
        quoted = [f'all:"{phrase}"' for phrase in phrases if phrase]
        terms = " OR ".join(dict.fromkeys([*quoted, *(f"all:{word}" for word in kept)][:_MOST_TERMS]))
    if terms and want.since:
        return f"({terms}) AND submittedDate:[{want.since:%Y%m%d}0000 TO 999912312359]"
    return terms


def papers(feed: bytes, *, fetched_at: str = "") -> list[Hit]:
    """The papers of an Atom feed. Raises Malformed for another document, Refused for arXiv's own error."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(feed, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise Malformed("arxiv answered something that is no Atom feed") from error
    if root.tag != f"{_ATOM}feed":
        raise Malformed("arxiv answered something that is no Atom feed")
    return list(_papers(root, fetched_at))


def _papers(root: Element, fetched_at: str) -> Iterator[Hit]:
    for rank, entry in enumerate(root.iter(f"{_ATOM}entry"), start=1):
        place = _text(entry, "id")
        if "/api/errors" in place:
            raise Refused(f"arxiv would not search: {_text(entry, 'summary')[:200]}")
        found = _ID.search(place)
        hit = hit_of(
            Arxiv.name,
            rank,
            url=f"https://{HOST}/abs/{_VERSION.sub('', found['id'])}" if found else "",
            title=_text(entry, "title"),
            text=_text(entry, "summary"),
            published=_text(entry, "published"),
            fetched_at=fetched_at,
        )
        if hit is not None:
            yield hit


def _text(entry: Element, name: str) -> str:
    """The words of an element; the feed breaks its lines where they are full, which says nothing."""
    return " ".join((entry.findtext(f"{_ATOM}{name}") or "").split())
