from __future__ import annotations

from typing import Any

import pytest
from pptx.enum.text import MSO_AUTO_SIZE

from teams.slides.checking.mutating import held, kinds, mutated


def of_runs(slide: int, content: str, attribute: str) -> Any:
    def change(made: Any) -> None:
        for properties in held(made, slide, content)._element.iter("{*}rPr"):
            properties.attrib.pop(attribute)

    return change


@pytest.mark.parametrize(("slide", "content"), [(2, "points"), (5, "table"), (7, "diagram"), (4, "marks")])
@pytest.mark.parametrize("attribute", ["sz", "lang"])
def test_a_run_that_does_not_say_its_size_or_language_is_found(slide: int, content: str, attribute: str) -> None:
    assert kinds(mutated(of_runs(slide, content, attribute))) == {(slide, "font")}


def test_japanese_without_an_east_asian_font_is_found() -> None:
    def change(made: Any) -> None:
        for properties in held(made, 8, "message")._element.iter("{*}rPr"):
            properties.remove(properties.find("{*}ea"))

    assert kinds(mutated(change)) == {(8, "font")}


def test_automatic_fitting_is_found_in_either_form() -> None:
    def change(made: Any) -> None:
        body = held(made, 2, "points")._element.find(".//{*}bodyPr")
        body.remove(body[0])
        held(made, 8, "message").text_frame.word_wrap = True
        held(made, 8, "message").text_frame.auto_size = MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE

    found = mutated(change)
    assert {(problem.slide, problem.where) for problem in found} == {(2, "points"), (8, "message")}


def test_words_that_are_too_small_are_found_and_tables_may_be_smaller() -> None:
    def change(made: Any) -> None:
        for slide, content in ((2, "points"), (5, "table")):
            for properties in held(made, slide, content)._element.iter("{*}rPr"):
                properties.set("sz", "1050")

    assert kinds(mutated(change)) == {(2, "font")}


def test_other_words_missing_ones_and_more_of_them_are_found() -> None:
    def other(made: Any) -> None:
        held(made, 2, "points").text_frame.paragraphs[1].runs[0].text = "別の言葉"

    def fewer(made: Any) -> None:
        paragraph = held(made, 2, "points")._element.findall(".//{*}p")[-1]
        paragraph.getparent().remove(paragraph)

    def more(made: Any) -> None:
        held(made, 2, "points").text_frame.add_paragraph().text = "余計"

    for change in (other, fewer, more):
        found = [problem for problem in mutated(change) if problem.kind == "other"]
        assert [(problem.slide, problem.where, problem.severity) for problem in found] == [(2, "points", "critical")]


def test_a_mark_that_is_gone_or_wrong_is_found() -> None:
    def change(made: Any) -> None:
        held(made, 2, "points").text_frame.paragraphs[0].runs[1].text = "[9]"

    assert kinds(mutated(change)) == {(2, "sources")}


def test_many_colours_in_digits_are_found() -> None:
    def change(made: Any) -> None:
        from pptx.dml.color import RGBColor

        cells = held(made, 5, "table").table.rows[1].cells
        for at, cell in enumerate([*cells, *held(made, 5, "table").table.rows[2].cells]):
            cell.fill.solid()
            cell.fill.fore_color.rgb = RGBColor(at, 1, 2)  # type: ignore[no-untyped-call]

    found = mutated(change)
    assert [(problem.slide, problem.severity) for problem in found] == [(5, "minor")]
