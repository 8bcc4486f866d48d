"""The rule of the verifier judges nothing."""

from __future__ import annotations

from kasen.teams.research.rules.verifier import pass_on
from kasen.teams.research.schemas.verification import StatementView


def test_it_says_nothing_of_any_statement() -> None:
    view = StatementView(id="s1", text="x", quotes=["y"])
    assert pass_on(question="q", statements=[view], lang="en").judgements == []
