from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.resume.schemas.result import Result
from teams.resume.scenes import scenes


@pytest.mark.parametrize("name", scenes())
def test_a_result_is_the_same_after_it_was_stored(name: str) -> None:
    result = scenes()[name]
    assert Result.model_validate_json(result.model_dump_json()) == result
    assert Result.model_validate(result.model_dump(mode="json")) == result


def test_a_result_holds_nothing_that_nobody_knows() -> None:
    body = next(iter(scenes().values())).model_dump(mode="json")
    with pytest.raises(ValidationError):
        Result.model_validate({**body, "grade": "A"})
