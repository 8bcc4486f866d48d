"""The words of one slide, and how each run of them is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kasen.teams.slides.building.citing import mark, numbers
from kasen.teams.slides.building.text import CJK
from kasen.teams.slides.building.words import LISTS, SINGLE, cited_of_message, single
from kasen.teams.slides.building.xml import legal
from kasen.teams.slides.checking.saying import Finder
from kasen.teams.slides.checking.sheet import FIELDS, Sheet
from kasen.teams.slides.schemas.arrangement import Frame
from kasen.teams.slides.schemas.deck import Slide

FLOORS = {"table": 10.0, "chart": 10.0, "diagram": 10.0, "marks": 10.0, "source": 10.0}
"""Points; 12 for all else."""
BODY_FLOOR = 12.0
_SHOWN = 40
_MOST_COLORS = 3
"""Colours in digits that one slide may have beside those that a person asked for."""


def text_problems(sheet: Sheet, finder: Finder) -> None:
    """Everything about words."""
    for shape in sheet.shapes:
        content = shape.name.removeprefix("kasen:")
        _written(shape, content, finder)
    for frame in sheet.frames():
        shape = sheet.shape(frame.content)
        if shape is not None and shape.has_text_frame:
            assert sheet.arrangement is not None
            _said(sheet, frame, shape, finder)
    _colors(sheet, finder)


def _written(shape: Any, content: str, finder: Finder) -> None:
    """Size, language, East Asian font and autofit of everything that a shape says."""
    root = shape._element
    missing: set[str] = set()
    for body in root.iter("{*}txBody"):
        properties = body.find("{*}bodyPr")
        in_cell = body.getparent().tag.endswith("}tc")
        if not in_cell and (properties is None or properties.find("{*}noAutofit") is None):
            missing.add("autofit")
        for run in (*body.iter("{*}r"), *body.iter("{*}fld")):
            missing |= _lacks(run)
    for name in sorted(missing):
        finder.add("other" if name == "autofit" else "font", name, where=content, name=shape.name)
    _small(root, content, finder)


def _lacks(run: Any) -> set[str]:
    properties = run.find("{*}rPr")
    said = "".join(run.itertext())
    if properties is None:
        return {"no_size", "no_lang"}
    lacking = {"no_size"} if not properties.get("sz") else set()
    if not properties.get("lang"):
        lacking.add("no_lang")
    if CJK.search(said):
        if properties.find("{*}ea") is None:
            lacking.add("no_ea")
        if not properties.get("lang", "").startswith("ja"):
            lacking.add("no_lang")
    return lacking


def _small(root: Any, content: str, finder: Finder) -> None:
    if content in FIELDS:
        return
    floor = FLOORS.get(content, BODY_FLOOR)
    sizes = [int(held.get("sz")) / 100 for held in root.iter("{*}rPr") if held.get("sz")]
    if sizes and min(sizes) < floor - 0.01:
        finder.add("font", "small", where=content, name=content, size=f"{min(sizes):g}", floor=f"{floor:g}")


def _said(sheet: Sheet, frame: Frame, shape: Any, finder: Finder) -> None:
    assert sheet.arrangement is not None
    slide = sheet.arrangement.slide
    known = numbers(sheet.deck)
    wanted = _wanted(slide, frame.content)
    marks = _marks(slide, frame.content, known)
    found = [_split(paragraph) for paragraph in shape._element.iter("{*}p") if paragraph.tag.endswith("main}p")]
    if wanted is None:
        return
    prefixed = slide.kind == "sources" and frame.content in LISTS
    texts = ["".join(pair) if prefixed else pair[0] for pair in found]
    full = [f"{sign} {text}" if prefixed and sign else text for sign, text in zip(marks, wanted, strict=True)]
    for at, text in enumerate(full):
        is_there = texts[at] if at < len(texts) else ""
        if _even(is_there) != _even(text):
            finder.add(
                "other", "text", where=frame.content, severity="critical", name=frame.content, found=_cut(is_there),
                wanted=_cut(text),
            )  # fmt: skip
        elif not prefixed and marks[at] and found[at][1].strip() != marks[at]:
            finder.add("sources", "no_mark", where=frame.content, text=_cut(text), mark=marks[at])
    if len(texts) > len(full):
        finder.add(
            "other", "text", where=frame.content, severity="critical", name=frame.content,
            found=_cut(texts[len(full)]), wanted="",
        )  # fmt: skip


def _wanted(slide: Slide, content: str) -> Sequence[str] | None:
    if content in SINGLE:
        return [single(slide, content)]
    if content in LISTS:
        return [point.text for point in slide.points_in(content)]
    return slide.marks if content == "marks" else None


def _marks(slide: Slide, content: str, known: dict[str, int]) -> list[str]:
    if content in LISTS:
        return [mark(point.refs, known) for point in slide.points_in(content)]
    if content == "message":
        return [mark(cited_of_message(slide), known)]
    return [""] * len(_wanted(slide, content) or ())


def _split(paragraph: Any) -> tuple[str, str]:
    """The words of a paragraph, and what is raised."""
    words, raised = "", ""
    for piece in paragraph:
        if piece.tag.endswith("}br"):
            words += "\n"
        if piece.tag.endswith(("}r", "}fld")):
            said = "".join(piece.find("{*}t").itertext())
            properties = piece.find("{*}rPr")
            if properties is not None and properties.get("baseline"):
                raised += said
            else:
                words += said
    return words, raised


def _even(text: str) -> str:
    return " ".join(legal(text).split())


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _colors(sheet: Sheet, finder: Finder) -> None:
    asked = {color.upper() for color in sheet.deck.accents}
    own = {str(held.get("val")).upper() for held in sheet.root.iter("{*}srgbClr")} - asked
    if len(own) > _MOST_COLORS:
        finder.add("other", "colors", severity="minor", count=len(own))
