from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from kasen.teams.code.config.agents import Agent
from kasen.teams.code.config.workflow import Limits
from kasen.teams.code.worker.spec import Beat, Spec


def test_what_a_shim_is_told_comes_back_as_it_was_written() -> None:
    agent = Agent(id="a", type="command", role="r", phase="p", command=("x",), env=("TEA",))
    spec = Spec(run_id="r", agent=agent, folder=Path("/tree"), shared=(Path("/git"),), limits=Limits(tool_seconds=9))
    assert Spec.model_validate_json(spec.model_dump_json()) == spec
    with pytest.raises(ValidationError):
        Spec.model_validate({**spec.model_dump(), "secret": "x"})


def test_a_sign_of_life_of_a_later_version_is_one() -> None:
    beat = Beat.model_validate_json('{"agent": "a", "pid": 3, "started": 4, "mood": "good"}')
    assert (beat.state, beat.program, beat.spent.usd) == ("idle", 0, None)
