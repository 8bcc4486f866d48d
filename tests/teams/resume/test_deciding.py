"""What is offered, what came of it, and what becomes of each change."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.resume.deciding import (
    decisions,
    is_recommended,
    offered,
    outcome_of,
    standing,
    undecided,
    words_of,
)
from kasen.teams.resume.schemas.change import Change
from kasen.teams.resume.schemas.feedback import Scored
from kasen.teams.resume.schemas.result import Comparison, Outcome

ONE = Change(id="E1", line=1, start=0, end=3, old="abc", new="xyz")
TWO = Change(id="E2", line=2, start=5, end=6, old="d", new="")


def state(
    *, best: int = 2, versions: list[list[Change]] | None = None, judged: bool = True, preferred: str = "", **more: Any
) -> Any:
    versions = [[], [ONE]] if versions is None else versions
    history = [Scored(iteration=n, score=7.0, judged=judged) for n in range(1, len(versions) + 1)]
    comparison = Comparison(preferred=preferred) if preferred else None
    return {
        "best": best,
        "versions": versions,
        "history": history,
        "comparison": comparison,
        "stopped": "plateau",
    } | more


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (state(preferred="revision"), "improved"),
        (state(preferred="original"), "no_gain"),
        (state(preferred="nobody"), "not_compared"),
        (state(), "not_compared"),
        (state(best=1), "no_gain"),
        (state(judged=False), "not_compared"),
        (state(best=1, versions=[[]]), "unchanged"),
        (state(best=1, versions=[[]], stopped="review_only"), "reviewed"),
        (state(best=1, versions=[[]], history=[Scored(iteration=1, score=9, judged=True, passed=True)]), "passed"),
    ],
)
def test_what_came_of_it(given: Any, expected: Outcome) -> None:
    assert outcome_of(given) == expected


def test_a_higher_score_alone_is_never_an_improvement() -> None:
    given = state(history=[Scored(iteration=1, score=5, judged=True), Scored(iteration=2, score=9, judged=True)])
    assert outcome_of(given) != "improved"


def test_the_changes_of_the_best_version_are_offered_and_where_it_is_the_original_those_of_the_last() -> None:
    assert offered(state(best=2, versions=[[], [ONE], [ONE, TWO]])) == [ONE]
    assert offered(state(best=1, versions=[[], [ONE], [ONE, TWO]])) == [ONE, TWO]


def test_words_of_a_person_count_only_for_what_they_accept() -> None:
    found = decisions([ONE, TWO], ["E1"], {"E1": "own", "E2": "other"})
    assert [(one.id, one.state, one.new) for one in found] == [("E1", "edited", "own"), ("E2", "rejected", "")]
    assert words_of(found) == {"E1": "own"}
    assert [one.state for one in decisions([ONE], ["E1"], {"E1": "xyz"})] == ["accepted"]


@pytest.mark.parametrize(("outcome", "count"), [("improved", 2), ("not_compared", 2), ("no_gain", 0)])
def test_where_nobody_decides_the_revision_holds_what_is_recommended(outcome: Outcome, count: int) -> None:
    assert len(standing([ONE, TWO], undecided([ONE, TWO]), outcome)) == count
    assert is_recommended(outcome) is (count > 0)


def test_what_a_person_took_stands_whatever_the_comparison_said() -> None:
    assert standing([ONE, TWO], decisions([ONE, TWO], ["E2"], {}), "no_gain") == [TWO]
    assert standing([ONE, TWO], decisions([ONE, TWO], [], {}), "improved") == []
