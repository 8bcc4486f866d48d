"""What the coordinator of a conversation is asked, as it was read and reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest
from inline_snapshot import external_file

from kasen.prompts.loader import render
from kasen.teams.desk.nodes.coordinator import COORDINATOR
from teams.desk.asked import said, told

MESSAGES = {
    "en": told("And now as slides, shorter", files=["a.csv"], under="research", under_title="Uji", lang="en"),
    "ja": told("それをスライドにして", earlier=said("宇治について調べて", "調べて報告書にまとめます。"), lang="ja"),
}


@pytest.mark.parametrize("lang", MESSAGES)
def test_the_prompt_reads_as_it_was_reviewed(lang: str) -> None:
    """After a change of wording: `pytest --inline-snapshot=fix`, and read the difference."""
    prompt = render(COORDINATOR.package, COORDINATOR.prompt_name, **MESSAGES[lang])
    path = Path(__file__).parent / "asked" / f"coordinator.{lang}.md"
    assert prompt == external_file(str(path), format=".txt")
