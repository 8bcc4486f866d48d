"""Hidden words and orders to models in a text: found, blanked, reported. They never count for or against anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from kasen.teams.resume.document.concealed import Concealed, concealed_in
from kasen.teams.resume.document.model import Span
from kasen.teams.resume.document.orders import orders_in
from kasen.teams.resume.document.unseen import blobs_in, lookalikes_in, unseen_in
from kasen.teams.resume.schemas.posting import Hidden

_MAX_SAID = 300
_MAX_FOUND = 200
_PRAISE = re.compile(
    r"\b(?:best|perfect|ideal|exceptional(?:ly)?|outstanding|excellent|top|strongest|brilliant|(?:most|highly|"
    r"extremely|well)[ -]qualified|unmatched)\b"
    r"[^\n.]{0,30}\b(?:candidate|applicant|fit|match|hire|choice|résumé|resume|score|rating)\b"
    r"|\b(?:must|should|strong(?:ly)?)[ -](?:hire|recommend)|\b10[ ]?/[ ]?10\b|\bfull[ ]marks\b"
    r"|(?:優秀|最適|最高|理想的|抜群|完璧)(?:な|の)(?:候補者|応募者|人材|人物|適任者)|満点|採用すべき|強く推薦|"
    r"即採用|最高評価",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W_]{2,}|[\u3041-\u30ff\u4e00-\u9fff]")
_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class _Find:
    start: int
    end: int
    how: str
    said: str
    is_blanked: bool = True
    is_told: bool = True


def find_hidden(text: str, *, where: Literal["resume", "posting", "portfolio"]) -> tuple[str, list[Hidden]]:
    """The text as a reader sees it, with hidden words and orders to models blanked by spaces, and what was found.

    Line ends stay, so every position means the same before and after. A comment of an author is blanked and only
    reported when it orders a model about or praises; words that look encoded are reported and stay.
    """
    found = _found(text)
    told = [one for one in found if one.is_told][:_MAX_FOUND]
    return _blanked(text, list(_merged(found))), [
        Hidden(where=where, how=one.how, text=_short(one.said), line=_line(text, one.start)) for one in told
    ]


def hidden_spans(text: str) -> Iterator[Span]:
    """The ranges that `find_hidden` blanks, in order, not overlapping."""
    yield from _merged(_found(text))


@lru_cache(maxsize=4)
def _found(text: str) -> tuple[_Find, ...]:
    """Everything, in order; an order inside of what is hidden anyway is told once."""
    found: list[_Find] = [_of_markup(one) for one in concealed_in(text)]
    found += [_Find(start, end, how, said) for start, end, how, said in unseen_in(text)]
    found += [_Find(c.start(), c.end(), "direction mark", "", is_told=False) for c in _CONTROLS.finditer(text)]
    covered = list(_merged(tuple(found)))
    visible = _blanked(text, covered)
    found += [_Find(start, end, how, text[start:end]) for start, end, how in orders_in(visible)]
    for start, end, blob, said in blobs_in(visible):
        is_order = bool(said) and next(orders_in(said), None) is not None
        found.append(_Find(start, end, "encoded text", said or blob, is_blanked=is_order))
    found += [
        _Find(start, end, "look-alike letters", word, is_blanked=False) for start, end, word in lookalikes_in(visible)
    ]
    return tuple(_once(sorted(found, key=lambda one: (one.start, -one.end))))


def _of_markup(one: Concealed) -> _Find:
    is_order = next(orders_in(one.words), None) is not None
    if one.how == "comment":
        return _Find(one.start, one.end, one.how, one.words, is_told=is_order or _PRAISE.search(one.words) is not None)
    return _Find(one.start, one.end, one.how, one.words, is_told=is_order or len(_LETTERS.findall(one.words)) > 1)


def _once(found: list[_Find]) -> Iterator[_Find]:
    """Without what stands wholly inside of something that was told already."""
    end = -1
    for one in found:
        if one.end <= end and one.is_blanked:
            continue
        if one.is_told and one.is_blanked:
            end = max(end, one.end)
        yield one


def _merged(found: tuple[_Find, ...]) -> Iterator[Span]:
    current: Span | None = None
    for one in sorted(found, key=lambda one: one.start):
        if not one.is_blanked:
            continue
        if current and one.start <= current[1]:
            current = (current[0], max(current[1], one.end))
            continue
        if current:
            yield current
        current = (one.start, one.end)
    if current:
        yield current


def _blanked(text: str, spans: list[Span]) -> str:
    parts: list[str] = []
    done = 0
    for start, end in spans:
        parts += (text[done:start], re.sub(r"[^\r\n]", " ", text[start:end]))
        done = end
    return "".join([*parts, text[done:]])


def _short(said: str) -> str:
    words = " ".join(said.split())
    return words if len(words) <= _MAX_SAID else words[:_MAX_SAID] + "…"


def _line(text: str, position: int) -> int:
    return len(re.findall(r"\r\n|\n|\r", text[:position])) + 1
