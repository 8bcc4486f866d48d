from __future__ import annotations

import re

import pytest

from kasen.teams.resume.document.order_words import ENGLISH, JAPANESE, ROLE_TAGS, SPEAKS_OF_IT, TOGETHER


@pytest.mark.parametrize("pattern", [*ENGLISH, *JAPANESE], ids=lambda pattern: pattern[:12])
def test_every_pattern_is_sound_and_matches_no_empty_text(pattern: str) -> None:
    assert re.compile(pattern, re.IGNORECASE).search("") is None


def test_marks_of_turns_are_known() -> None:
    for mark in (
        "<|im_start|>",
        "[INST]",
        "[/INST]",
        "<<SYS>>",
        "<system>",
        "</outside>",
        "[SYSTEM]",
        "### Instruction:",
    ):
        assert ROLE_TAGS.search(f"a\n{mark} b"), mark
    for words in ("<b>", "[1]", "### Systems", "a <- b", "[System] Linux".lower().replace("system", "os")):
        assert not ROLE_TAGS.search(words), words


def test_words_about_attacks_are_known() -> None:
    assert SPEAKS_OF_IT.search("a guard against prompt injection")
    assert SPEAKS_OF_IT.search("脆弱性の検知")
    assert TOGETHER.search("ignoreallpreviousinstructions")
