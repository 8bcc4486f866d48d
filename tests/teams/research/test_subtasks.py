"""Subtasks wait for what they need, never for each other, and none stands twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.research.schemas import Excerpt
from kasen.teams.research.schemas.deep import MasterPlan, PlannedSubtask, Subtask
from kasen.teams.research.subtasks import (
    distinct,
    is_same,
    point_of,
    readable,
    ready,
    reported,
    unasked,
    views,
    without_circles,
)


def plan(*subtasks: Subtask) -> MasterPlan:
    return MasterPlan(execution_mode="hierarchical", subtasks=list(subtasks))


TREE = plan(
    Subtask(id="s1", question="a"),
    Subtask(id="s2", question="b", depends_on=["s1"]),
    Subtask(id="s1.1", question="c", parent="s1", depth=1),
    Subtask(id="s3", question="d", depends_on=["s2", "gone"]),
    Subtask(id="s1.1.1", question="e", parent="s1.1", depth=2),
)


@pytest.mark.parametrize(
    ("wanted", "kept", "dropped"),
    [
        ([[2], [1]], [[2], []], 1),
        ([[1]], [[]], 1),
        ([[2], [3], [1]], [[2], [3], []], 1),
        ([[], [1, 1, 9, 0, -1]], [[], [1]], 3),
        ([], [], 0),
    ],
    ids=["two", "itself", "three", "strangers", "none"],
)
def test_circles_are_opened_where_they_close(wanted: list[list[int]], kept: list[list[int]], dropped: int) -> None:
    assert without_circles(wanted) == (kept, dropped)


@given(st.lists(st.lists(st.integers(-2, 9), max_size=4), max_size=8))
def test_whatever_depends_on_whatever_everything_gets_its_turn(wanted: list[list[int]]) -> None:
    kept, _ = without_circles(wanted)
    subtasks = [
        Subtask(id=f"s{n}", question=str(n), depends_on=[f"s{need}" for need in needs])
        for n, needs in enumerate(kept, start=1)
    ]
    done: set[str] = set()
    for _ in subtasks:
        done |= {subtask.id for subtask in ready(plan(*subtasks), done)}
    assert len(done) == len(wanted)


def test_what_waits_for_nothing_is_ready() -> None:
    assert [s.id for s in ready(TREE, ())] == ["s1", "s1.1", "s1.1.1"]
    assert [s.id for s in ready(TREE, {"s1", "s1.1", "s1.1.1"})] == ["s2"]
    assert [s.id for s in ready(TREE, {"s1", "s2", "s1.1", "s1.1.1"})] == ["s3"]


def test_drill_downs_belong_to_the_point_of_their_subtask() -> None:
    assert point_of(TREE) == {1: 1, 2: 2, 3: 1, 4: 3, 5: 1}
    excerpts = [Excerpt(id=f"e{n}", point=n, passage_id="p", start=0, end=1) for n in (1, 3, 4)]
    assert [(e.id, e.point) for e in reported(TREE, excerpts)] == [("e1", 1), ("e4", 3)]


def test_the_same_question_is_asked_once_and_dependencies_follow() -> None:
    given = [
        PlannedSubtask(question="  "),
        PlannedSubtask(question="Who perfected sencha?"),
        PlannedSubtask(question="who perfected Sencha"),
        PlannedSubtask(question="Where was he born?", depends_on=[3, 1]),
    ]
    kept = distinct(given)
    assert [one.question for one in kept] == ["Who perfected sencha?", "Where was he born?"]
    assert kept[1].depends_on == [1, 0]
    assert distinct(given, ["Who perfected sencha?"])[0].question == "Where was he born?"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("宇治茶の輸出量はいくらか", "宇治茶の輸出量はいくらか？", True),
        ("Exports in 2023", "Exports in 2024", False),
        ("Who perfected sencha?", "Who invented the railway?", False),
    ],
)
def test_questions_are_the_same_by_their_words_and_figures(one: str, other: str, same: bool) -> None:
    assert is_same(one, other) is same


def test_a_part_that_no_question_asks_is_found() -> None:
    parts = ["When did tea come to Uji", "how much caffeine is safe"]
    assert unasked(parts, ["When did tea come to Uji?"]) == ["how much caffeine is safe"]
    assert unasked(parts, ["Safe caffeine per day", "Tea in Uji: when did it come?"]) == []
    assert unasked(["宇治茶の輸出量"], ["緑茶の味"]) == ["宇治茶の輸出量"]


def test_a_plan_without_results_waits() -> None:
    assert [(view.number, view.state) for view in views(TREE, {}, {}, {})] == [(n, "waiting") for n in range(1, 6)]


def test_subtasks_in_another_language_than_the_report_are_left_out() -> None:
    planned = [PlannedSubtask(question=text) for text in ("What is matcha?", "抹茶とは何か。")]
    assert [one.question for one in readable(planned, "en")] == ["What is matcha?"]
    assert [one.question for one in readable(planned, "ja")] == ["抹茶とは何か。"]
