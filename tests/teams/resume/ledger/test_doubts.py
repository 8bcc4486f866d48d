"""The sentences of the ledger."""

from __future__ import annotations

from typing import get_args

import pytest

from kasen.teams.resume.ledger.checking import Kind
from kasen.teams.resume.ledger.doubts import doubt

KINDS = get_args(Kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("japanese", [True, False])
def test_every_kind_has_a_sentence_and_a_question_in_both_languages(kind: str, japanese: bool) -> None:
    found = doubt(kind, "{45}%", "30%", japanese=japanese, words="{45}%")
    assert found.kind == kind
    for text, end in ((found.why, ".。"), (found.ask, "?.か。？")):
        assert "{45}%" in text, "the words stand there as they are"
        assert "{new}" not in text
        assert "known" not in text
        assert text[-1] in end
        assert any("ぁ" <= char <= "ん" for char in text) is japanese
    assert "\n" not in found.why


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "lost"])
@pytest.mark.parametrize("japanese", [True, False])
def test_what_the_résumé_says_instead_is_told_where_it_says_something(kind: str, japanese: bool) -> None:
    told, silent = doubt(kind, "45%", "30%", japanese=japanese), doubt(kind, "45%", japanese=japanese)
    assert "30%" in told.why
    assert "30%" in told.ask
    assert told.known == "30%"
    assert silent.known == ""
    assert len(silent.why) < len(told.why)
    assert "“”" not in silent.why + silent.ask
    assert "「」" not in silent.why + silent.ask


def test_no_two_kinds_say_the_same_but_a_figure_and_its_unit() -> None:
    for japanese in (True, False):
        sentences = [doubt(kind, "x", japanese=japanese, words="x").why for kind in KINDS if kind != "unit"]
        assert len(set(sentences)) == len(sentences)


def test_a_doubt_without_new_words_speaks_of_what_is_gone() -> None:
    assert "about 20" in doubt("hedge", "", "about 20", japanese=False, words="about 20").why
    assert "“”" not in doubt("hedge", " ", "about 20", japanese=False, words="about 20").why


def test_long_words_are_cut_and_stand_on_one_line() -> None:
    found = doubt("number", "x " * 5000 + "\n\ny", "z" * 5000, japanese=False)
    assert len(found.why) < 600
    assert "\n" not in found.claim + found.known + found.why + found.ask
    assert "…" in found.claim
