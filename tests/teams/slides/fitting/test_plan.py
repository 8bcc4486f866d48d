"""What a slide is laid out with."""

from __future__ import annotations

import pytest

from kasen.teams.slides.fitting.plan import Sitting, objects_of, opens
from kasen.teams.slides.schemas.deck import Slide
from teams.slides.fitting.decks import CHART, design, points, table


def test_objects_are_told_in_a_fixed_order() -> None:
    slide = Slide(id="s-01", kind="table", title="t", table=table(1, 1), chart=CHART)
    assert objects_of(slide) == ["chart", "table"]


@pytest.mark.parametrize(
    ("kind", "extra", "expected"),
    [
        ("title", {}, True),
        ("closing", {}, True),
        ("closing", {"points": points(2)}, False),
        ("title", {"chart": CHART}, False),
        ("bullets", {}, False),
    ],
)
def test_a_few_words_in_large_type_open(kind: str, extra: dict[str, object], expected: bool) -> None:
    slide = Slide.model_validate({"id": "s-01", "kind": kind, "title": "t", **extra})
    assert opens(slide) is expected


def test_what_is_tightened_keeps_a_tenth_and_never_grows() -> None:
    sitting = Sitting(design("light"), {}, tighten={"points": 0.0, "title": 2.0, "table": 0.7})
    assert [sitting.factor(name) for name in ("points", "title", "table", "chart")] == [0.1, 1.0, 0.7, 1.0]
