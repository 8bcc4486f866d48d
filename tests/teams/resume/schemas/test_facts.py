from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.resume.schemas.facts import Fact


def test_a_fact_is_kept_unless_something_else_is_said() -> None:
    assert Fact(kind="number", text="30%", line=4).status == "kept"
    with pytest.raises(ValidationError):
        Fact.model_validate({"kind": "rumour", "text": "x", "line": 1})
