"""A finished .pptx judged from outside: opened again, rendered and measured, without the words of who made it."""

from __future__ import annotations

import asyncio
import io
import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from kasen.knowledge.pdf_pages import worded
from kasen.tools.office.model import Extent, Office, Rendering

SLACK = 36_000
"""EMU, a millimetre."""
WORDED = ("text", "table")
LEAST_INK = 0.0005
"""Share of pixels that differ from the most usual one, below which a slide is blank."""
MOST_LOST = 0.02
"""Share of a slide's characters that may not be found in the PDF: line ends and ligatures."""
SOURCES = ("sources", "出典")
_MARK = re.compile(r"\[(\d+(?:, ?\d+)*)\]")
_NAME = "{http://schemas.openxmlformats.org/presentationml/2006/main}cNvPr"
_TITLES = ("descr", "title")


async def judged(office: Office, pptx: bytes, sources: Mapping[str, Any]) -> dict[str, Any]:
    """Counts of what is wrong; `sources` is the artifact `sources.json`. `told` says where, one line each."""
    told: list[str] = []
    rendering, extents = await asyncio.gather(office.render(pptx), office.measure(pptx))
    read = await worded(rendering.pdf)
    slides = list(_opened(pptx).slides)
    found = {
        "slides": len(slides),
        **_structure(pptx, slides, told),
        **_speaking(slides, sources, told),
        **_reach(pptx, extents, told),
        "blank": _blank(rendering, told),
        "missing_fonts": _fonts(rendering, told),
        "missing_pages": abs(len(slides) - len(rendering.pictures)),
        "lost_text": _lost(slides, ["".join(run.text for run in page.runs) for page in read.words], told),
    }
    return {**found, "fonts": sorted({font.name for font in rendering.fonts}), "told": told, "rendering": rendering}


def _opened(pptx: bytes) -> Any:
    from pptx import Presentation

    return Presentation(io.BytesIO(pptx))


def shapes_in(shapes: Any) -> Iterator[Any]:
    """Shapes, and those in groups."""
    for shape in shapes:
        yield shape
        if hasattr(shape, "shapes"):
            yield from shapes_in(shape.shapes)


def words_of(slide: Any) -> str:
    """Text of frames and tables."""
    found = []
    for shape in shapes_in(slide.shapes):
        if shape.has_text_frame:
            found.append(shape.text_frame.text)
        if getattr(shape, "has_table", False):
            found += [cell.text for row in shape.table.rows for cell in row.cells]
    return "\n".join(found)


def _structure(pptx: bytes, slides: Sequence[Any], told: list[str]) -> dict[str, int]:
    counts: Counter[str] = Counter(empty_placeholders=0, without_alt=0, double_ids=0)
    for number, slide in enumerate(slides, start=1):
        for shape in slide.placeholders:
            holds = shape.has_text_frame and shape.text_frame.text.strip()
            if not (holds or shape.shape_type is None or hasattr(shape, "image") or _graphic(shape)):
                counts["empty_placeholders"] += 1
                told.append(f"{number}: the placeholder `{shape.name}` is empty")
        for shape in shapes_in(slide.shapes):
            if (_graphic(shape) or hasattr(shape, "image")) and not _alt(shape):
                counts["without_alt"] += 1
                told.append(f"{number}: `{shape.name}` has no alternative text")
        ids = Counter(shape.shape_id for shape in shapes_in(slide.shapes))
        counts["double_ids"] += sum(count - 1 for count in ids.values())
    with zipfile.ZipFile(io.BytesIO(pptx)) as package:
        counts["double_ids"] += len(package.namelist()) - len(set(package.namelist()))
    counts["double_ids"] += len(slides) - len({slide.slide_id for slide in slides})
    return dict(counts)


def _graphic(shape: Any) -> bool:
    return bool(getattr(shape, "has_chart", False) or getattr(shape, "has_table", False))


def _alt(shape: Any) -> str:
    named = next(shape._element.iter(_NAME))
    return "".join(named.get(key) or "" for key in _TITLES).strip()


