"""Quotations are found in their passages, or mended from them, before anything rests on them."""

from __future__ import annotations

import re

from kasen.evidence.normal import normalise
from kasen.evidence.sentences import Span, sentences
from kasen.evidence.terms import terms
from kasen.teams.research.rules.addressed import speaks_to_a_model

_WRAPPING = "「」『』“”\"' \n\t。.．…"
_ROW = re.compile(r"\s\|\s|\t")
_APART = re.compile(r"\n[ \t]*\n|\s\|\s|\t|```|~~~")
_ALIKE = 0.6
"""Share of terms in common (Jaccard) from which a sentence is taken for the one that was misquoted."""


def locate(text: str, quote: str) -> tuple[Span, bool] | None:
    """The whole sentences of `text` that a quotation stands in, and whether its words were exact.

    White space, width of letters and quotation marks around it do not count. A quotation that is nowhere is taken for
    the sentence that it resembles most; None when there is none, or when it speaks to the model that reads it.
    """
    exact = _find(text, quote)
    place = _whole(text, exact) if exact is not None else _nearest(text, quote)
    if place is None or speaks_to_a_model(text[place[0] : place[1]]):
        return None
    return place, exact is not None


def _find(text: str, quote: str) -> Span | None:
    folded = normalise(text.replace("‹", "<"))
    wanted = "".join(normalise(quote.replace("‹", "<")).text.split()).strip(_WRAPPING)
    places = [i for i, character in enumerate(folded.text) if not character.isspace()]
    at = "".join(folded.text[i] for i in places).find(wanted) if wanted else -1
    if at < 0:
        return None
    return folded.original(places[at], places[at + len(wanted) - 1] + 1)


def _whole(text: str, span: Span) -> Span:
    """A quotation is never half a sentence."""
    touched = [s for s in sentences(text) if s[0] < span[1] and span[0] < s[1]]
    return (min(touched[0][0], span[0]), max(touched[-1][1], span[1])) if touched else span


def _nearest(text: str, quote: str) -> Span | None:
    asked = set(terms(quote))
    best: tuple[float, Span] | None = None
    for span in sentences(text):
        own = set(terms(text[span[0] : span[1]]))
        alike = len(asked & own) / len(asked | own) if asked | own else 0.0
        if alike >= _ALIKE and (best is None or alike > best[0]):
            best = alike, span
    return best[1] if best else None


def around(text: str, span: Span, *, size: int) -> Span:
    """The quotation with whole sentences before and after it in the same paragraph, up to `size` characters.

    A row of a table stands alone.
    """
    if _ROW.search(text[span[0] : span[1]]):
        return span
    spans = sentences(text)
    touched = [i for i, s in enumerate(spans) if s[0] < span[1] and span[0] < s[1]]
    if not touched:
        return span
    first, last = touched[0], touched[-1]
    while True:
        steps = [(first - 1, last), (first, last + 1)]
        fitting = [s for s in steps if s[0] >= 0 and s[1] < len(spans) and _fits(text, spans, s, size)]
        if not fitting:
            return spans[first][0], spans[last][1]
        first, last = fitting[0]


def _fits(text: str, spans: list[Span], range_: tuple[int, int], size: int) -> bool:
    start, end = spans[range_[0]][0], spans[range_[1]][1]
    return end - start <= size and not _APART.search(text[start:end])
