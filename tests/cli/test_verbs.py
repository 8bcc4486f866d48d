from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kasen.cli.verbs import spelled_out, verbs_help
from kasen.errors import UsageError
from kasen.team import load

SLIDES = load("slides")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["edit", "01J9", "slide 3: shorter"], ["--mode", "edit", "--continue", "01J9", "slide 3: shorter"]),
        (["edit", "a b.PPTX", "3枚目を短く"], ["--mode", "edit", "--deck", "a b.PPTX", "3枚目を短く"]),
        (["edit", "01J9", "--yes", "x"], ["--mode", "edit", "--continue", "01J9", "--yes", "x"]),
        (
            ["restore", "01J9", "2"],
            ["--mode", "edit", "--continue", "01J9", "--restore", "2", "restore 2"],
        ),
    ],
)
def test_a_verb_stands_for_arguments_of_the_teams_own_command(given: list[str], meant: list[str]) -> None:
    assert spelled_out(SLIDES, given) == meant


@pytest.mark.parametrize("given", [["how to edit", "--yes"], ["--mode", "deck", "edit"], [], ["Edit", "x"]])
def test_what_is_no_verb_stays_as_it_was_written(given: list[str]) -> None:
    assert spelled_out(SLIDES, given) == given


def test_a_team_without_verbs_takes_every_word_as_asked() -> None:
    assert spelled_out(replace(SLIDES, verbs={}), ["edit", "a", "b"]) == ["edit", "a", "b"]


@pytest.mark.parametrize(
    "given", [["edit"], ["edit", "01J9"], ["edit", "--yes", "x"], ["restore", "01J9"], ["restore", "1", "x"]]
)
def test_a_verb_without_its_words_says_how_it_is_written(given: list[str]) -> None:
    with pytest.raises(UsageError) as caught:
        spelled_out(SLIDES, given)
    assert caught.value.hint.startswith("kasen slides ")


def test_help_behind_a_verb_is_the_help_of_the_team() -> None:
    assert spelled_out(SLIDES, ["edit", "--help"]) == ["--help"]


def test_help_tells_the_verbs(kasen: Any) -> None:
    for verb in SLIDES.verbs.values():
        assert verb.form in verbs_help(SLIDES)
    assert "kasen slides restore RUN N" in " ".join(kasen("slides", "--help").stdout.split())
