"""Slide number, footer and date, where the layout has a place for them."""

from __future__ import annotations

from datetime import date

from kasen.teams.slides.building.look import Fonts
from kasen.teams.slides.building.page import Page, named
from kasen.teams.slides.building.text import CJK, Paragraph, Run, Style, body, language, paragraph
from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.schemas.arrangement import Frame
from kasen.teams.slides.schemas.design import Slot
from kasen.teams.slides.schemas.part import EMU_PER_POINT

KINDS = ("date", "footer", "number")
_WITHOUT = ("title", "image")
"""Kinds of slides that carry none: a title slide says it all in large, a picture of the whole slide is not covered."""


def add_fields(page: Page) -> None:
    """Fill what the layout has; each is named `kasen:` and its kind."""
    if page.arrangement.slide.kind in _WITHOUT:
        return
    for slot in page.layout.slots:
        if slot.kind in KINDS and (made := _words(page, slot)) is not None:
            frame = Frame(content="title", slot=slot.idx, box=slot.box)
            if not page.known(frame):
                continue
            page.add(
                node(
                    "p:sp",
                    None,
                    node(
                        "p:nvSpPr",
                        None,
                        named(page.id(), f"kasen:{slot.kind}"),
                        node("p:cNvSpPr", None, node("a:spLocks", {"noGrp": True})),
                        page.properties(frame),
                    ),
                    node("p:spPr"),
                    body("p:txBody", [made]),
                )
            )


def _words(page: Page, slot: Slot) -> Element | None:
    size = slot.sizes[0] if slot.sizes else 10.0
    style = Style(size, Fonts("", page.texts.ea), page.deck.lang, color=page.look.rescued(slot, size))
    if slot.kind == "number":
        return _number(style)
    said = _day(page.deck.made, page.deck.lang) if slot.kind == "date" else page.deck.title
    fitting = _cut(said, slot, style.size)
    return paragraph(Paragraph((Run(fitting),), style)) if fitting else None


def _number(style: Style) -> Element:
    made = paragraph(Paragraph((Run("‹#›"),), style))
    run = made.find("{*}r")
    made.replace(run, node("a:fld", {"id": "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}", "type": "slidenum"}, *list(run)))
    properties = made.find("{*}fld")[0]
    for name, value in language("", style.lang).items():
        properties.set(name, value)
    return made


def _day(text: str, lang: str) -> str:
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return ""
    if lang == "ja":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {day:%B} {day.year}"


def _cut(text: str, slot: Slot, size: float) -> str:
    """As much as stands on one line."""
    left, _, right, _ = slot.insets
    room = (slot.box.w - left - right) / EMU_PER_POINT / size
    words = " ".join(text.split())
    if _ems(words) <= room:
        return words
    while words and _ems(words) + 1 > room:
        words = words[:-1]
    return words.rstrip() + "…" if words else ""


def _ems(text: str) -> float:
    return sum(1.0 if CJK.match(sign) else 0.56 for sign in text)
