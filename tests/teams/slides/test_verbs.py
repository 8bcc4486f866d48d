from __future__ import annotations

import pytest

from kasen.errors import UsageError
from kasen.teams.slides.verbs import edit, restore


def test_a_file_is_edited_as_a_file_and_anything_else_is_a_run() -> None:
    assert edit(["talk.PPTX", "slide 2: shorter"])[:4] == ["--mode", "edit", "--deck", "talk.PPTX"]
    assert edit(["01J9", "短く"])[:4] == ["--mode", "edit", "--continue", "01J9"]


@pytest.mark.parametrize("words", [["01J9"], ["--yes", "x"], ["01J9", "--yes"]])
def test_an_edit_says_what_it_needs(words: list[str]) -> None:
    with pytest.raises(UsageError, match="needs a deck and what to change"):
        edit(words)


@pytest.mark.parametrize("words", [["01J9"], ["01J9", "two"], ["01J9", "0"], ["01J9", "-1"]])
def test_a_version_is_a_number_from_one(words: list[str]) -> None:
    with pytest.raises(UsageError, match="needs a run and the number of a version"):
        restore(words)


def test_restoring_is_an_edit() -> None:
    assert restore(["01J9", "3"])[:6] == ["--mode", "edit", "--continue", "01J9", "--restore", "3"]
