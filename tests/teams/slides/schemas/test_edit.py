from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.edit import Change, EditorOutput, EditSaid


def test_of_too_many_edits_the_first_twenty_are_kept() -> None:
    edits = [{"slide": n, "action": "delete"} for n in range(1, 31)]
    said = EditorOutput.model_validate({"reply": "Done.", "edits": edits})
    assert [one.slide for one in said.edits] == list(range(1, 21))


def test_that_nothing_changes_is_an_answer() -> None:
    assert EditorOutput(reply="何も変えていません。").edits == []
    with pytest.raises(ValidationError, match="reply"):
        EditorOutput.model_validate({"edits": []})


def test_an_edit_says_only_what_its_action_needs() -> None:
    moved = EditSaid(slide=3, action="move", to=1)
    assert (moved.said, moved.chart, moved.change, moved.to) == (None, None, "", 1)
    assert EditSaid(slide=2, action="chart", chart="line").chart == "line"


@pytest.mark.parametrize(
    "given",
    [
        {"slide": 1, "action": "explode"},
        {"action": "delete"},
        {"slide": "the last", "action": "delete"},
        {"slide": 1, "action": "chart", "chart": "radar"},
        {"slide": 1, "action": "rewrite", "said": {"title": "no number"}},
    ],
)
def test_an_edit_that_names_nothing_known_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EditSaid.model_validate(given)


def test_a_slide_that_was_split_has_several_after_and_one_that_was_deleted_none() -> None:
    slide = Slide(id="s-02", kind="bullets", title="長い話")
    split = Change(position=2, before=slide, after=(slide, slide.model_copy(update={"id": "s-09"})))
    assert [one.id for one in Change.model_validate_json(split.model_dump_json()).after] == ["s-02", "s-09"]
    assert Change(position=2, before=slide).after == ()
    with pytest.raises(ValidationError, match="before"):
        Change.model_validate({"position": 1, "after": [slide]})
