from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.resume.schemas.preference import Preference


@pytest.mark.parametrize("better", ["A", "B", "tie"])
def test_one_of_two_is_preferred_or_neither(better: str) -> None:
    assert Preference.model_validate({"better": better}).better == better


@pytest.mark.parametrize("better", ["both", "a", "", None])
def test_anything_else_is_malformed(better: object) -> None:
    with pytest.raises(ValidationError):
        Preference.model_validate({"better": better})
