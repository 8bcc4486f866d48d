from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.code.schemas.result import Result
from teams.code.told import story


def test_a_result_says_how_the_work_ended_and_nothing_else_counts_as_an_end() -> None:
    result = story().result
    assert Result.model_validate(result.model_dump(mode="json")) == result
    with pytest.raises(ValidationError):
        Result.model_validate({**result.model_dump(mode="json"), "outcome": "done"})
