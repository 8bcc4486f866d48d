"""A draft is read as it was meant, and an empty one is a draft."""

from __future__ import annotations

from kasen.teams.research.schemas.draft import Draft, Section, Statement


def test_evidence_of_a_statement_is_read_as_meant() -> None:
    assert Statement.model_validate({"text": "x", "evidence": "[e1] [E2]"}).evidence == ["e1", "e2"]


def test_an_empty_answer_is_a_draft_and_a_section_belongs_to_the_first_point() -> None:
    assert Draft.model_validate({}) == Draft()
    assert Section.model_validate({}).point == 1
