from __future__ import annotations

import hashlib
import io
import zipfile
from typing import Any

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from kasen.errors import InputError
from kasen.teams.slides.editing.package import CONTENT_TYPES, MAIN, Package, parsed


def deck(*titles: str, charts: bool = True) -> bytes:
    """Slides with a title, notes and a chart each."""
    presentation = Presentation()
    for number, title in enumerate(titles, start=1):
        slide = presentation.slides.add_slide(presentation.slide_layouts[5])
        slide.shapes.title.text = title
        slide.notes_slide.notes_text_frame.text = f"Notes of {title}"
        if charts:
            data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
            data.categories = ["a", "b"]
            data.add_series(title, (number, 2))
            frame = (Inches(1), Inches(2), Inches(5), Inches(3))
            slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *frame, data)
    stream = io.BytesIO()
    presentation.save(stream)
    return stream.getvalue()


def hashes(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: hashlib.sha256(file.read(name)).hexdigest() for name in file.namelist()}


def titles(data: bytes) -> list[str]:
    return [slide.shapes.title.text for slide in Presentation(io.BytesIO(data)).slides]


def test_a_package_that_is_opened_and_saved_has_the_same_parts() -> None:
    data = deck("A", "B")
    assert hashes(Package.opened(data).saved()) == hashes(data)


def test_a_replaced_slide_brings_its_own_and_every_other_part_stays_byte_for_byte() -> None:
    data = deck("A", "B", "C")
    package, other = Package.opened(data), Package.opened(deck("New"))
    second = package.slides()[1]
    gone = set(package.owned(second))
    package.replaced(second, other, other.slides()[0])
    saved = package.saved()
    assert titles(saved) == ["A", "New", "C"]
    before, after = hashes(data), hashes(saved)
    mine = gone | {name for name in before if any(name.endswith(f"{one.rpartition('/')[2]}.rels") for one in gone)}
    untouched = set(before) - mine - {CONTENT_TYPES}
    assert len(untouched) > 20
    assert all(after[name] == before[name] for name in untouched)
    slide = Presentation(io.BytesIO(saved)).slides[1]
    assert slide.notes_slide.notes_text_frame.text == "Notes of New"
    assert slide.notes_slide.part.part_related_by is not None
    [chart] = [shape.chart for shape in slide.shapes if shape.has_chart]
    assert [series.name for series in chart.plots[0].series] == ["New"]
    assert chart.part.chart_workbook.xlsx_part is not None


def test_a_replaced_slide_leaves_nothing_of_the_old_one() -> None:
    package, other = Package.opened(deck("A", "B")), Package.opened(deck("Plain", charts=False))
    package.replaced(package.slides()[0], other, other.slides()[0])
    saved = Package.opened(package.saved())
    assert len([name for name in saved.parts if name.startswith("ppt/charts/chart")]) == 1
    assert len([name for name in saved.parts if name.endswith(".xlsx")]) == 1
    assert {name for name in saved.types if name not in saved.parts} == set()


def test_slides_are_added_moved_and_deleted_in_the_presentation_only() -> None:
    data = deck("A", "B", "C")
    package, other = Package.opened(data), Package.opened(deck("New"))
    first, second, third = package.slides()
    fresh = package.added(other, other.slides()[0])
    package.dropped(second)
    package.ordered([third, fresh, first])
    saved = package.saved()
    assert titles(saved) == ["C", "New", "A"]
    before, after = hashes(data), hashes(saved)
    assert {after[name] == before[name] for name in (first, third)} == {True}
    root = parsed(Package.opened(saved).parts[MAIN])
    ids = [one.get("id") for one in root.iter("{http://schemas.openxmlformats.org/presentationml/2006/main}sldId")]
    assert len(set(ids)) == 3
    assert all(int(id) >= 256 for id in ids if id)


def test_what_two_slides_share_is_kept_when_one_goes() -> None:
    presentation = Presentation()
    png = (
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
        b"\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"
    )
    for _ in range(2):
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        slide.shapes.add_picture(io.BytesIO(png), 0, 0, Inches(1))
    stream = io.BytesIO()
    presentation.save(stream)
    package = Package.opened(stream.getvalue())
    first, second = package.slides()
    package.dropped(first)
    package.ordered([second])
    [slide] = Presentation(io.BytesIO(package.saved())).slides
    assert slide.shapes[0].image.blob == png


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", deck("A")[:200]])
def test_what_is_no_package_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(InputError, match=r"no \.pptx"):
        Package.opened(data)


def test_a_package_without_slides_is_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        file.writestr(CONTENT_TYPES, "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>")
    with pytest.raises(InputError, match=r"no \.pptx"):
        Package.opened(stream.getvalue())


def test_saving_twice_gives_the_same_bytes() -> None:
    data = deck("A")
    assert Package.opened(data).saved() == Package.opened(data).saved()
