from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER

from kasen.errors import WrongValue
from kasen.teams.slides.schemas.design import DesignContext, Layout
from kasen.teams.slides.template.bundled import NAMES, bundled
from kasen.teams.slides.template.colors import contrast
from kasen.teams.slides.template.reading import read
from kasen.teams.slides.template.roles import is_closing

SCRIPT = Path(__file__).resolve().parents[4] / "scripts" / "templates.py"
ROLES = ["title", "section", "content", "two_content", "comparison", "title_only", "picture", "other", "blank", "title"]


def design(name: str) -> DesignContext:
    return read(bundled(name), name=name, bundled=True, lang="en")


def test_the_script_makes_the_files_that_are_there() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_two_runs_of_the_script_make_the_same_bytes_and_a_changed_file_is_found(tmp_path: Path) -> None:
    def run(*more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(SCRIPT), "--to", str(tmp_path), *more]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    sums = []
    for _ in range(2):
        assert run().returncode == 0
        sums.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in tmp_path.iterdir()})
    assert sums[0] == sums[1]
    assert len(sums[0]) == 3
    with zipfile.ZipFile(tmp_path / "dark.pptx", "a") as archive:
        archive.writestr("more.xml", "<x/>")
    done = run("--check")
    assert done.returncode == 1
    assert "dark.pptx" in done.stderr
    assert "light" not in done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_template_is_small_and_has_no_slide(name: str) -> None:
    data = bundled(name)
    assert len(data) < 60_000
    show = Presentation(io.BytesIO(data))
    assert len(show.slides) == 0
    assert (show.slide_width, show.slide_height) == (12_192_000, 6_858_000)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {each.date_time for each in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.testzip() is None


@pytest.mark.parametrize("name", NAMES)
def test_every_layout_can_be_filled_and_has_notes(name: str) -> None:
    show: Any = Presentation(io.BytesIO(bundled(name)))
    for each in show.slide_layouts:
        slide = show.slides.add_slide(each)
        slide.notes_slide.notes_text_frame.text = "said"
        for shape in slide.placeholders:
            assert shape.width > 0
    picture = next(each for each in show.slide_layouts if each.name in ("Picture with Caption", "タイトル付きの図"))
    assert PP_PLACEHOLDER.PICTURE in [shape.placeholder_format.type for shape in picture.placeholders]
    again = io.BytesIO()
    show.save(again)
    assert len(Presentation(io.BytesIO(again.getvalue())).slides) == 10


@pytest.mark.parametrize("name", NAMES)
def test_the_ten_layouts_are_what_they_are_for(name: str) -> None:
    made = design(name)
    assert [each.role for each in made.layouts] == ROLES
    assert [is_closing(each) for each in made.layouts] == [False] * 9 + [True]
    japanese = name == "business"
    assert made.layouts[2].name == ("タイトルとコンテンツ" if japanese else "Title and Content")


@pytest.mark.parametrize("name", NAMES)
def test_all_text_and_all_accents_can_be_read_on_what_lies_behind(name: str) -> None:
    made = design(name)
    weak = [
        (each.name, slot.name, round(contrast(slot.color, slot.fill or each.background), 2))
        for each in made.layouts
        for slot in each.slots
        if contrast(slot.color, slot.fill or each.background) < 4.5
    ]
    assert weak == []
    paper = made.theme.colors["bg1"]
    others = [
        color for color, rgb in made.theme.colors.items() if color not in ("bg1", "bg2") and contrast(rgb, paper) < 4.5
    ]
    assert others == []
    assert contrast(made.theme.colors["tx1"], made.theme.colors["bg2"]) >= 4.5, "rows of tables"
    assert contrast(made.theme.colors["accent1"], made.theme.colors["bg2"]) >= 4.5


@pytest.mark.parametrize("name", NAMES)
def test_everything_stands_on_one_grid_and_nothing_on_anything(name: str) -> None:
    made = design(name)
    content = [
        each for each in made.layouts if each.role in ("content", "two_content", "comparison", "picture", "other")
    ]
    left = {min(slot.box.x for slot in each.slots) for each in content}
    titles = {each.slots[0].box.model_dump_json() for each in content}
    assert len(left) == len(titles) == 1
    for each in made.layouts:
        assert overlapping(each) == []
        for slot in each.slots:
            assert slot.box.x >= 0
            assert slot.box.right <= made.width
            assert slot.box.bottom <= made.height


def overlapping(of: Layout) -> list[tuple[str, str]]:
    boxes = [(slot.name, slot.box) for slot in of.slots]
    return [
        (one, other)
        for place, (one, a) in enumerate(boxes)
        for other, b in boxes[place + 1 :]
        if a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom
    ]


@pytest.mark.parametrize("name", NAMES)
def test_sizes_are_for_a_room_and_descend(name: str) -> None:
    made = design(name)
    for each in made.layouts:
        for slot in each.slots:
            assert slot.sizes == tuple(sorted(slot.sizes, reverse=True))
            assert min(slot.sizes) >= (14 if slot.kind not in ("date", "footer", "number") else 11)
    content = made.layouts[2]
    assert content.slots[0].sizes[0] in (30.0, 32.0)
    assert content.slots[1].sizes[0] in (18.0, 20.0)


def test_another_name_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(WrongValue, match="light, dark, business"):
        bundled("corporate")
