"""Decks that tests build, with and without defects. Sizes are inches."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from PIL import Image
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Inches, Pt

EN = "Tea has been grown in the hills of Uji since the thirteenth century and is drunk everywhere. "
JA = "宇治の丘では十三世紀から茶が栽培され、いまでは全国で飲まれている。"


def deck(*slides: Callable[[Any], None], layout: int = 6) -> bytes:
    """A wide deck; each function gets its slide, of the layout of that index (6: blank, 1: title and content)."""
    made = Presentation()
    made.slide_width, made.slide_height = Inches(13.333), Inches(7.5)
    for fill in slides:
        fill(made.slides.add_slide(made.slide_layouts[layout]))
    into = io.BytesIO()
    made.save(into)
    return into.getvalue()


def box(slide: Any, text: str, *, x: float = 1, y: float = 1, w: float = 4, h: float = 1, size: float = 18) -> Any:
    """A text box that wraps and neither grows nor shrinks."""
    made = slide.shapes.add_textbox(Inches(x), Inches(y), Inches(w), Inches(h))
    made.text_frame.word_wrap = True
    made.text_frame.auto_size = MSO_AUTO_SIZE.NONE
    made.text_frame.text = text
    for paragraph in made.text_frame.paragraphs:
        for run in paragraph.runs:
            run.font.size = Pt(size)
    return made


def table(slide: Any, cell: str, *, rows: int = 4, y: float = 4, w: float = 6, h: float = 1) -> Any:
    """A table of three columns with the same words everywhere."""
    made = slide.shapes.add_table(rows, 3, Inches(1), Inches(y), Inches(w), Inches(h))
    for row in made.table.rows:
        for one in row.cells:
            one.text = cell
    return made


def chart(slide: Any) -> Any:
    """A column chart."""
    data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["2024", "2025"]
    data.add_series("t", (1, 2))
    places = (Inches(8), Inches(1), Inches(4), Inches(3))
    return slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *places, data)


def picture(slide: Any, *, color: str = "red", x: float = 1, y: float = 5, w: float = 2, h: float = 1.5) -> Any:
    """A picture of one colour."""
    return slide.shapes.add_picture(png(color), Inches(x), Inches(y), Inches(w), Inches(h))


def png(color: str = "red", size: tuple[int, int] = (40, 30)) -> io.BytesIO:
    """A PNG of one colour."""
    into = io.BytesIO()
    Image.new("RGB", size, color).save(into, "PNG")
    into.seek(0)
    return into
