"""The file opened again and held against what was meant: structure, words, figures, sources; nothing is rendered."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from kasen.teams.slides.checking.citations import note_problems, source_problems
from kasen.teams.slides.checking.figures import figure_problems
from kasen.teams.slides.checking.frames import frame_problems
from kasen.teams.slides.checking.packaging import package_problems
from kasen.teams.slides.checking.saying import Finder
from kasen.teams.slides.checking.sheet import Sheet
from kasen.teams.slides.checking.texts import text_problems
from kasen.teams.slides.schemas.arrangement import Arrangement, Problem
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.design import DesignContext


def lint(pptx: bytes, *, deck: Deck, arrangements: Sequence[Arrangement] = (), design: DesignContext) -> list[Problem]:
    """What is wrong with the file, in the language of the deck; nothing for a sound one. Never raises for a bad file.

    Without arrangements only what needs none is checked: package, ids, placeholders, alternative text, languages.
    """
    whole = Finder(0, deck.lang)
    malformed = _malformed()
    try:
        slides = _slides(pptx, whole)
    except malformed as error:
        _unreadable(whole, error)
        return whole.found
    if arrangements and len(slides) != len(arrangements):
        whole.add("pages", "count", severity="critical", found=len(slides), wanted=len(arrangements))
    known: list[Arrangement | None] = [*arrangements, *[None] * len(slides)]
    sheets = [Sheet(at, slide, deck, design, known[at - 1]) for at, slide in enumerate(slides, 1)]
    found = [problem for sheet in sheets for problem in _sheet_problems(sheet, deck, malformed)]
    if arrangements:
        try:
            source_problems(sheets, deck, whole)
        except malformed as error:
            _unreadable(whole, error)
    return [*whole.found, *found]


def _malformed() -> tuple[type[Exception], ...]:
    """What python-pptx and what it is made of raise on files that are not as they expect."""
    from pptx.exc import PythonPptxError

    of_xml = (KeyError, ValueError, AttributeError, TypeError, IndexError, ZeroDivisionError, SyntaxError)
    of_files = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError)
    return (PythonPptxError, *of_xml, *of_files)


def _unreadable(finder: Finder, error: Exception) -> None:
    finder.add("other", "unreadable", severity="critical", why=str(error)[:120] or type(error).__name__)


def _slides(pptx: bytes, whole: Finder) -> list[Any]:
    import pptx as python_pptx

    package_problems(pptx, whole)
    return list(python_pptx.Presentation(BytesIO(pptx)).slides)


def _sheet_problems(sheet: Sheet, deck: Deck, malformed: tuple[type[Exception], ...]) -> list[Problem]:
    finder = Finder(sheet.number, deck.lang)
    for check in (frame_problems, text_problems, figure_problems, note_problems):
        try:
            check(sheet, finder)
        except malformed as error:
            _unreadable(finder, error)
    return finder.found
