from __future__ import annotations

import pytest

from kasen.teams.slides.schemas.arrangement import Problem, ProblemKind
from kasen.teams.slides.tightening import CLOSER, LEAST, tightened


def problem(kind: ProblemKind = "overflow", where: str = "points", ratio: float = 1.0) -> Problem:
    return Problem(slide=1, kind=kind, where=where, text="Too high.", ratio=ratio)


def test_all_that_is_told_of_one_frame_counts_once_by_the_worst_of_it() -> None:
    told = [problem("outside", ratio=1.2), problem("overflow", ratio=2.0), problem("collision", ratio=1.5)]
    tight: dict[str, dict[str, float]] = {}
    assert tightened(tight, [("s-01", one) for one in told])
    assert tight == {"s-01": {"points": pytest.approx(CLOSER / 2)}}


def test_a_second_round_goes_on_from_the_first_and_ends_at_the_floor() -> None:
    tight: dict[int, dict[str, float]] = {}
    rounds = 0
    while tightened(tight, [(3, problem(ratio=1.5))]):
        rounds += 1
    assert tight[3]["points"] == LEAST
    assert rounds == 3


def test_slides_and_contents_are_asked_for_apart() -> None:
    tight: dict[int, dict[str, float]] = {}
    assert tightened(tight, [(1, problem(ratio=2.0)), (2, problem(where="title", ratio=1.25)), (2, problem())])
    assert tight == {
        1: {"points": pytest.approx(CLOSER / 2)},
        2: {"title": pytest.approx(CLOSER / 1.25), "points": pytest.approx(CLOSER)},
    }


def test_what_no_tighter_fit_can_mend_asks_for_nothing() -> None:
    tight: dict[int, dict[str, float]] = {}
    assert not tightened(tight, [(1, problem("contrast", ratio=3.0)), (1, problem(where="", ratio=3.0))])
    assert not tightened(tight, [])
    assert tight == {}
