from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from kasen.teams.code.config.workflow import When
from kasen.teams.code.orchestrator.dispatch import AWAY
from kasen.teams.code.orchestrator.people import _CHOICES, STUCK
from kasen.teams.code.orchestrator.words import question, reason
from kasen.teams.code.phases import Ask


@pytest.mark.parametrize("kind", _CHOICES)
def test_every_question_has_words_in_both_languages(kind: str) -> None:
    told = {lang: question(lang, kind, about="T1", to="review", title="税") for lang in ("en", "ja")}
    for words in told.values():
        assert "{" not in words
        assert "T1" in words or "review" in words
    assert told["en"].isascii() or "税" in told["en"]
    assert not told["ja"].isascii()


def test_what_has_a_title_is_named_by_it() -> None:
    assert question("en", "work", about="T1", title="Tax").startswith("“Tax” (T1)")
    assert question("ja", "work", about="T1", title="税").startswith("「税」（T1）")
    assert question("en", "work", about="T1").startswith("T1 cannot")


def test_an_end_is_asked_for_as_an_end_and_a_phase_by_its_name_and_round() -> None:
    about = "final_review.2.completed"
    assert question("ja", "approve", about=about, to="completed") == "この成果で完了としてよいですか？"
    assert question("en", "approve", about=about, to="failed") == "May the run end here, as failed?"
    assert question("ja", "gate", about="final_review.2").startswith("`final_review`（2 回目）のゲート")
    assert "`final_review` did not pass" in question("en", "gate", about="final_review.1")


@pytest.mark.parametrize("why", [*get_args(When), *get_args(get_type_hints(Ask)["why"]), *STUCK, *AWAY])
def test_every_reason_that_is_a_word_of_the_workflow_is_a_sentence(why: str) -> None:
    assert reason("en", why, "final_review.1").endswith(".")
    assert reason("ja", why, "final_review.1").endswith("。")
    assert reason("ja", "pytest is not there", "T1") == "pytest is not there"
