"""Paragraphs with everything explicit: size, language, East Asian font, bullets; nothing relies on autofit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from kasen.teams.slides.building.look import Color, Fonts
from kasen.teams.slides.building.xml import Element, legal, node

Align = Literal["l", "ctr", "r"]
Anchor = Literal["t", "ctr", "b"]
Bullet = Literal["inherit", "none", "own"]
CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]")
BULLETS = "•–·"
"""Of free shapes, by level."""
RAISED = 30_000
"""`baseline` of a citation mark."""
INSETS = (91_440, 45_720, 91_440, 45_720)


@dataclass(frozen=True)
class Style:
    """How one run looks."""

    size: float
    """Points."""
    fonts: Fonts
    lang: str = "en"
    bold: bool | None = None
    color: Color | None = None
    """None: what the placeholder inherits."""


@dataclass(frozen=True)
class Run:
    """A piece of a paragraph."""

    text: str
    raised: bool = False
    link: str = ""
    """Id of a relationship."""


@dataclass(frozen=True)
class Paragraph:
    """One paragraph."""

    runs: tuple[Run, ...]
    style: Style
    level: int = 0
    bullet: Bullet = "inherit"
    align: Align | None = None
    before: float | None = None
    """Points; None: what is inherited."""
    spacing: float | None = None
    """Share of a line; None: what is inherited."""


def language(text: str, lang: str) -> dict[str, str]:
    """Attributes of a run of these words in a deck of that language."""
    if lang == "ja" or CJK.search(text):
        return {"kumimoji": "1", "lang": "ja-JP", "altLang": "en-US"}
    return {"lang": "en-US"}


def _properties(tag: str, style: Style, text: str, run: Run | None = None) -> Element:
    attributes: dict[str, object] = {**language(text, style.lang), "sz": max(100, round(style.size * 100))}
    if style.bold is not None:
        attributes["b"] = style.bold
    attributes["dirty"] = False
    if run is not None and run.raised:
        attributes["baseline"] = RAISED
    latin = style.fonts.latin
    return node(
        tag,
        attributes,
        style.color.fill() if style.color is not None else None,
        node("a:latin", {"typeface": latin}) if latin else None,
        node("a:ea", {"typeface": style.fonts.ea}),
        node("a:hlinkClick", {"r:id": run.link}) if run is not None and run.link else None,
    )


def _pieces(run: Run, style: Style) -> Iterable[Element]:
    for number, line in enumerate(legal(run.text).split("\n")):
        if number:
            yield node("a:br", None, _properties("a:rPr", style, line))
        if line:
            words = line.replace("\t", " ")
            yield node("a:r", None, _properties("a:rPr", style, line, run), node("a:t", text=words))


def _margins(paragraph: Paragraph) -> tuple[dict[str, object], list[Element]]:
    if paragraph.bullet == "none":
        return {"marL": 0, "indent": 0}, [node("a:buNone")]
    if paragraph.bullet == "own":
        left, hanging = indent(paragraph.level, paragraph.style.size)
        sign = BULLETS[min(paragraph.level, len(BULLETS) - 1)]
        font = node("a:buFont", {"typeface": "Arial"})
        return {"marL": left, "indent": -hanging}, [font, node("a:buChar", {"char": sign})]
    return {}, []


def indent(level: int, size: float) -> tuple[int, int]:
    """EMU from the edge to the words of a bullet in a free shape, and how far the bullet hangs out of them."""
    hanging = round(size * 12_700 * 0.9)
    return hanging * (level + 1), hanging


def paragraph(given: Paragraph) -> Element:
    """`a:p`."""
    attributes, bullets = _margins(given)
    attributes |= {"lvl": given.level or None, "algn": given.align}
    share = given.spacing
    properties = node(
        "a:pPr",
        attributes,
        node("a:lnSpc", None, node("a:spcPct", {"val": round(share * 100_000)})) if share is not None else None,
        _points("a:spcBef", given.before),
        *bullets,
    )
    words = "".join(run.text for run in given.runs)
    return node(
        "a:p",
        None,
        properties,
        *(piece for run in given.runs for piece in _pieces(run, given.style)),
        _properties("a:endParaRPr", given.style, words),
    )


def _points(tag: str, points: float | None) -> Element | None:
    if points is None:
        return None
    return node(tag, None, node("a:spcPts", {"val": round(points * 100)}))


@dataclass(frozen=True)
class Room:
    """`a:bodyPr` of a shape of its own; a placeholder inherits it."""

    anchor: Anchor = "t"
    insets: tuple[int, int, int, int] = field(default=INSETS)


def body(tag: str, paragraphs: Sequence[Element], room: Room | None = None) -> Element:
    """`p:txBody` or `a:txBody`, without autofit."""
    attributes: dict[str, object] = {}
    if room is not None:
        left, top, right, bottom = room.insets
        attributes = {"wrap": "square", "lIns": left, "tIns": top, "rIns": right, "bIns": bottom, "rtlCol": False}
        attributes["anchor"] = room.anchor
    properties = node("a:bodyPr", attributes, node("a:noAutofit"))
    return node(tag, None, properties, node("a:lstStyle"), *paragraphs)


def plain(text: str, style: Style, *, align: Align | None = None, bold: bool | None = None) -> Element:
    """One paragraph of one run in a shape of its own."""
    said = replace(style, bold=bold) if bold is not None else style
    return paragraph(Paragraph((Run(text),), said, bullet="none", align=align, before=0, spacing=1.0))
