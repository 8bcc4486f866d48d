"""A deck and its arrangements become a native .pptx: building decides nothing, it carries out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

from kasen.teams.slides.building.charts import add_chart
from kasen.teams.slides.building.citing import numbers
from kasen.teams.slides.building.diagrams import add_diagram
from kasen.teams.slides.building.fields import add_fields
from kasen.teams.slides.building.fonts import fonts_of
from kasen.teams.slides.building.look import Look
from kasen.teams.slides.building.notes import add_notes
from kasen.teams.slides.building.package import describe, emptied, saved, with_notes_master
from kasen.teams.slides.building.page import Page
from kasen.teams.slides.building.pictures import add_picture, hidden_title
from kasen.teams.slides.building.tables import add_table
from kasen.teams.slides.building.words import LISTS, SINGLE, add_marks, add_text
from kasen.teams.slides.schemas.arrangement import Arrangement, Frame
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.design import DesignContext

Adder = Callable[[Page, Frame], None]
_ADDERS: dict[str, Adder] = {
    **dict.fromkeys((*SINGLE, *LISTS), add_text),
    "marks": add_marks,
    "chart": add_chart,
    "table": add_table,
    "diagram": add_diagram,
    **dict.fromkeys(("picture", "logo", "image"), add_picture),
}


def build(
    template: bytes,
    design: DesignContext,
    deck: Deck,
    arrangements: Sequence[Arrangement],
    *,
    pictures: Mapping[str, bytes],
) -> bytes:
    """The .pptx of the arrangements on that template; the same input gives the same bytes.

    `pictures`: artifact → bytes. A picture that is not there or cannot be read leaves a box that says so.
    """
    import pptx

    presentation = pptx.Presentation(BytesIO(template))
    emptied(presentation)
    with_notes_master(presentation)
    layouts = [layout for master in presentation.slide_masters for layout in master.slide_layouts]
    known = numbers(deck)
    for arrangement in arrangements:
        slide = presentation.slides.add_slide(layouts[arrangement.layout])
        _carry_out(_page(slide, design, deck, arrangement, known, pictures))
    describe(presentation, deck)
    return saved(presentation)


def _page(
    slide: Any,
    design: DesignContext,
    deck: Deck,
    arrangement: Arrangement,
    known: Mapping[str, int],
    pictures: Mapping[str, bytes],
) -> Page:
    layout = design.layout(arrangement.layout)
    headings, texts = fonts_of(slide.slide_layout.slide_master, design)
    look = Look(design, layout, deck.accents)
    return Page(slide, deck, arrangement, layout, look, headings, texts, known, pictures, design)


def slide_name(arrangement: Arrangement) -> str:
    """How a slide is found again: `s-01`, and `s-01.2` for the second part of one that was split."""
    id = arrangement.slide.id
    return id if arrangement.part == 1 or "." in id else f"{id}.{arrangement.part}"


def _carry_out(page: Page) -> None:
    for shape in list(page.slide.placeholders):
        page.tree.remove(shape._element)
    page.slide._element.cSld.set("name", slide_name(page.arrangement))
    for frame in sorted([*hidden_title(page), *page.arrangement.frames], key=_depth):
        _ADDERS[frame.content](page, frame)
    add_fields(page)
    add_notes(page)


def _depth(frame: Frame) -> int:
    """The title is read first, what covers the whole slide lies under the rest, marks lie over it."""
    return {"title": 0, "image": 1, "marks": 3}.get(frame.content, 2)
