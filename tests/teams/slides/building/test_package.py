from __future__ import annotations

import zipfile
from datetime import datetime
from io import BytesIO
from typing import Any

import pptx
from lxml import etree
from pptx.opc.constants import RELATIONSHIP_TYPE as RT

from kasen.teams.slides.building.package import emptied, saved, with_notes_master
from teams.slides.building.hand_made import built, deck, template

SECTIONS = (
    '<p:ext xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" uri="{x}">'
    '<p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"/></p:ext>'
)


def names(data: bytes) -> list[str]:
    with zipfile.ZipFile(BytesIO(data)) as package:
        return package.namelist()


def busy() -> Any:
    """A template whose layout links to one of its slides, with a section."""
    held = pptx.Presentation(BytesIO(template()))
    layout, slide = held.slide_layouts[0], held.slides[1]
    relation = layout.part.relate_to(slide.part, RT.SLIDE)
    link = etree.SubElement(
        layout.placeholders[0]._element.find(".//{*}cNvPr"),
        "{http://schemas.openxmlformats.org/drawingml/2006/main}hlinkClick",
    )
    link.set("{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id", relation)
    extensions = etree.SubElement(
        held.part._element, "{http://schemas.openxmlformats.org/presentationml/2006/main}extLst"
    )
    extensions.append(etree.fromstring(SECTIONS))
    return held


def test_slides_go_with_all_that_points_at_them() -> None:
    held = busy()
    emptied(held)
    data = saved(held)
    assert not [name for name in names(data) if name.startswith("ppt/slides/")]
    with zipfile.ZipFile(BytesIO(data)) as package:
        assert b"hlinkClick" not in package.read("ppt/slideLayouts/slideLayout1.xml")
        assert b"sectionLst" not in package.read("ppt/presentation.xml")
    assert len(pptx.Presentation(BytesIO(data)).slides) == 0


def test_a_notes_master_is_there_and_is_named() -> None:
    held = pptx.Presentation(BytesIO(template()))
    with_notes_master(held)
    with_notes_master(held)
    listed = held.part._element.findall("{*}notesMasterIdLst/{*}notesMasterId")
    assert len(listed) == 1


def test_core_properties_are_those_of_the_deck() -> None:
    properties = pptx.Presentation(BytesIO(built())).core_properties
    assert (properties.title, properties.author, properties.language) == ("日本茶の輸出", "Kasen", "ja-JP")
    assert properties.created == datetime(2026, 5, 2)  # noqa: DTZ001
    assert properties.keywords == ""
    undated = pptx.Presentation(BytesIO(built(deck().model_copy(update={"made": ""})))).core_properties
    assert undated.created is None


def test_the_package_says_nothing_of_the_time_and_has_no_thumbnail() -> None:
    data = built()
    with zipfile.ZipFile(BytesIO(data)) as package:
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert not [name for name in names(data) if "thumbnail" in name]
    assert len(set(names(data))) == len(names(data))
