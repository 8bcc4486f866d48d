"""Fixed sentences exist in both languages and name what they are about."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from kasen.teams.research import remarks
from kasen.teams.research.schemas.supervised import DraftReview, Ended, Progress, Review, Scores
from kasen.teams.research.steering import Why
from kasen.teams.research.wording import Lang

KANA = re.compile("[ぁ-んァ-ヴ]")
GIVEN = DraftReview(
    approved=False,
    overall_score=0.7,
    scores=Scores(fact_check=0.95, completeness=0.5, format=1.0),
    measured=Scores(),
    feedback="f",
    verdict="fail",
)


def every(lang: Lang) -> list[str]:
    progress = Progress(data_count=3, data_quality=0.5, coverage=0.25)
    review = Review(rounds=[GIVEN], best=0, ended="no_gain", reason="r")
    return [
        *(remarks.reason(why, progress, lang) for why in get_args(Why)),
        *(remarks.ended(why, rounds=2, iterations=5, lang=lang) for why in get_args(Ended)),
        remarks.decided("write", "x", lang),
        remarks.corrected("reviewer", "publish it", "write", lang),
        remarks.searched(1, 3, 2, lang),
        remarks.exhausted(lang),
        remarks.written(1234, lang),
        remarks.revised(1, 2, lang),
        remarks.revised(2, 0, lang),
        remarks.cannot_follow(lang),
        remarks.reviewed(GIVEN, lang),
        remarks.contradicts(True, lang),
        remarks.contradicts(False, lang),
        remarks.weak_statement("s", "w", lang),
        remarks.mended_statement("s", lang),
        remarks.open_point("p", has_evidence=True, lang=lang),
        remarks.open_point("p", has_evidence=False, lang=lang),
        remarks.missing_part("findings", lang),
        *remarks.banner(review, sources=2, lang=lang),
        remarks.few_sources(1, lang),
        remarks.plan_told(["p"], ["q"], lang),
    ]


def test_each_sentence_is_in_its_language() -> None:
    assert all(KANA.search(text) or "点" in text for text in every("ja"))
    assert not any(KANA.search(text) for text in every("en"))
    assert len(every("ja")) == len(every("en")) > 30
    assert all(text and "{" not in text for lang in ("ja", "en") for text in every(lang))


@pytest.mark.parametrize(("lang", "word"), [("en", "logic not judged"), ("ja", "論理 判断せず")])
def test_what_nobody_judged_is_called_that(lang: Lang, word: str) -> None:
    assert word in remarks.scores(GIVEN.scores, 0.7, lang)
    assert "0.95" in remarks.scores(GIVEN.scores, 0.7, lang)


def test_the_banner_says_when_what_comes_out_was_not_reviewed() -> None:
    unread = GIVEN.model_copy(update={"verdict": "no_verdict"})
    said = remarks.banner(Review(rounds=[unread], ended="iterations", reason="r"), sources=9, lang="en")
    assert len(said) == 2
    assert "not reviewed" in said[1]


def test_a_long_statement_is_named_by_its_beginning() -> None:
    assert remarks.weak_statement("a" * 80, "", "en").endswith("aa”")
    assert remarks.weak_statement("a" * 90, "", "en").endswith("aa…”")


def test_what_code_measured_of_a_point_is_not_called_an_answer() -> None:
    for lang in ("en", "ja"):
        with_more, without = (remarks.open_point("X", has_evidence=has, lang=lang) for has in (True, False))
        assert with_more != without
        assert "answer" not in with_more + without
