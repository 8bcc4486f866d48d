from __future__ import annotations

import pytest

from kasen.evidence.hours import spans, turned
from kasen.evidence.reading import Reading
from kasen.evidence.verify import problems

TURNED = [
    ("The gallery is open from 17:00 to 9:00.", "The gallery is open from 9:00 to 17:00 every day."),
    ("The night train runs from 21:00 to 6:00.", "The night train runs from 6:00 to 21:00."),
    ("The shop is open from 5 p.m. to 9 a.m.", "The shop is open from 9 a.m. to 5 p.m."),
    ("図書館は17時から9時まで開いている。", "図書館は毎日9時から17時まで開いている。"),
    ("Parking is free between 18:00 and 8:00.", "Parking is free between 8:00 and 18:00."),
    ("It is open between 5 p.m. and 9 a.m.", "It is open between 9 a.m. and 5 p.m."),
    ("The gallery is closed from 9:00 to 17:00.", "The gallery is closed from 17:00 to 9:00 in winter."),
    ("図書館は9時から17時まで閉まっている。", "図書館は17時から翌日の9時まで閉まっている。"),
]
SAME = [
    ("The gallery is open from 9 a.m. to 5 p.m.", "The gallery is open from 9:00 to 17:00 every day."),
    ("The shop is open from 9 to 5.", "The shop is open from 9 a.m. to 5 p.m."),
    (
        "The day shift is from 9:00 to 17:00.",
        "The day shift is from 9:00 to 17:00, the night shift from 17:00 to 9:00.",
    ),
    (
        "It opens at 9:00 and closes at 17:00.",
        "It opens at 9:00 and closes at 17:00, and from 17:00 to 9:00 it is locked.",
    ),
    ("図書館は午前9時から午後5時まで開いている。", "図書館は9時から17時まで開いている。"),
    ("The park is open from 6:00 to 22:00.", "The park is closed from 22:00 to 6:00 and open at all other times."),
    ("From 17:00 to 9:00 the gallery is closed.", "From 9:00 to 17:00 the gallery is open."),
    ("図書館は17時から9時まで閉まっている。", "図書館は毎日9時から17時まで開いている。"),
    (
        "公園は午前6時から午後10時まで開いている。",
        "公園は午後10時から午前6時まで閉まっており、それ以外の時間は開いている。",
    ),
]


@pytest.mark.parametrize(("claim", "text"), TURNED)
def test_hours_that_are_turned_round_contradict(claim: str, text: str) -> None:
    assert turned(Reading(claim), Reading(text)) is not None
    assert ("contradicted", "exchanged") in [(p.severity, p.key) for p in problems(claim, text)]


@pytest.mark.parametrize(("claim", "text"), SAME)
def test_hours_in_their_order_do_not(claim: str, text: str) -> None:
    assert turned(Reading(claim), Reading(text)) is None
    assert "contradicted" not in [p.severity for p in problems(claim, text)]


def test_a_span_needs_both_ends_and_a_word_between() -> None:
    assert len(spans(Reading("from 9:00 to 17:00 and from 18:00 until 20:00"))) == 2
    assert spans(Reading("at 9:00 and at 17:00")) == []
    assert spans(Reading("at 9:00 and 17:00")) == []
    assert len(spans(Reading("between 9:00 and 17:00"))) == 1
    assert len(spans(Reading("午後9時〜翌朝5時"))) == len(spans(Reading("17時から翌9時まで"))) == 1


def test_hours_that_the_passage_has_the_other_way_round_are_not_supported() -> None:
    found = problems("受付は5時〜9時。", "受付は午後9時〜翌朝5時。")
    assert {p.severity for p in found} & {"unsupported", "contradicted"}