def _speaking(slides: Sequence[Any], sources: Mapping[str, Any], told: list[str]) -> dict[str, int]:
    """Slides without notes; without the sources that they rest on; marks that no list of sources explains."""
    spoken = [slide.notes_slide.notes_text_frame.text.strip() if slide.has_notes_slide else "" for slide in slides]
    silent = [n for n, text in enumerate(spoken, start=1) if not text]
    told += [f"{n}: no notes" for n in silent]
    listing = [n for n, slide in enumerate(slides) if slide.shapes.title is not None and _lists(slide)]
    listed = " ".join(f"{words_of(slides[n])} {spoken[n]}" for n in listing)
    without = 0 if listing and listing[-1] == len(slides) - 1 else 1
    if without:
        told.append("0: the last slide does not list the sources")
    for row in sources.get("slides", []):
        number = row["slide"]
        ids = {id for rests in row["rests_on"] for id in rests["references"]}
        lost = sorted(id for id in ids if not re.search(rf"\b{re.escape(id)}\b", spoken[number - 1]))
        if number - 1 not in listing and lost:
            without += 1
            told.append(f"{number}: the notes do not name {', '.join(lost)}")
    known = {int(number) for found in _MARK.findall(listed) for number in found.split(",")}
    for number, slide in enumerate(slides, start=1):
        said = {int(one) for found in _MARK.findall(words_of(slide)) for one in found.split(",")}
        if number - 1 not in listing and said - known:
            without += 1
            told.append(f"{number}: no source has the number {min(said - known)}")
    return {"without_notes": len(silent), "without_sources": without}


def _lists(slide: Any) -> bool:
    title = slide.shapes.title.text_frame.text.strip().casefold()
    return any(title.startswith(word) for word in SOURCES)


def _reach(pptx: bytes, extents: Sequence[Extent], told: list[str]) -> dict[str, int]:
    """Texts and tables that need more than their box, shapes beyond the slide, shapes that run into one another."""
    deck = _opened(pptx)
    page = (0, 0, int(deck.slide_width), int(deck.slide_height))
    names = [[shape.name for shape in slide.shapes] for slide in deck.slides]
    counts: Counter[str] = Counter(overflows=0, outside=0, collisions=0)
    for one in extents:
        name = names[one.slide - 1][one.order]
        if one.kind in WORDED and _beyond(one.measured, one.declared) > SLACK:
            counts["overflows"] += 1
            told.append(f"{one.slide}: `{name}` needs {one.measured[3] / max(one.declared[3], 1):.2f} of its height")
        if one.member is None and _beyond(one.measured, page) > SLACK:
            counts["outside"] += 1
            told.append(f"{one.slide}: `{name}` passes the edge of the slide")
    whole = [one for one in extents if one.member is None]
    for one, other in combinations(whole, 2):
        if one.slide != other.slide or not _meet(one.measured, other.measured):
            continue
        both_worded = {one.kind, other.kind} <= {*WORDED, "chart"}
        if both_worded or not _meet(one.declared, other.declared):
            counts["collisions"] += 1
            told.append(f"{one.slide}: `{names[one.slide - 1][one.order]}` × `{names[one.slide - 1][other.order]}`")
    return dict(counts)


def _beyond(inner: Sequence[int], outer: Sequence[int]) -> int:
    right, low = inner[0] + inner[2] - outer[0] - outer[2], inner[1] + inner[3] - outer[1] - outer[3]
    return max(outer[0] - inner[0], outer[1] - inner[1], right, low)


def _meet(one: Sequence[int], other: Sequence[int]) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across > SLACK and down > SLACK


def _blank(rendering: Rendering, told: list[str]) -> int:
    from PIL import Image

    blank = 0
    for number, data in enumerate(rendering.pictures, start=1):
        picture = Image.open(io.BytesIO(data)).convert("L").resize((640, 360))
        bins = picture.histogram()
        if 1 - max(bins) / sum(bins) < LEAST_INK:
            blank += 1
            told.append(f"{number}: nothing is to be seen")
    return blank


def _fonts(rendering: Rendering, told: list[str]) -> int:
    loose = sorted({font.name for font in rendering.fonts if not font.embedded})
    told += [f"0: the PDF does not hold the font {name}" for name in loose]
    return len(loose)


def _lost(slides: Sequence[Any], pages: Sequence[str], told: list[str]) -> int:
    """Slides whose words are not all on their page of the PDF."""
    lost = 0
    for number, (slide, page) in enumerate(zip(slides, pages, strict=False), start=1):
        wanted, there = _letters(words_of(slide)), _letters(page)
        lacking = wanted - there
        if sum(lacking.values()) > MOST_LOST * sum(wanted.values()):
            lost += 1
            told.append(f"{number}: not found in the PDF: {''.join(lacking)[:40]}")
    return lost


def _letters(text: str) -> Counter[str]:
    return Counter(one for one in unicodedata.normalize("NFKC", text).casefold() if one.isalnum())
