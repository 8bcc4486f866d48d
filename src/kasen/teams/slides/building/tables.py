"""Native tables: header in the theme's accent, rows in bands, numbers to the right, sizes explicit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kasen.teams.slides.building.captions import with_caption
from kasen.teams.slides.building.charts import graphic_frame
from kasen.teams.slides.building.look import Color
from kasen.teams.slides.building.page import Page
from kasen.teams.slides.building.text import INSETS, Paragraph, Run, Style, paragraph
from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.schemas.arrangement import Frame
from kasen.teams.slides.schemas.deck import Table

_GRAPHIC = "http://schemas.openxmlformats.org/drawingml/2006/table"
_NO_STYLE = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}"
"""Office's "No Style, No Grid": every colour is written in the cells, so that it is read on any background."""


def add_table(page: Page, frame: Frame) -> None:
    """The table of the slide."""
    table = page.arrangement.slide.table
    if table is None or not table.columns:
        return
    frame = with_caption(page, frame)
    style = Style(frame.sizes[0] if frame.sizes else 12.0, page.texts, page.deck.lang, color=page.look.ink)
    widths = shares(frame.column_widths, len(table.columns), frame.box.w)
    heights = shares(frame.row_heights, len(table.rows) + 1, frame.box.h)
    made = node(
        "a:tbl",
        None,
        node("a:tblPr", {"firstRow": True, "bandRow": True}, node("a:tableStyleId", text=_NO_STYLE)),
        node("a:tblGrid", None, *(node("a:gridCol", {"w": width}) for width in widths)),
        *_rows(page, table, style, heights),
    )
    box = frame.box.model_copy(update={"w": sum(widths), "h": sum(heights)})
    alt = table.alt or table.title or page.arrangement.slide.title
    held = frame.model_copy(update={"box": box})
    page.add(graphic_frame(page, held, node("a:graphicData", {"uri": _GRAPHIC}, made), alt))


def shares(given: Sequence[int], count: int, whole: int) -> list[int]:
    """The lengths that were given, or equal ones that sum to the whole."""
    if len(given) == count and all(length > 0 for length in given):
        return list(given)
    each, rest = divmod(whole, count)
    return [each + (1 if at < rest else 0) for at in range(count)]


def _rows(page: Page, table: Table, style: Style, heights: Sequence[int]) -> list[Element]:
    look = page.look
    head = look.strong(look.accents[0])
    headed = replace(style, bold=True, color=look.on(head.shown))
    made = [_row(table, table.columns, headed, heights[0], head)]
    line = look.faint()
    for at, cells in enumerate(table.rows):
        fill = look.band() if at % 2 else look.paper
        made.append(_row(table, cells, style, heights[at + 1], fill, line))
    return made


def _row(
    table: Table, cells: Sequence[str], style: Style, height: int, fill: Color, line: Color | None = None
) -> Element:
    filled = [*cells, *[""] * len(table.columns)][: len(table.columns)]
    right = [*table.numeric, *[False] * len(table.columns)]
    made = [_cell(text, style, fill, line, right=right[at]) for at, text in enumerate(filled)]
    return node("a:tr", {"h": height}, *made)


def _cell(text: str, style: Style, fill: Color, line: Color | None, *, right: bool) -> Element:
    left_in, top, right_in, bottom = INSETS
    said = paragraph(Paragraph((Run(text),), style, bullet="none", align="r" if right else "l", before=0, spacing=1.0))
    none = (node(f"a:ln{side}", {"w": 0}, node("a:noFill")) for side in "LRT")
    below = line.fill() if line is not None else node("a:noFill")
    return node(
        "a:tc",
        None,
        node("a:txBody", None, node("a:bodyPr"), node("a:lstStyle"), said),
        node(
            "a:tcPr",
            {"marL": left_in, "marR": right_in, "marT": top, "marB": bottom, "anchor": "ctr"},
            *none,
            node("a:lnB", {"w": 6_350}, below),
            fill.fill(),
        ),
    )
