"""Replies of the roles that look for causes, as careless models give them."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.schemas.causal import CausalFinding, Hypotheses, IssueAnalysis


def finding(**said: Any) -> CausalFinding:
    given = {"passage": "p1", "quote": "x", "cause": "h1", "effect": "s1", "says": "cause", **said}
    return CausalFinding.model_validate(given)


@pytest.mark.parametrize(
    ("said", "id"), [("H1", "h1"), ("(s2)", "s2"), ("h-3: drought", "h3"), ("drought", ""), (None, ""), (7, "")]
)
def test_ids_of_nodes_are_read_as_they_were_meant(said: Any, id: str) -> None:
    assert finding(cause=said).cause == id


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        *(("causal", "cause"), ("CAUSED BY", "cause"), ("associated", "correlation"), ("相関", "correlation")),
        *(("after", "sequence"), ("no idea", "none"), (None, "none"), ([], "none")),
    ],
)
def test_what_a_source_says_is_one_of_four(said: Any, kind: str) -> None:
    assert finding(says=said).says == kind


def test_sides_passages_and_numbers_are_read_as_they_were_meant() -> None:
    assert finding(stance="contradicts").stance == finding(stance="反対").stance == "against"
    assert finding(stance=None).stance == finding(stance="supports").stance == "for"
    assert finding(passage="[P3]").passage == "p3"
    said = Hypotheses.model_validate({"hypotheses": ["drought", {"text": "tax", "explains": "s1, s2"}]})
    assert [one.explains for one in said.hypotheses] == [[], [1, 2]]
    assert IssueAnalysis.model_validate({"symptoms": ["x"]}).symptoms[0].text == "x"
