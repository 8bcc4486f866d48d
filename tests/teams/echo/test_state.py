from __future__ import annotations

from typing import get_type_hints

from kasen.runtime.state_types import state_models
from kasen.teams.echo.graphs.echo import build
from kasen.teams.echo.state import State


def test_the_state_takes_a_request_and_ends_with_a_result() -> None:
    hints = get_type_hints(State)
    assert {"request", "result"} <= set(hints)
    assert {name for _, name in state_models(build())} == {"Request", "Result", "Said"}
