from __future__ import annotations

from kasen.teams.slides.editing.outgrowing import outgrown
from kasen.teams.slides.schemas.texts import Line, Sheet, Text, TextChange
from kasen.tools.office.model import Extent

BOX = (0, 0, 1_000_000, 500_000)
SHEET = Sheet(number=2, id="s-1", part="x", texts=(Text(id="T1", kind="title", name="Title", order=3),))
CHANGE = TextChange(slide=2, shape="T1", lines=(Line(text="x"),))


def extent(slide: int, height: int) -> Extent:
    measured = (0, 0, 1_000_000, height)
    return Extent(slide=slide, order=3, kind="text", declared=BOX, measured=measured)


def test_only_what_reaches_further_out_than_before_has_outgrown_its_shape() -> None:
    def found(before: int, after: int) -> list[float]:
        told = outgrown([CHANGE], {2: SHEET}, {2: 4}, ([extent(2, before)], [extent(4, after)]))
        return [one.ratio for one in told]

    assert found(400_000, 1_000_000) == [2.0]
    assert found(1_000_000, 1_000_000) == []
    assert found(1_000_000, 1_200_000) == [2.4]
    assert found(400_000, 520_000) == [], "two points are what measuring may be off by"


def test_texts_of_slides_that_are_gone_and_notes_are_not_measured() -> None:
    spoken = CHANGE.model_copy(update={"shape": "N"})
    assert outgrown([CHANGE], {2: SHEET}, {}, ([], [extent(2, 9_000_000)])) == []
    assert outgrown([spoken], {2: SHEET}, {2: 2}, ([], [extent(2, 9_000_000)])) == []
