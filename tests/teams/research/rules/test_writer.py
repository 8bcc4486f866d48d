"""Quotations as a draft, and edits that follow places."""

from __future__ import annotations

from typing import Any

from kasen.gates.decision import Finding
from kasen.teams.research.rules.writer import write
from kasen.teams.research.schemas import ExcerptView
from kasen.teams.research.schemas.supervised import PlaceView, Written


def view(id: str, point: int, quote: str, coverage: float = 0.9) -> ExcerptView:
    return ExcerptView(id=id, point=point, quote=quote, coverage=coverage)


EVIDENCE = [view("e1", 1, "Tea began."), view("e2", 2, "The shogun paid."), view("e3", 2, "Weak words.", 0.1)]
DRAFT = [
    PlaceView(id="s1", part="summary", text="Tea began.", evidence=["e1"]),
    PlaceView(id="a1.1", part="When", text="Tea began in 1999.", evidence=["e1"]),
    PlaceView(id="a1.2", part="When", text="No source says this.", evidence=["e9"]),
]


def said(**more: Any) -> Written:
    given: dict[str, Any] = {
        "question": "q",
        "points": ["When", "Who"],
        "evidence": EVIDENCE,
        "lang": "en",
        "draft": [],
        "findings": [],
        "may_change": [],
        "person": "ignored",
    }
    return write(**{**given, **more})


def critical(place: str) -> Finding:
    return Finding(id=place, severity="critical", text="x", place=place)


def test_the_first_draft_is_quotations() -> None:
    draft = said()
    assert draft.edits == []
    assert [one.text for one in draft.findings] == ["Tea began.", "The shogun paid."]
    assert [section.point for section in draft.analysis] == [1, 2]


def test_a_faulty_statement_gives_way_to_the_words_it_cites_or_goes() -> None:
    places = ["a1.1", "a1.2"]
    edits = said(draft=DRAFT, findings=[critical(place) for place in places], may_change=places).edits
    assert [(edit.place, edit.action, edit.text) for edit in edits] == [
        ("a1.1", "replace", "Tea began."),
        ("a1.2", "drop", ""),
    ]


def test_what_is_not_open_is_left_alone() -> None:
    assert said(draft=DRAFT, findings=[critical("a1.1")], may_change=["s1"]).edits == []


def test_an_open_point_gets_the_quotations_that_the_draft_does_not_have() -> None:
    (edit,) = said(draft=DRAFT, may_change=["a1", "a2"]).edits
    assert (edit.place, edit.action, edit.text, edit.evidence) == ("a2", "add", "The shogun paid.", ["e2"])


def test_findings_are_filled_up_to_five() -> None:
    edits = said(draft=DRAFT, may_change=["findings"]).edits
    assert [edit.text for edit in edits] == ["Tea began.", "The shogun paid."]


def test_without_a_finding_to_follow_nothing_is_changed() -> None:
    assert said(draft=DRAFT).edits == []
