"""Speaker notes: what is said, then what the slide rests on, with addresses."""

from __future__ import annotations

from typing import Any

from kasen.teams.slides.building.citing import cited, line
from kasen.teams.slides.building.look import Fonts
from kasen.teams.slides.building.page import Page
from kasen.teams.slides.building.text import Paragraph, Run, Style, paragraph
from kasen.teams.slides.schemas.deck import Ref

SEPARATOR = "――――"
_QUOTE = 240
_SIZE = 12.0


def add_notes(page: Page) -> None:
    """The notes page of the slide; there is none where nothing is to be said."""
    lines = notes(page)
    if not lines:
        return
    from pptx.oxml.ns import qn

    held: Any = page.slide.notes_slide
    frame = held.notes_text_frame
    if frame is None:
        return
    text = frame._txBody
    for old in text.findall(qn("a:p")):
        text.remove(old)
    style = Style(_SIZE, Fonts("", page.texts.ea if not page.texts.ea.startswith("+") else "+mn-ea"), page.deck.lang)
    for said in lines:
        text.append(paragraph(Paragraph((Run(said),), style)))


def notes(page: Page) -> list[str]:
    """Lines of the notes, sources last."""
    slide = page.arrangement.slide
    lines = [part for part in slide.notes.split("\n") if part.strip()]
    shown = {frame.content for frame in page.arrangement.frames}
    if slide.message and "message" not in shown and slide.message not in slide.notes:
        lines.insert(0, slide.message)
    if "image" in shown:
        lines += [point.text for point in slide.all_points if point.text.rstrip("。.") not in slide.notes]
    if slide.kind == "sources":
        return lines
    refs = [ref for id in cited(slide) if (ref := page.deck.ref(id)) is not None]
    if refs:
        lines += [SEPARATOR, "出典" if page.deck.lang == "ja" else "Sources"]
        lines += [_source(page, ref) for ref in refs]
    return lines


def _source(page: Page, ref: Ref) -> str:
    number = page.numbers.get(ref.id)
    head = f"[{number}] {ref.id}" if number else ref.id
    if ref.kind == "wish":
        return f"{head} {'依頼文' if page.deck.lang == 'ja' else 'The request'}"
    said = f"{head} {line(ref, lang=page.deck.lang)}"
    quote = " ".join(ref.quote.split())
    if not quote:
        return said
    cut = quote if len(quote) <= _QUOTE else quote[: _QUOTE - 1] + "…"
    return f"{said}「{cut}」" if page.deck.lang == "ja" else f"{said}: “{cut}”"
