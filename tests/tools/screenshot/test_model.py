from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.testing.shots import fake_shot
from kasen.tools.screenshot.model import PageFacts, PageProblem, Shot, View


def test_a_shot_is_stored_as_json_and_comes_back_the_same() -> None:
    facts = PageFacts(ats_text=0.5, lost=("語",), problems=(PageProblem(rule="r"),), fonts=("a", "b"))
    shot = fake_shot("quarto", facts=facts).model_copy(update={"unseen": 7})
    assert Shot.model_validate_json(shot.model_dump_json()) == shot
    assert Shot.model_validate(shot.model_dump()) == shot


def test_pictures_do_not_fill_logs_and_unknown_kinds_are_refused() -> None:
    assert "data" not in repr(fake_shot("x").views[0])
    with pytest.raises(ValidationError):
        View.model_validate({"kind": "poster", "data": b"", "width": 1, "height": 1})
