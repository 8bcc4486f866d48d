"""From what is said about a deck that no run made to changes of its texts that hold."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from kasen.teams.slides import wording
from kasen.teams.slides.data.numbers import untraced
from kasen.teams.slides.editing.forms import understood
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.texts import (
    NOTES,
    FileChange,
    Line,
    ShapeEditorOutput,
    Sheet,
    Text,
    TextChange,
    TextSaid,
)

MOST_SHOWN = 40_000
"""Characters of slides that an editor is shown in full; of those behind it is shown the titles."""
_NUMBERS = re.compile(
    r"(?:slides?|pages?|スライド|ページ)\s*(\d{1,3})(?:\s*(?:-|–|to|and|,|から|〜|~|と|、)\s*(\d{1,3}))?|(\d{1,3})\s*(?:枚目|ページ目?)",
    re.IGNORECASE,
)


def exact(wish: str, sheets: Sequence[Sheet]) -> FileChange | None:
    """The change of a wish that says exactly what is to stand where; None where it does not."""
    order = understood(wish, len(sheets))
    if order is None:
        return None
    sheet, number = sheets[order.slide - 1], order.slide
    if order.action == "delete":
        return FileChange(delete=(number,))
    if order.action == "move":
        return FileChange(move=((number, order.to),)) if order.to != number else None
    if order.action == "notes":
        return _texts([TextChange(slide=number, shape=NOTES, lines=(Line(text=order.text),))])
    if order.action == "title":
        titles = [one for one in sheet.texts if one.kind == "title"]
        same = [TextChange(slide=number, shape=one.id, lines=(Line(text=order.text),)) for one in titles[:1]]
        return _texts([one for one in same if titles[0].words != order.text])
    if order.action == "replace":
        return _texts([_replaced(sheet, one, order.old, order.new) for one in sheet.texts if order.old in one.words])
    return None


def _texts(changes: list[TextChange]) -> FileChange | None:
    return FileChange(texts=tuple(changes)) if changes else None


def _replaced(sheet: Sheet, text: Text, old: str, new: str) -> TextChange:
    lines = tuple(Line(text=line.text.replace(old, new), level=line.level) for line in text.lines)
    return TextChange(slide=sheet.number, shape=text.id, lines=lines)


def shown(wish: str, sheets: Sequence[Sheet]) -> list[int]:
    """Slides that an editor is shown in full: those that the wish names, else as many as there is room for."""
    folded = unicodedata.normalize("NFKC", wish)
    named: set[int] = set()
    for found in _NUMBERS.finditer(folded):
        numbers = [int(one) for one in found.groups() if one]
        named |= set(range(min(numbers), max(numbers) + 1)) if len(numbers) == 2 else set(numbers)
    wanted = [one for one in sheets if one.number in named] or list(sheets)
    fitting: list[int] = []
    room = MOST_SHOWN
    for sheet in wanted:
        room -= len(sheet.words) + 60 * len(sheet.texts)
        if fitting and room < 0:
            break
        fitting.append(sheet.number)
    return fitting


@dataclass
class Desk:
    """Holds what an editor says against the slides; `notes` tell what was left alone."""

    wish: str
    sheets: Sequence[Sheet]
    shown: Collection[int]
    lang: Lang
    notes: list[str] = field(default_factory=list)

    def change(self, said: ShapeEditorOutput) -> tuple[FileChange, list[str]]:
        """What of it holds, and what is wrong with the rest, one sentence each for the editor."""
        self.notes, problems = [], list[str]()
        texts: dict[tuple[int, str], TextChange] = {}
        for one in said.texts:
            made, wrong = self._text(one)
            problems += wrong
            if made is not None:
                texts[made.slide, made.shape] = made
        delete = tuple(dict.fromkeys(number for number in said.delete if self._sheet(number)))
        if delete and len(delete) >= len(self.sheets):
            self.notes.append(wording.said("not_all", self.lang))
            delete = ()
        numbers = range(1, len(self.sheets) + 1)
        move = tuple(
            (one.slide, min(max(one.to, 1), len(self.sheets)))
            for one in said.move
            if one.slide in numbers and one.to != one.slide
        )
        return FileChange(texts=tuple(texts.values()), delete=delete, move=move), problems

    def _sheet(self, number: int) -> Sheet | None:
        if 1 <= number <= len(self.sheets):
            return self.sheets[number - 1]
        self.notes.append(wording.said("no_such_slide", self.lang, n=number))
        return None

    def _text(self, said: TextSaid) -> tuple[TextChange | None, list[str]]:
        sheet = self._sheet(said.slide)
        if sheet is None:
            return None, [f"There is no slide {said.slide}."]
        where = f"slide {said.slide}, {said.shape[:12]}"
        text = sheet.text(said.shape.strip().upper())
        if text is None or said.slide not in self.shown:
            return None, [f"{where}: there is no such text. Use an id that is shown."]
        if not said.paragraphs:
            return None, [f"{where}: its paragraphs are missing. Give all of them, or leave the text out."]
        lines = tuple(
            Line(text=one.text, level=_level(text, n) if one.level is None else max(0, min(8, one.level)))
            for n, one in enumerate(said.paragraphs)
        )
        if lines == text.lines or (text.kind == "notes" and not text.lines and not any(line.text for line in lines)):
            return None, []
        lost = untraced("\n".join(line.text for line in lines), numbers=(), texts=(sheet.words, self.wish))
        if lost:
            numbers = ", ".join(lost)
            self.notes.append(wording.said("number_left_out", self.lang, n=said.slide, numbers=numbers))
            return None, [f"{where}: {numbers} stands neither on the slide nor in the wish. Leave it out."]
        return TextChange(slide=said.slide, shape=text.id, lines=lines), []


def _level(text: Text, place: int) -> int:
    """Of the paragraph that stood there; of further ones that of the last."""
    return text.lines[min(place, len(text.lines) - 1)].level if text.lines else 0
