"""The file opened again and held against what was meant: structure, words, figures, sources; nothing is rendered."""

from __future__ import annotations

import zipfile
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

_MALFORMED = (KeyError, ValueError, AttributeError, TypeError, IndexError, ZeroDivisionError)
"""What python-pptx raises on XML that is not as it expects."""


def lint(pptx: bytes, *, deck: Deck, arrangements: Sequence[Arrangement] = (), design: DesignContext) -> list[Problem]:
    """What is wrong with the file, in the language of the deck; nothing for a sound one. Never raises for a bad file.

    Without arrangements only what needs none is checked: package, ids, placeholders, alternative text, languages.
    """
    whole = Finder(0, deck.lang)
    try:
        presentation = _opened(pptx, whole)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, SyntaxError) as error:
        whole.add("other", "unreadable", severity="critical", why=str(error)[:120] or type(error).__name__)
        return whole.found
    slides = list(presentation.slides)
    if arrangements and len(slides) != len(arrangements):
        whole.add("pages", "count", severity="critical", found=len(slides), wanted=len(arrangements))
    known: list[Arrangement | None] = [*arrangements, *[None] * len(slides)]
    sheets = [Sheet(at, slide, deck, design, known[at - 1]) for at, slide in enumerate(slides, 1)]
    found = [problem for sheet in sheets for problem in _sheet_problems(sheet, deck)]
    if arrangements:
        source_problems(sheets, deck, whole)
    return [*whole.found, *found]


def _opened(pptx: bytes, whole: Finder) -> Any:
    import pptx as python_pptx

    package_problems(pptx, whole)
    return python_pptx.Presentation(BytesIO(pptx))


def _sheet_problems(sheet: Sheet, deck: Deck) -> list[Problem]:
    finder = Finder(sheet.number, deck.lang)
    for check in (frame_problems, text_problems, figure_problems, note_problems):
        try:
            check(sheet, finder)
        except _MALFORMED as error:
            why = str(error)[:120] or type(error).__name__
            finder.add("other", "unreadable", severity="critical", why=why)
    return finder.found
