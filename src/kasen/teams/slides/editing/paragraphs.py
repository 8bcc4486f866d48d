"""Paragraphs of a text body read and written: new words take the form of those that stood there.

Elements are those of DrawingML (ECMA-376, 21.1.2): `a:p` holds runs (`a:r`), breaks (`a:br`), fields (`a:fld`).
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from kasen.teams.slides.schemas.texts import Line
from kasen.teams.slides.template.xml import Element, at, local, name, number

_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_BREAK = "\n"
_MOST_LEVEL = 8
_ALIKE = 0.5
"""Share of its words that a paragraph has to keep for its runs to keep their own forms."""


class Piece(NamedTuple):
    """One run, break or field of a paragraph."""

    element: Element
    text: str
    is_run: bool


def lines_of(body: Element) -> tuple[Line, ...]:
    """Its paragraphs; a break within one is a line feed."""
    return tuple(_line(paragraph) for paragraph in body.findall(name("a:p")))


def write(body: Element, lines: Sequence[Line]) -> bool:
    """Make these its paragraphs: those that stay are left alone. False where one to be changed holds a formula."""
    old = body.findall(name("a:p"))
    before, after = [_line(one) for one in old], [_clean(line) for line in lines] or [Line(text="")]
    matcher = SequenceMatcher(None, [one.text for one in before], [one.text for one in after], autojunk=False)
    steps = matcher.get_opcodes()
    if any(_is_locked(old[n]) for what, a, b, _, _ in steps if what != "equal" for n in range(a, b)):
        return False
    made: list[Element] = []
    for what, a, b, c, d in steps:
        for n in range(c, d):
            model = old[min(a + n - c, b - 1)] if a < b else (old[max(a - 1, 0)] if old else None)
            is_own = a + n - c < b
            paragraph = model if is_own and model is not None else _like(body, model)
            if what != "equal":
                _reword(paragraph, after[n].text)
            if after[n].level != _line(paragraph).level:
                _set_level(paragraph, after[n].level)
            made.append(paragraph)
    for one in old:
        if not any(one is kept for kept in made):
            body.remove(one)
    for one in made:
        body.append(one)
    return True


def _clean(line: Line) -> Line:
    text = _ILLEGAL.sub("", line.text.replace("\r\n", _BREAK).replace("\r", _BREAK).replace("\v", _BREAK))
    return Line(text=text, level=max(0, min(_MOST_LEVEL, line.level)))


def _line(paragraph: Element) -> Line:
    level = number(at(paragraph, "a:pPr"), "lvl")
    return Line(text="".join(piece.text for piece in _pieces(paragraph)), level=max(0, min(_MOST_LEVEL, level)))


def _pieces(paragraph: Element) -> Iterator[Piece]:
    for child in paragraph:
        kind = local(child)
        if kind in ("r", "fld"):
            text = at(child, "a:t")
            yield Piece(child, "" if text is None else text.text or "", kind == "r")
        elif kind == "br":
            yield Piece(child, _BREAK, is_run=False)


def _is_locked(paragraph: Element) -> bool:
    """Whether it holds more than words: a formula, say."""
    return any(local(child) not in ("r", "br", "fld", "pPr", "endParaRPr", "") for child in paragraph)


def _like(body: Element, model: Element | None) -> Element:
    """A new paragraph of the form of another."""
    if model is None:
        return body.makeelement(name("a:p"), {})
    made = copy.deepcopy(model)
    made.tail = None
    if _is_locked(made):
        for child in [child for child in made if local(child) not in ("pPr", "endParaRPr")]:
            made.remove(child)
    return made


def _reword(paragraph: Element, text: str) -> None:
    """Runs before and behind what changes keep their words and forms; where most changes, the first form holds."""
    pieces = list(_pieces(paragraph))
    old = "".join(piece.text for piece in pieces)
    head, tail = _kept(old, text)
    if head + tail < _ALIKE * max(len(old), len(text)) or not any(piece.is_run for piece in pieces):
        _in_one(paragraph, pieces, text)
        return
    middle = text[head : len(text) - tail]
    start, end = head, len(old) - tail
    home = _home(pieces, start)
    at_piece = 0
    for piece in pieces:
        first, last = at_piece, at_piece + len(piece.text)
        at_piece = last
        left = piece.text[: max(0, start - first)]
        right = piece.text[max(0, min(len(piece.text), end - first)) :] if last > end else ""
        if not piece.is_run:
            if start < last and first < end:
                paragraph.remove(piece.element)
            continue
        said = left + (middle if piece.element is home else "") + right
        if said != piece.text:
            _say(paragraph, piece.element, said)
    if _line(paragraph).text != text:
        _in_one(paragraph, list(_pieces(paragraph)), text)


def _kept(old: str, new: str) -> tuple[int, int]:
    """How many characters at the beginning and at the end stay."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return head, tail


def _home(pieces: Sequence[Piece], start: int) -> Element:
    """The run that what is new goes into: the one that ends or begins where it stands."""
    position, home = 0, next(piece.element for piece in pieces if piece.is_run)
    for piece in pieces:
        if piece.is_run and position <= start:
            home = piece.element
            if start < position + len(piece.text):
                break
        position += len(piece.text)
    return home


def _in_one(paragraph: Element, pieces: Sequence[Piece], text: str) -> None:
    """All words in the form of the first run, one that is no link where there is one."""
    runs = [piece.element for piece in pieces if piece.is_run]
    plain = [run for run in runs if at(run, "a:rPr", "a:hlinkClick") is None]
    kept = (plain or runs or [None])[0]
    if kept is None:
        kept = _run(paragraph, at(paragraph, "a:endParaRPr"))
        paragraph.insert(1 if at(paragraph, "a:pPr") is not None else 0, kept)
    for piece in pieces:
        if piece.element is not kept:
            paragraph.remove(piece.element)
    _say(paragraph, kept, text)


def _say(paragraph: Element, run: Element, text: str) -> None:
    """Give a run these words; line feeds become breaks, a run without words goes."""
    parts = text.split(_BREAK)
    if not text:
        if at(paragraph, "a:endParaRPr") is None and (form := at(run, "a:rPr")) is not None:
            paragraph.append(_form(paragraph, "a:endParaRPr", form))
        paragraph.remove(run)
        return
    form = at(run, "a:rPr")
    _text(run, parts[0])
    place = paragraph.index(run)
    for part in parts[1:]:
        line_break = paragraph.makeelement(name("a:br"), {})
        if form is not None:
            line_break.append(copy.deepcopy(form))
        more = _run(paragraph, form)
        _text(more, part)
        paragraph.insert(place + 1, line_break)
        paragraph.insert(place + 2, more)
        place += 2


def _text(run: Element, text: str) -> None:
    holder = at(run, "a:t")
    if holder is None:
        holder = run.makeelement(name("a:t"), {})
        run.append(holder)
    holder.text = text


def _run(paragraph: Element, form: Element | None) -> Element:
    run = paragraph.makeelement(name("a:r"), {})
    if form is not None:
        run.append(_form(paragraph, "a:rPr", form))
    return run


def _form(paragraph: Element, tag: str, form: Element) -> Element:
    made = paragraph.makeelement(name(tag), dict(form.attrib))
    made.extend([copy.deepcopy(child) for child in form if local(child) not in ("hlinkClick", "hlinkMouseOver")])
    return made


def _set_level(paragraph: Element, level: int) -> None:
    about = at(paragraph, "a:pPr")
    if about is None:
        about = paragraph.makeelement(name("a:pPr"), {})
        paragraph.insert(0, about)
    about.attrib.pop("lvl", None)
    if level:
        about.set("lvl", str(level))
