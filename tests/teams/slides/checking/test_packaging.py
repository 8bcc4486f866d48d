from __future__ import annotations

import zipfile
from io import BytesIO
from typing import Any

import pytest
from pptx.opc.constants import RELATIONSHIP_TYPE as RT

from teams.slides.checking.mutating import kinds, mutated, problems, repacked, sound

SLIDE = "ppt/slides/slide2.xml"


def test_a_part_that_nothing_refers_to_is_found() -> None:
    found = repacked(lambda files: files.update({"ppt/media/left.png": b"x"}))
    assert [(problem.kind, problem.where) for problem in found] == [("relations", "ppt/media/left.png")]


def test_a_part_without_a_type_is_found() -> None:
    assert any("left.xyz" in problem.text for problem in repacked(lambda files: files.update({"ppt/left.xyz": b"x"})))


def test_a_name_that_is_there_twice_is_found() -> None:
    stream = BytesIO(sound())
    with zipfile.ZipFile(stream, "a") as package, pytest.warns(UserWarning, match="Duplicate"):
        package.writestr(SLIDE, zipfile.ZipFile(BytesIO(sound())).read(SLIDE))
    assert (0, "relations") in kinds(problems(stream.getvalue()))


def test_a_relationship_that_leads_nowhere_is_found_from_both_ends() -> None:
    def used(files: dict[str, bytes]) -> None:
        files["ppt/slides/slide10.xml"] = files["ppt/slides/slide10.xml"].replace(b'r:id="rId2"', b'r:id="rId77"')

    def lost(files: dict[str, bytes]) -> None:
        files.pop("ppt/charts/chart1.xml")

    for change in (used, lost):
        assert (0, "relations") in kinds(repacked(change))


@pytest.mark.parametrize("target", ["file:///etc/passwd", "http://127.0.0.1/x.png", r"\\host\share\x.png"])
def test_what_leads_out_of_the_file_is_found_unless_it_is_a_link(target: str) -> None:
    def change(made: Any) -> None:
        made.slides[1].part.relate_to(target, RT.IMAGE, is_external=True)

    assert kinds(mutated(change)) == {(0, "relations")}


def test_a_link_to_a_file_is_found() -> None:
    def change(made: Any) -> None:
        made.slides[1].part.relate_to("file:///etc/passwd", RT.HYPERLINK, is_external=True)

    assert kinds(mutated(change)) == {(0, "relations")}


def test_macros_are_found() -> None:
    found = repacked(lambda files: files.update({"ppt/vbaProject.bin": b"x"}))
    assert {problem.severity for problem in found if "vbaProject" in problem.text} >= {"critical"}


def test_children_out_of_order_are_found() -> None:
    def change(made: Any) -> None:
        shape = made.slides[1].shapes[0]._element
        shape.insert(0, shape.txBody)

    found = mutated(change)
    assert kinds(found) == {(0, "other"), (2, "other")}
    assert "Office" in found[0].text


def test_a_slide_that_is_listed_twice_is_found() -> None:
    def change(made: Any) -> None:
        slides = made.part._element.sldIdLst
        slides[1].set("id", slides[0].get("id"))

    assert (0, "ids") in kinds(mutated(change))


def test_a_missing_notes_master_is_found() -> None:
    def change(files: dict[str, bytes]) -> None:
        for name in [name for name in files if name.startswith("ppt/notesMasters/")]:
            files.pop(name)

    assert (0, "notes") in kinds(repacked(change))
