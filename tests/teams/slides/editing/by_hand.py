"""Decks as people make them: by hand, with levels, links, tables, groups, sections, macros, pictures from elsewhere."""

from __future__ import annotations

import hashlib
import io
import zipfile
from typing import Any

from lxml import etree
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches, Pt

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "ppt/presentation.xml"
SECTIONS = "http://schemas.microsoft.com/office/powerpoint/2010/main"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"


def presentation() -> Any:
    """Five slides: title; levels and forms; table, group and box; chart; a slide that links back to the second."""
    deck = Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text, first.placeholders[1].text = "Annual plan", "Board, 2024"
    _bullets(deck.slides.add_slide(deck.slide_layouts[1]))
    _objects(deck.slides.add_slide(deck.slide_layouts[5]))
    data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["a", "b"]
    data.add_series("s", (1, 2))
    charted = deck.slides.add_slide(deck.slide_layouts[5])
    charted.shapes.title.text = "Sales"
    charted.shapes.add_chart(XL_CHART_TYPE.PIE, Inches(1), Inches(2), Inches(5), Inches(3), data)
    last = deck.slides.add_slide(deck.slide_layouts[5])
    last.shapes.title.text = "まとめ"
    box = last.shapes.add_textbox(Inches(1), Inches(2), Inches(3), Inches(1))
    box.text_frame.text = "戻る"
    box.click_action.target_slide = deck.slides[1]
    return deck


def _bullets(slide: Any) -> None:
    slide.shapes.title.text = "Where we stand"
    frame = slide.placeholders[1].text_frame
    frame.text = "Sales grew by 12% in 2023"
    second = frame.add_paragraph()
    second.level = 1
    for words, bold in (("Most of it ", False), ("abroad", True), (", some at home", False)):
        run = second.add_run()
        run.text, run.font.bold, run.font.size = words, bold, Pt(20)
    third = frame.add_paragraph()
    third.add_run().text = "See "
    link = third.add_run()
    link.text, link.hyperlink.address = "the report", "https://example.org/report"
    slide.notes_slide.notes_text_frame.text = "Speak slowly.\nPause."


def _objects(slide: Any) -> None:
    slide.shapes.title.text = "Regions"
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(5), Inches(1)).table
    for row, column, words in ((0, 0, "Region"), (0, 1, "Share"), (1, 0, "East"), (1, 1, "40%")):
        table.cell(row, column).text = words
    group = slide.shapes.add_group_shape()
    for n in range(2):
        inner = group.shapes.add_textbox(Inches(1 + 3 * n), Inches(4), Inches(2), Inches(1))
        inner.text_frame.text = f"Box {n}"
    box = slide.shapes.add_textbox(Inches(1), Inches(6), Inches(4), Inches(0.5))
    box.name, box.text_frame.text = "Remark", "A remark"


def saved(deck: Any) -> bytes:
    """The file."""
    stream = io.BytesIO()
    deck.save(stream)
    return stream.getvalue()


def parts(data: bytes) -> dict[str, bytes]:
    """Its parts."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def packed(there: dict[str, bytes]) -> bytes:
    """A file of parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in there.items():
            file.writestr(name, data)
    return made.getvalue()


def hashes(data: bytes) -> dict[str, str]:
    """SHA-256 of each part."""
    return {name: hashlib.sha256(part).hexdigest() for name, part in parts(data).items()}


def deck() -> bytes:
    """The file with macros, a picture from elsewhere, two sections, and a show of two slides."""
    there = parts(saved(presentation()))
    there["ppt/vbaProject.bin"] = b"\xd0\xcf\x11\xe0 macros that nobody runs"
    rels = "ppt/_rels/presentation.xml.rels"
    there[rels] = _related(
        there[rels], "rIdVba", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin"
    )
    there["[Content_Types].xml"] = there["[Content_Types].xml"].replace(
        b"<Default ", b'<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Default ', 1
    )
    rels = "ppt/slides/_rels/slide1.xml.rels"
    there[rels] = _related(there[rels], "rId99", f"{OFFICE}/image", "http://example.org/logo.png", external=True)
    root = etree.fromstring(there[MAIN])
    listed = [(one.get("id"), one.get(f"{{{OFFICE}}}id")) for one in root.find(f"{P}sldIdLst")]
    shows = "".join(f'<p:sld r:id="{id}"/>' for _, id in listed[1:3])
    halves = (listed[:2], listed[2:])
    sections = "".join(
        f'<x:section name="S{n}" id="{{0000000{n}-0000-0000-0000-000000000000}}"><x:sldIdLst>'
        + "".join(f'<x:sldId id="{id}"/>' for id, _ in half)
        + "</x:sldIdLst></x:section>"
        for n, half in enumerate(halves)
    )
    more = (
        f'<p:custShowLst xmlns:r="{OFFICE}" xmlns:p="{P.strip("{}")}"><p:custShow name="Short" id="0"><p:sldLst>{shows}'
        "</p:sldLst></p:custShow></p:custShowLst>",
        f'<p:extLst xmlns:p="{P.strip("{}")}"><p:ext uri="{{521415D9-36F7-43E2-AB2F-B90AF26B5E84}}">'
        f'<x:sectionLst xmlns:x="{SECTIONS}">{sections}</x:sectionLst></p:ext></p:extLst>',
    )
    for old in root.findall(f"{P}extLst"):
        root.remove(old)
    style = root.find(f"{P}defaultTextStyle")
    root.insert(root.index(style), etree.fromstring(more[0]))
    root.append(etree.fromstring(more[1]))
    there[MAIN] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return packed(there)


def _related(rels: bytes, id: str, kind: str, target: str, *, external: bool = False) -> bytes:
    mode = ' TargetMode="External"' if external else ""
    one = f'<Relationship Id="{id}" Type="{kind}" Target="{target}"{mode}/>'
    return rels.replace(b"</Relationships>", f"{one}</Relationships>".encode())


def opened(data: bytes) -> Any:
    """As python-pptx reads it."""
    return Presentation(io.BytesIO(data))
