"""A rule does not pretend to have judged."""

from __future__ import annotations

from kasen.teams.research.rules.reviewer import appraise
from kasen.teams.research.schemas.supervised import Appraisal, Scores


def test_a_rule_gives_no_score_no_word_and_no_approval() -> None:
    said = appraise(question="q", draft=[], last=True)
    assert said == Appraisal()
    assert said.scores == Scores()
    assert said.approved is None
