from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.resume.schemas.change import Change, Decision, Revision


def test_an_edit_without_a_line_is_malformed_and_one_without_old_words_is_an_insertion() -> None:
    with pytest.raises(ValidationError):
        Revision.model_validate({"edits": [{"new": "words"}]})
    assert Revision.model_validate({"edits": [{"line": 3, "new": "words"}]}).edits[0].old == ""


def test_a_revision_has_an_end() -> None:
    with pytest.raises(ValidationError):
        Revision.model_validate({"edits": [{"line": 1, "new": "x"}] * 81})


def test_changes_and_decisions_refuse_fields_that_nobody_knows() -> None:
    with pytest.raises(ValidationError):
        Change.model_validate({"id": "E1", "line": 1, "start": 0, "end": 1, "old": "a", "new": "b", "file": "x"})
    with pytest.raises(ValidationError):
        Decision.model_validate({"id": "E1", "state": "maybe"})
