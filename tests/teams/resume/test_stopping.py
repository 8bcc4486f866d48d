"""When the rounds end, and which version is the best."""

from __future__ import annotations

import pytest

from kasen.teams.resume.schemas.feedback import Scored
from kasen.teams.resume.stopping import best_of, why_stopped


def rounds(*scores: float, judged: bool = True, passed: bool = False, unjudged: tuple[str, ...] = ()) -> list[Scored]:
    found = [
        Scored(iteration=n, score=score, judged=judged, unjudged=unjudged) for n, score in enumerate(scores, start=1)
    ]
    return [*found[:-1], found[-1].model_copy(update={"passed": passed})]


def why(history: list[Scored], **more: bool | int) -> str | None:
    options = {"review_only": False, "max_iterations": 5, "spent": False, **more}
    return why_stopped(history, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        (rounds(7.0), None),
        (rounds(8.8, passed=True), "passed"),
        (rounds(7.0, 7.4), None),
        (rounds(7.0, 7.2), None),
        (rounds(7.0, 7.2, 7.25), "plateau"),
        (rounds(7.0, 7.4, 7.45), None),
        (rounds(7.0, 6.4), "drop"),
        (rounds(7.0, 7.8, 7.2), "drop"),
        (rounds(7.0, 6.6), None),
        (rounds(6.0, 6.4, 6.8, 7.2, 7.6), "max_iterations"),
        (rounds(6.0, judged=False), None),
        (rounds(6.0, 6.1, judged=False), "measured_only"),
        (rounds(6.0, 6.4, 6.8, 7.2, 7.6, unjudged=("recruiter",)), "not_reviewed"),
    ],
)
def test_why_the_rounds_end(history: list[Scored], expected: str | None) -> None:
    assert why(history) == expected


def test_a_review_only_ends_after_one_round_and_a_spent_budget_at_once() -> None:
    assert why(rounds(7.0), review_only=True) == "review_only"
    assert why(rounds(7.0), spent=True) == "budget"


def test_the_original_wins_ties_and_the_best_is_kept_not_the_last() -> None:
    assert best_of(rounds(7.0, 7.0)) == 1
    assert best_of(rounds(7.0, 7.9, 7.5)) == 2


def test_by_measures_the_last_version_that_lowers_nothing_stands() -> None:
    assert best_of(rounds(6.0, 6.0, judged=False)) == 2
    assert best_of(rounds(6.0, 5.9, judged=False)) == 1


def test_a_version_that_passed_is_better_than_one_that_scored_higher_and_did_not() -> None:
    history = rounds(9.0, 8.8, passed=True)
    assert best_of(history) == 2
