from __future__ import annotations

import string
from typing import get_args

from kasen.teams.slides.schemas.design import LayoutRole
from kasen.teams.slides.template import words


def test_every_sentence_takes_the_same_parts_in_both_languages() -> None:
    def parts(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    sentences = words._SENTENCES
    assert len(sentences) > 20
    assert [name for name, (english, japanese) in sentences.items() if parts(english) != parts(japanese)] == []


def test_every_role_has_a_name_in_both_languages() -> None:
    for role in get_args(LayoutRole):
        assert words.role_name(role, "en") != words.role_name(role, "ja")
    assert words.listed(["a", "b"], "ja") == "a、b"
    assert words.say("cannot", "en", layout="L", why="w") == "Not used: L, because w"
