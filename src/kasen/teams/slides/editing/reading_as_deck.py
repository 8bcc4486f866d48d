"""Slides that no run made as a deck to be read: for pages, comparisons and lists, never to be built from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from kasen.teams.slides.schemas.deck import Deck, Point, Slide
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.texts import Sheet, Text

_DEEPEST = 2


def deck_of(sheets: Sequence[Sheet], *, name: str, lang: Lang) -> Deck:
    """The slides with all their words; the deck is called what its first slide is, else as its file."""
    title = sheets[0].title if sheets else ""
    return Deck(title=title or name, lang=lang, slides=tuple(map(_slide, sheets)))


def _slide(sheet: Sheet) -> Slide:
    title = next((one for one in sheet.texts if one.kind == "title" and one.words.strip()), None)
    notes = sheet.text("N")
    rest = [one for one in sheet.texts if one is not title and one.kind != "notes"]
    points: list[Point] = []
    for (_, _, is_table), texts in groupby(rest, key=lambda one: (one.order, one.member, one.kind == "cell")):
        own = list(texts)
        points += _rows(own) if is_table else [point for one in own for point in _lines(one)]
    return Slide(
        id=sheet.id,
        kind="bullets",
        title=" ".join(title.words.split()) if title else sheet.title,
        points=tuple(points),
        notes=notes.words.strip() if notes else "",
    )


def _lines(text: Text) -> list[Point]:
    return [
        Point(text=" ".join(line.text.split()), level=min(line.level, _DEEPEST))
        for line in text.lines
        if line.text.strip()
    ]


def _rows(cells: Sequence[Text]) -> list[Point]:
    """One line for each row of a table."""
    found = []
    for _, row in groupby(cells, key=lambda one: one.name.partition(",")[0]):
        words = [" ".join(one.words.split()) for one in row]
        if any(words):
            found.append(Point(text=" | ".join(words)))
    return found
