from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.resume.schemas.posting import MatchSaid, Requirement


def test_a_matcher_has_to_say_whether_a_requirement_is_met() -> None:
    with pytest.raises(ValidationError):
        MatchSaid.model_validate({"requirements": [{"requirement": "Python", "status": "surely"}]})


def test_a_requirement_is_not_judged_until_somebody_says_so() -> None:
    assert Requirement(id="R1", text="Python").status == "not_judged"
