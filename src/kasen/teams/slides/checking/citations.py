"""Notes and sources: what a slide says can be followed to what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kasen.teams.slides.building.citing import cited, link, numbers
from kasen.teams.slides.checking.saying import Finder
from kasen.teams.slides.checking.sheet import Sheet
from kasen.teams.slides.schemas.deck import Deck


def note_problems(sheet: Sheet, finder: Finder) -> None:
    """The notes hold the talk and name each source."""
    text = notes_of(sheet.slide)
    slide = sheet.arrangement.slide if sheet.arrangement is not None else None
    if not text.strip():
        finder.add("notes", "no_notes")
        return
    if slide is None:
        return
    if "".join(slide.notes.split()) not in "".join(text.split()):
        finder.add("notes", "notes")
    for id in cited(slide):
        ref = sheet.deck.ref(id)
        if ref is None:
            finder.add("sources", "unknown_ref", severity="critical", id=id)
        elif slide.kind != "sources" and id not in text.replace("[", " ").replace("]", " ").split():
            finder.add("notes", "note_source", id=id)


def notes_of(slide: Any) -> str:
    """The words of the notes."""
    if not slide.has_notes_slide:
        return ""
    frame = slide.notes_slide.notes_text_frame
    return str(frame.text) if frame is not None else ""


def source_problems(sheets: Sequence[Sheet], deck: Deck, finder: Finder) -> None:
    """Each source that is cited stands on a slide of sources, under its number, and is a link where it can be one."""
    known = numbers(deck)
    listed: dict[str, list[Any]] = {}
    pages = [one for one in sheets if one.arrangement is not None and one.arrangement.slide.kind == "sources"]
    if not pages and known:
        finder.add("sources", "no_sources", severity="critical")
        return
    for sheet in pages:
        for paragraph in sheet.root.iter("{http://schemas.openxmlformats.org/drawingml/2006/main}p"):
            said = "".join(text.text or "" for text in paragraph.iter("{*}t"))
            listed.setdefault(said.partition(" ")[0], []).append(paragraph)
    for id, at in known.items():
        lines = listed.get(f"[{at}]", [])
        ref = deck.ref(id)
        if not lines:
            finder.add("sources", "unlisted", severity="critical", mark=f"[{at}]", id=id)
        elif ref is not None and link(ref.uri) and all(line.find(".//{*}hlinkClick") is None for line in lines):
            finder.add("sources", "unlinked", mark=f"[{at}]", id=id)
