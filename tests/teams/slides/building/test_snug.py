from __future__ import annotations

import itertools

from kasen.teams.slides.building.snug import lead, needed, snug
from kasen.teams.slides.fitting.diagram_boxes import boxes
from kasen.teams.slides.schemas.deck import Diagram, DiagramItem
from kasen.teams.slides.schemas.part import Box
from teams.slides.building.hand_made import DIAGRAM, design

BOX = Box(x=500_000, y=1_500_000, w=8_000_000, h=4_500_000)
SIZES = (18.0, 14.0)


def made(diagram: Diagram) -> tuple[list[Box], list[Box]]:
    places = boxes(diagram.kind, len(diagram.items), BOX)
    return places, snug(diagram, places, BOX, SIZES, design())


def test_boxes_stay_within_the_places_that_were_measured_and_words_have_room() -> None:
    for kind in ("process", "timeline", "hierarchy", "matrix", "pyramid", "cycle"):
        diagram = DIAGRAM.model_copy(update={"kind": kind})
        places, tight = made(diagram)
        for item, place, box in zip(diagram.items, places, tight, strict=True):
            assert box.h <= place.h
            assert (box.x, box.w) == (place.x, place.w)
            assert box.y >= BOX.y
            assert box.bottom <= BOX.bottom
            assert box.h >= needed(item, box.w, SIZES, design())


def test_rows_stand_in_the_middle_and_apart() -> None:
    diagram = DIAGRAM.model_copy(update={"items": tuple(DiagramItem(label=f"{at}") for at in range(14))})
    _, tight = made(diagram)
    rows = sorted({box.y for box in tight})
    assert len(rows) > 1
    assert all(later - earlier >= tight[0].h for earlier, later in itertools.pairwise(rows))
    assert abs((rows[0] - BOX.y) - (BOX.bottom - max(box.bottom for box in tight))) <= 2


def test_words_that_need_the_whole_height_keep_it() -> None:
    long = Diagram(kind="process", items=(DiagramItem(label="長", text="長い説明" * 90), DiagramItem(label="短")))
    places, tight = made(long)
    assert [box.h for box in tight] == [place.h for place in places]


def test_a_timeline_keeps_room_for_its_line() -> None:
    _, tight = made(DIAGRAM.model_copy(update={"kind": "timeline"}))
    assert min(box.y for box in tight) - BOX.y >= 200_000
    assert lead(Box(x=0, y=0, w=1, h=78)) == 22
