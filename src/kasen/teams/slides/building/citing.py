"""Numbers of sources: the same on slides, on the slide of sources and in the notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote, urlsplit, urlunsplit

from kasen.teams.slides.schemas.deck import Deck, Ref, Slide
from kasen.tools.fonts.kinsoku import is_east_asian

_LONE = re.compile("%(?![0-9A-Fa-f]{2})")
_LONGEST_LINK = 2_000
"""Characters: Office refuses links of more than 2,083."""


def cited(slide: Slide) -> tuple[str, ...]:
    """Ids of all that a slide rests on, each once, in the order of the slide."""
    ids = [id for point in slide.all_points for id in point.refs]
    ids += [id for part in (slide.chart, slide.table) if part is not None for id in part.refs]
    return tuple(dict.fromkeys((*slide.refs, *ids)))


def numbers(deck: Deck) -> dict[str, int]:
    """Id → number, from 1, of every source that is cited, in the order of `deck.refs`; the wish is no source."""
    used = {id for slide in deck.slides for id in cited(slide)}
    sources = [ref.id for ref in deck.refs if ref.kind != "wish" and ref.id in used]
    return {id: number for number, id in enumerate(sources, 1)}


def mark(ids: Iterable[str], known: Mapping[str, int]) -> str:
    """`[1, 3]`, or nothing where nothing of it is a source."""
    found = sorted({known[id] for id in ids if id in known})
    return f"[{', '.join(map(str, found))}]" if found else ""


def joined(text: str, number: str) -> str:
    """A mark as it follows words: after Latin ones with a no-break space, so that it begins no line."""
    return f"\u00a0{number}" if number and text and not is_east_asian(text[-1]) else number


def link(uri: str) -> str:
    """The address as a link may hold it, or nothing where it is none of the web."""
    try:
        parts = urlsplit(uri.strip())
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = f":{parts.port}" if parts.port else ""
    except (ValueError, UnicodeError):
        return ""
    if parts.scheme.lower() not in {"http", "https"} or not host or parts.username or parts.password:
        return ""
    where = f"[{host}]" if ":" in host else host
    path, query, fragment = map(_quoted, (parts.path, parts.query, parts.fragment))
    made = urlunsplit((parts.scheme.lower(), where + port, path, query, fragment))
    return made if len(made) <= _LONGEST_LINK else ""


def _quoted(part: str) -> str:
    """What is escaped already stays so; a lone `%` is no escape."""
    return quote(_LONE.sub("%25", part), safe="/:@!$&'()*+,;=%-._~?")


def line(ref: Ref, *, lang: str) -> str:
    """One line that names a source: title, place in it, address, day it was fetched."""
    parts = [ref.title or ref.file or ref.uri, ref.sheet, ref.where, ref.uri]
    if ref.fetched:
        parts.append(f"{ref.fetched} 取得" if lang == "ja" else f"fetched {ref.fetched}")
    return " — ".join(dict.fromkeys(part for part in parts if part))
