from __future__ import annotations

from typing import get_type_hints

from kasen.teams.desk.schemas import Request, Result
from kasen.teams.desk.state import State


def test_the_state_begins_with_a_request_and_ends_with_a_result() -> None:
    assert get_type_hints(State) == {"request": Request, "result": Result}
