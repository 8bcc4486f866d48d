from __future__ import annotations

import io
import re
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from pptx import Presentation
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Inches

from kasen.errors import Refused
from kasen.tools.office.copying import as_it_is, to_measure, to_show
from tools.office.decks import EN, box, chart, deck, picture, table

INCH = 914_400


def parts(data: bytes, pattern: str) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist() if re.fullmatch(pattern, name)}


def mixed(slide: Any) -> None:
    box(slide, EN).text_frame.auto_size = MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE
    box(slide, EN).text_frame.auto_size = MSO_AUTO_SIZE.SHAPE_TO_FIT_TEXT
    table(slide, "x")
    chart(slide)
    picture(slide)
    slide.shapes.add_textbox(0, 0, 1, 1)


def test_nothing_in_the_measuring_copy_fits_by_itself() -> None:
    copy = to_measure(deck(mixed, layout=1))
    everywhere = parts(copy.data, r"ppt/(slides|slideLayouts|slideMasters|theme)/[^/]+\.xml")
    assert len(everywhere) > 10
    assert not [name for name, text in everywhere.items() if "normAutofit" in text or "spAutoFit" in text]
    slide = everywhere["ppt/slides/slide1.xml"]
    assert slide.count("<a:bodyPr") == slide.count("<a:noAutofit/>") > 5
    Presentation(io.BytesIO(copy.data))


def test_shapes_are_listed_in_the_order_of_the_file_with_their_kinds_and_marks() -> None:
    copy = to_measure(deck(mixed, lambda s: box(s, "x")))
    assert [shape.kind for shape in copy.shapes] == ["text", "text", "table", "chart", "picture", "other", "text"]
    assert [(shape.slide, shape.order) for shape in copy.shapes] == [*[(1, n) for n in range(6)], (2, 0)]
    slide = parts(copy.data, r"ppt/slides/slide1\.xml")["ppt/slides/slide1.xml"]
    assert re.findall(r'descr="kasen-extent-(1-\d+)-"', slide) == [f"1-{order}" for order in range(6)]
    assert (copy.slides, copy.size) == (2, (Inches(13.333), Inches(7.5)))


def test_members_of_groups_have_boxes_on_the_slide() -> None:
    def fill(slide: Any) -> None:
        outer = slide.shapes.add_group_shape()
        inner = outer.shapes.add_group_shape()
        for x in (2, 4):
            inner.shapes.add_shape(1, Inches(x), Inches(2), Inches(1), Inches(1))
        outer.left, outer.top, outer.width, outer.height = Inches(1), Inches(1), Inches(6), Inches(2)

    shapes = as_it_is(deck(fill)).shapes
    assert [(shape.order, shape.member) for shape in shapes] == [(0, None), (0, 0), (0, 1)]
    boxes = [tuple(round(side / INCH, 2) for side in shape.declared or ()) for shape in shapes]
    assert boxes == [(1, 1, 6, 2), (1, 1, 2, 2), (5, 1, 2, 2)]


def test_a_turned_shape_has_the_box_around_it() -> None:
    def fill(slide: Any) -> None:
        box(slide, "x", x=4, y=4, w=4, h=1).rotation = 90

    declared = as_it_is(deck(fill)).shapes[0].declared
    assert declared == tuple(round(side * INCH) for side in (5.5, 2.5, 1, 4))


def test_what_lies_outside_is_cut_off_and_links_stay() -> None:
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

    def fill(slide: Any) -> None:
        run = box(slide, "x").text_frame.paragraphs[0].runs[0]
        run.hyperlink.address = "https://example.com/kept"
        for name in ("image", "oleObject", "video"):
            slide.part.relate_to(f"https://example.com/{name}", f"{kind}/{name}", is_external=True)

    for copied in (to_show, to_measure):
        relations = "".join(parts(copied(deck(fill)).data, r".*\.rels").values())
        assert re.findall(r"https://example.com/\w+", relations) == ["https://example.com/kept"]


def test_a_large_picture_is_measured_by_a_stand_in_and_shown_itself() -> None:
    from PIL import Image

    noise = io.BytesIO()
    Image.effect_noise((400, 400), 80).save(noise, "PNG")

    def fill(slide: Any) -> None:
        noise.seek(0)
        slide.shapes.add_picture(noise, 0, 0, Inches(4))

    given = deck(fill)
    assert len(to_measure(given).data) < len(given) - 100_000 < len(to_show(given).data)
    assert as_it_is(given).data == given


def test_what_is_no_deck_is_refused() -> None:
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    for data in (b"", b"PK\x03\x04", other.getvalue()):
        for copied in (to_show, to_measure, as_it_is):
            with pytest.raises(Refused, match="not a readable"):
                copied(data)


def test_why_a_deck_cannot_be_opened_stands_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Refused):
        to_show(b"no zip")
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("kasen.tools", "WARNING")
    assert record.exc_info is not None
    assert "zip" in str(record.exc_info[1])


def test_many_threads_open_one_deck_at_once() -> None:
    data = deck(mixed, mixed)
    with ThreadPoolExecutor(12) as pool:
        copies = list(pool.map(lambda n: (to_show, to_measure, as_it_is)[n % 3](data), range(36)))
    assert {copy.slides for copy in copies} == {2}
    assert len({copy.shapes for copy in copies if copy.shapes}) == 1
