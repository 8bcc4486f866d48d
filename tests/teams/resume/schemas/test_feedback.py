from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.resume.schemas.feedback import CriterionScore, Critique, Feedback


@pytest.mark.parametrize("score", [-1, 6, 10, "high", None, 2.5])
def test_a_value_that_is_not_on_the_scale_makes_the_answer_malformed(score: object) -> None:
    with pytest.raises(ValidationError):
        Critique.model_validate({"criteria": [{"criterion": "a", "score": score}]})


def test_what_a_careless_critic_adds_is_left_out() -> None:
    said = Critique.model_validate({"criteria": [{"criterion": "a", "score": 5, "overall": 99}], "total": 100})
    assert said.model_dump() == {"criteria": [{"criterion": "a", "why": "", "quote": "", "score": 5}], "findings": []}


def test_a_feedback_counts_what_has_a_value_and_cannot_be_changed() -> None:
    criteria = (CriterionScore(id="a", name="A", score=0.0, by="code"), CriterionScore(id="b", name="B"))
    said = Feedback(agent="recruiter", iteration=1, criteria=criteria)
    assert said.measured == 1
    with pytest.raises(ValidationError):
        said.score = 9.0  # type: ignore[misc]


def test_of_too_many_findings_the_first_are_kept() -> None:
    said = [{"quote": f"words {n}", "severity": "minor", "problem": "p"} for n in range(300)]
    found = Critique.model_validate({"criteria": [{"criterion": "x", "score": 3}], "findings": said})
    assert [one.quote for one in found.findings] == [f"words {n}" for n in range(40)]
    assert len(found.criteria) == 1
    assert Critique.model_json_schema()["properties"]["findings"]["maxItems"] == 40
