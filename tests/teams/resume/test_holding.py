from typing import Any

import pytest

from kasen.teams.resume.holding import held, without_invention
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.schemas.feedback import Critique, FindingSaid

TEXT = "## Experience\n\n- Cut the nightly export from 3 hours to 25 minutes.\n- Did support.\n"
READY = prepared(TEXT, "en")
CUT = "Cut the nightly export from 3 hours to 25 minutes."


def said(score: int, quote: str = "", why: str = "It says so.", **finding: Any) -> Critique:
    told = {"problem": "It is weak.", "severity": "major", "quote": finding.pop("at", "Did support."), **finding}
    findings = [told] if finding else []
    criteria = [{"criterion": "verbs", "why": why, "quote": quote, "score": score}]
    return Critique.model_validate({"criteria": criteria, "findings": findings})


@pytest.mark.parametrize(
    ("score", "quote", "expected"),
    [
        (5, CUT, 5),
        (4, "Cut the nightly  export", 4),
        (5, "", 3),
        (5, "Led the export.", 3),
        (4, "", 3),
        (3, "", 3),
        (0, "", 0),
    ],
)
def test_praise_needs_words_that_stand_in_the_text(score: int, quote: str, expected: int) -> None:
    [one] = held(said(score, quote), READY, lang="en", sees=False).criteria
    assert one.score == expected
    assert ("Said: " in one.why) == (score != expected)


def test_what_is_seen_in_a_picture_needs_no_words() -> None:
    assert held(said(5), READY, lang="en", sees=True).criteria[0].score == 5


@pytest.mark.parametrize(("severity", "expected"), [("critical", 2), ("major", 3), ("minor", 5)])
def test_no_value_stands_high_beside_a_grave_defect_of_its_kind(severity: str, expected: int) -> None:
    own = held(said(5, CUT, criterion="verbs", severity=severity), READY, lang="en", sees=False)
    other = held(said(5, CUT, criterion="voice", severity=severity), READY, lang="en", sees=False)
    unread = held(said(5, CUT, criterion="verbs", severity=severity, at="Led it."), READY, lang="en", sees=False)
    assert [one.criteria[0].score for one in (own, other, unread)] == [expected, 5, 5]


@pytest.mark.parametrize(
    ("lang", "text", "stays"),
    [
        ("en", "The verb is weak.", True),
        ("en", "動詞が弱い。", False),
        ("en", "The word 「担当」 names a duty.", True),
        ("ja", "動詞が弱い。", True),
        ("ja", "The verb is far too weak.", False),
        ("ja", "N+1クエリ", True),
        ("ja", "AWS", True),
    ],
)
def test_sentences_in_another_language_than_that_of_the_review_are_left_out(lang: str, text: str, stays: bool) -> None:
    found = held(said(3, why=text, problem=text), READY, lang=lang, sees=False)
    assert bool(found.criteria[0].why) == stays
    assert bool(found.findings[0].quote) == stays


@pytest.mark.parametrize(
    ("suggestion", "stays"),
    [
        ("Cut the nightly export to 25 minutes.", True),
        ("Cut the nightly export by 86%.", False),
        ("Name one result and leave two lines out.", True),
        ("Supported [number] customers.", True),
        ("Supported 40 customers.", True),
        ("Supported 400 customers.", False),
        ("夜間の出力を３時間から25分に短縮した。", True),
    ],
)
def test_a_suggestion_with_a_figure_of_its_own_is_left_out(suggestion: str, stays: bool) -> None:
    one = FindingSaid(quote="Did support.", severity="minor", problem="weak", suggestion=suggestion)
    assert bool(without_invention(one, READY, ["She supported 40 customers."]).suggestion) == stays
