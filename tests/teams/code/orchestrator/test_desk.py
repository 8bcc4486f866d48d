from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.desk import Body, Desk


def test_what_an_assignment_is_made_from_is_the_same_after_the_queue() -> None:
    body = Body(title="税", files=("src/**",), findings=(Finding(id="F1", issue="足りない"),), decided="accept")
    assert Body.model_validate(body.model_dump(mode="json")) == body
    with pytest.raises(ValidationError, match="extra"):
        Body.model_validate({"titel": "税"})


async def test_each_desk_has_sessions_of_its_own(pair: Desk, five: Desk) -> None:
    pair.sessions["coder-1"] = "S1"
    assert five.sessions == {}
    assert not pair.accepting.locked()
