from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.runtime.rows import OVER
from kasen.teams.code.schemas.result import Result
from teams.code.told import story


@pytest.mark.parametrize(
    ("outcome", "status"),
    [("completed", "done"), ("failed", "not passed"), ("declined", "stopped: person"), ("stopped", "done")],
)
def test_only_work_that_passed_lets_its_run_end_as_done(outcome: str, status: str) -> None:
    """A cap that stopped it is known to who counts: the run ends as `stopped: budget` then."""
    assert story().result.model_copy(update={"outcome": outcome}).run_status == status
    assert status in OVER


def test_a_result_says_how_the_work_ended_and_nothing_else_counts_as_an_end() -> None:
    result = story().result
    assert Result.model_validate(result.model_dump(mode="json")) == result
    with pytest.raises(ValidationError):
        Result.model_validate({**result.model_dump(mode="json"), "outcome": "done"})
