from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.slides.schemas.edit import EditorOutput


def test_of_too_many_edits_the_first_stand_and_an_unknown_action_is_refused() -> None:
    said = EditorOutput.model_validate({"reply": "", "edits": [{"slide": 1, "action": "delete"}] * 50})
    assert len(said.edits) == 20
    with pytest.raises(ValidationError):
        EditorOutput.model_validate({"reply": "", "edits": [{"slide": 1, "action": "explode"}]})
