from __future__ import annotations

from copy import deepcopy
from typing import Any

from teams.slides.building.hand_made import design
from teams.slides.checking.mutating import held, kinds, mutated


def test_an_empty_placeholder_is_found() -> None:
    def change(made: Any) -> None:
        held(made, 2, "points").text_frame.clear()

    assert (2, "empty_placeholder") in kinds(mutated(change))


def test_a_placeholder_that_the_layout_lacks_is_found() -> None:
    def change(made: Any) -> None:
        held(made, 2, "points")._element.find(".//{*}ph").set("idx", "77")

    assert (2, "layout") in kinds(mutated(change))


def test_another_layout_is_found() -> None:
    def change(made: Any) -> None:
        slide = made.slides[1]
        relation = next(id for id, rel in slide.part.rels.items() if rel.reltype.endswith("/slideLayout"))
        slide.part.rels[relation]._target = made.slide_layouts[5].part

    assert (2, "layout") in kinds(mutated(change))


def test_two_shapes_with_one_id_are_found() -> None:
    def change(made: Any) -> None:
        title, points = held(made, 2, "title"), held(made, 2, "points")
        points._element.find(".//{*}cNvPr").set("id", str(title.shape_id))

    assert kinds(mutated(change)) == {(2, "ids")}


def test_another_name_of_a_slide_is_found() -> None:
    def change(made: Any) -> None:
        made.slides[1]._element.cSld.set("name", "s-99")

    assert kinds(mutated(change)) == {(2, "ids")}


def test_missing_alternative_text_is_found_on_each_kind_of_figure() -> None:
    def change(made: Any) -> None:
        for slide, content in ((4, "chart"), (5, "table"), (6, "picture"), (7, "diagram"), (9, "image")):
            held(made, slide, content)._element.find(".//{*}cNvPr").attrib.pop("descr")

    assert kinds(mutated(change)) == {(slide, "no_alt") for slide in (4, 5, 6, 7, 9)}


def test_a_shape_beyond_the_slide_is_found() -> None:
    def change(made: Any) -> None:
        held(made, 8, "message").left = design().width - 10_000

    assert (8, "outside") in kinds(mutated(change))


def test_shapes_on_each_other_are_found_but_not_marks_on_something() -> None:
    def change(made: Any) -> None:
        held(made, 8, "message").top = held(made, 8, "title").top
        held(made, 4, "marks").top = held(made, 4, "chart").top + 200_000

    found = mutated(change)
    assert (8, "collision") in kinds(found)
    assert (4, "collision") not in kinds(found)


def test_a_shape_that_was_moved_is_found() -> None:
    def change(made: Any) -> None:
        held(made, 8, "message").left -= 300_000

    assert kinds(mutated(change)) == {(8, "other")}


def test_a_shape_that_is_gone_is_found() -> None:
    def change(made: Any) -> None:
        for slide, content in ((2, "points"), (4, "marks"), (5, "table"), (6, "picture")):
            shape = held(made, slide, content)._element
            shape.getparent().remove(shape)

    assert kinds(mutated(change)) == {(2, "other"), (4, "other"), (5, "table"), (6, "media")}


def test_words_beside_their_placeholder_are_found() -> None:
    def change(made: Any) -> None:
        element = held(made, 2, "points")._element
        ph = element.find(".//{*}ph")
        ph.getparent().remove(ph)
        element.spPr.append(deepcopy(held(made, 8, "message")._element.spPr[0]))

    assert (2, "layout") in kinds(mutated(change))
