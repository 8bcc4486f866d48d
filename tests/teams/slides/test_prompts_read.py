"""What the roles of a deck are asked, as it was read and reviewed, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from inline_snapshot import external_file

from teams.slides.test_by_hand import needs_sandbox, played

ASKED = Path(__file__).parent / "asked"
ROLES = ("coordinator", "planner", "data_analyst", "storywriter_outline", "storywriter", "storywriter_critique")

FENCE = re.compile(r'(<outside [^\n]*) seal="(\w+)">\n[^\n]*\n(.*?)\n*</outside seal="\2">', re.DOTALL)


def first_line(fence: re.Match[str]) -> str:
    return f"{fence[1]}>{fence[3].splitlines()[0] if fence[3] else ''} …</outside>"


@needs_sandbox
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("role", ROLES)
def test_a_prompt_reads_as_it_was_reviewed(role: str, lang: str) -> None:
    """After a change of wording: `pytest --inline-snapshot=fix`, and read the difference.

    What passages say stands in the examples: of each fence only the first line is kept.
    """
    asked = played(f"good-{lang}").asked(role)
    assert asked, f"{role} is asked"
    shown = re.sub(FENCE, first_line, asked[0].prompt)
    shown = re.sub(r"\d{4}-\d\d-\d\d", "2026-11-21", shown)
    assert shown == external_file(str(ASKED / f"{role}.{lang}.md"), format=".txt")
