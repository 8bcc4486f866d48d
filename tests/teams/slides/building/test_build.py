from __future__ import annotations

import shutil
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path

import pptx
import pytest

from kasen.teams.slides.building.build import build, slide_name
from kasen.teams.slides.schemas.deck import Slide
from teams.slides.building.hand_made import (
    PICTURES,
    SLIDES,
    arranged,
    built,
    deck,
    design,
    one,
    shape,
    template,
)


def test_each_arrangement_becomes_a_slide_on_its_layout_under_its_name() -> None:
    made = pptx.Presentation(BytesIO(built()))
    assert [slide._element.cSld.get("name") for slide in made.slides] == [slide.id for slide in SLIDES]
    assert [slide.slide_layout.name for slide in made.slides][:2] == ["Title Slide", "Title and Content"]


def test_the_same_input_gives_the_same_bytes() -> None:
    assert built() == built()


def test_placeholders_are_filled_and_none_is_left_empty() -> None:
    made = pptx.Presentation(BytesIO(built()))
    for slide in made.slides:
        for held in slide.placeholders:
            assert not held.has_text_frame or held.text_frame.text
    chart, table, picture = (shape(made.slides[at], what) for at, what in ((3, "chart"), (4, "table"), (5, "picture")))
    assert chart.is_placeholder
    assert chart.has_chart
    assert table.is_placeholder
    assert table.has_table
    assert picture.placeholder_format.idx == 1


def test_nothing_of_the_templates_own_slides_is_left() -> None:
    with zipfile.ZipFile(BytesIO(built())) as package:
        assert b"Of the template" not in b"".join(package.read(name) for name in package.namelist())


def test_a_part_of_a_split_slide_has_a_name_of_its_own() -> None:
    whole = arranged(SLIDES[1])
    assert slide_name(whole) == "s-02"
    assert slide_name(whole.model_copy(update={"part": 2, "parts": 2})) == "s-02.2"
    numbered = SLIDES[1].model_copy(update={"id": "s-02.2"})
    assert slide_name(whole.model_copy(update={"slide": numbered, "part": 2, "parts": 2})) == "s-02.2"


def test_a_slide_that_did_not_change_keeps_its_bytes_when_another_does() -> None:
    held = deck()
    other = held.slides[1].model_copy(update={"title": "別の題"})
    changed = held.model_copy(update={"slides": (held.slides[0], other, *held.slides[2:])})
    with zipfile.ZipFile(BytesIO(built(held))) as old, zipfile.ZipFile(BytesIO(built(changed))) as new:
        names = [name for name in old.namelist() if name.startswith("ppt/slides/slide")]
        differ = [name for name in names if old.read(name) != new.read(name)]
    assert differ == ["ppt/slides/slide2.xml"]


def test_what_is_saved_again_by_others_is_still_whole() -> None:
    stream = BytesIO()
    pptx.Presentation(BytesIO(built())).save(stream)
    again = pptx.Presentation(stream)
    assert len(again.slides) == len(SLIDES)
    assert [held.name for held in again.slides[3].shapes] == [
        held.name for held in pptx.Presentation(BytesIO(built())).slides[3].shapes
    ]


def test_a_deck_without_slides_is_an_empty_file_and_no_error() -> None:
    made = build(template(), design(), deck(), [], pictures={})
    assert len(pptx.Presentation(BytesIO(made)).slides) == 0


def test_marks_lie_over_all_and_the_title_is_read_first() -> None:
    slide = one(SLIDES[3].model_copy(update={"refs": ()}))
    names = [held.name for held in slide.shapes if held.name.startswith("kasen:")]
    assert names[0] == "kasen:title"
    assert names.index("kasen:marks") > names.index("kasen:chart")


def test_characters_that_xml_refuses_are_dropped() -> None:
    bad = "題\x00と\x1b[31m\ud83d 文\ufffe"
    made = one(Slide(id="s-01", kind="title", title=bad, subtitle="\x0b続き", notes=bad))
    assert shape(made, "title").text_frame.text == "題と[31m 文"


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not on this machine")
def test_libreoffice_opens_it_with_one_page_per_slide(tmp_path: Path) -> None:
    source = tmp_path / "deck.pptx"
    source.write_bytes(build(template(), design(), deck(), [arranged(one) for one in SLIDES], pictures=PICTURES))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    subprocess.run(
        ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), str(source)],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    pdf = (tmp_path / "deck.pdf").read_bytes()
    assert pdf.count(b"/Type/Page/") + pdf.count(b"/Type/Page\n") + pdf.count(b"/Type /Page\n") >= len(SLIDES)
