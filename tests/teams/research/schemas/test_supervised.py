"""Replies are read as they were meant; what cannot be meant is refused."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from kasen.teams.research.schemas.supervised import (
    SEVERITIES,
    Appraisal,
    Edit,
    Issue,
    Scores,
    SearchResult,
    Supervision,
    Written,
)


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("Write.", "write"),
        (' "RESEARCH" ', "research"),
        ("rewrite", "write"),
        ("approve", "end"),
        ("review", "review"),
        ("write the report", "write the report"),
        ("", ""),
        (None, ""),
    ],
)
def test_an_action_is_one_word_and_never_found_inside_others(said: Any, action: str) -> None:
    assert Supervision(next_action=said).next_action == action
    assert Appraisal(suggested_action=said).suggested_action == action


@pytest.mark.parametrize("action", [5, ["write"]])
def test_what_is_no_word_is_no_action(action: Any) -> None:
    with pytest.raises(ValidationError):
        Supervision(next_action=action)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"place": "[A1.2]", "action": "DELETE"}, ("a1.2", "drop")),
        ({"place": " findings ", "action": "insert"}, ("findings", "add")),
        ({"place": "「s1」", "action": "change"}, ("s1", "replace")),
        ({"place": "s1"}, ("s1", "replace")),
    ],
)
def test_edits_are_read_leniently(given: dict[str, Any], expected: tuple[str, str]) -> None:
    edit = Edit.model_validate(given)
    assert (edit.place, edit.action) == expected


def test_ids_of_evidence_are_read_leniently() -> None:
    assert Edit.model_validate({"place": "s1", "evidence": "[E1], e2; 3"}).evidence == ["e1", "e2", "e3"]


def test_an_edit_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError):
        Written.model_validate({"edits": [{"place": "s1", "action": "explode"}]})


@pytest.mark.parametrize("score", [1.01, -0.01, 95, "high", "90%"])
def test_scores_lie_between_0_and_1(score: Any) -> None:
    with pytest.raises(ValidationError):
        Scores(logic=score)


@pytest.mark.parametrize(("score", "value"), [(" 0.9 ", 0.9), (1, 1.0), (0, 0.0), (None, None)])
def test_scores_may_be_numbers_as_text(score: Any, value: float | None) -> None:
    assert Scores(logic=score).logic == value


@pytest.mark.parametrize(
    ("kind", "severity", "expected"),
    [
        ("Fact-Check", "High", ("fact_check", "high")),
        ("factual accuracy", "critical", ("fact_check", "high")),
        ("coverage", "major", ("completeness", "medium")),
        ("structure", "Minor", ("format", "low")),
        ("style", "awful", ("logic", "medium")),
    ],
)
def test_issues_are_read_leniently(kind: str, severity: str, expected: tuple[str, str]) -> None:
    issue = Issue.model_validate({"type": kind, "severity": severity, "description": "d"})
    assert (issue.type, issue.severity) == expected


def test_severities_of_the_seed_are_findings_of_kasen() -> None:
    assert SEVERITIES == {"high": "critical", "medium": "major", "low": "minor"}


def test_a_summary_is_at_most_500_characters() -> None:
    with pytest.raises(ValidationError):
        SearchResult(title="t", summary="x" * 501, url="u", source="s")


def test_an_empty_reply_says_nothing() -> None:
    assert Appraisal.model_validate({}).approved is None
    assert Written.model_validate({}).edits == []
