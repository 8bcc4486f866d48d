from __future__ import annotations

from kasen.teams.resume.page.labels import words
from kasen.teams.resume.page.sections import (
    fact_line,
    hidden_place,
    masked_line,
    match_line,
    page_rows,
    problem_line,
    retry_lines,
    validation_lines,
)
from kasen.tools.screenshot.model import PageFacts
from kasen.tools.validation.model import Problem
from teams.resume.scenes import improved_en, improved_ja, no_gain_en, nothing, rules


def test_only_what_was_measured_on_the_page_is_shown() -> None:
    rows = dict(page_rows(improved_en()))
    assert rows["On a phone (375 px)"] == "24 px too wide"
    assert rows["Words read from the PDF"] == "97%"
    assert "color-contrast · serious · 4 elements" in rows["Accessibility (axe-core 4.14.1)"]
    bare = improved_en().model_copy(update={"page": PageFacts(mobile_overflow=0, axe="4.14.1", pages=1)})
    rows = dict(page_rows(bare))
    assert rows == {
        "On a phone (375 px)": "fits",
        "Links, pictures": "0, 0",
        "In print (A4)": "1 page",
        "Accessibility (axe-core 4.14.1)": "no violation",
    }
    assert page_rows(nothing()) == []


def test_what_was_masked_is_counted_and_that_nothing_was_sent_is_said_only_where_it_is_so() -> None:
    assert masked_line(improved_ja()) == "氏名 2、学校名 1、メール 1"
    assert masked_line(rules("en")) == "Nothing was sent: no model was asked."
    dead = [one.model_copy(update={"verdict": "infra_failed"}) for one in rules("en").feedback]
    assert masked_line(rules("en").model_copy(update={"feedback": dead})) == ""
    assert masked_line(no_gain_en().model_copy(update={"masked": {}})) == ""


def test_who_validated_and_what_was_found_is_said() -> None:
    lines = validation_lines(improved_en())
    assert lines[0] == "The file is valid · checked by Kasen’s own checks, not Quarto"
    assert lines[-1] == "line 24 · warning: The class `note` is not known. (unknown-class)"
    assert problem_line(Problem(rule="x", text="Bad."), words("ja")) == "ファイル全体 · 誤り：Bad. (x)"
    assert retry_lines(improved_ja())[0] == ("1 回目、修復 1：不通過", ("24 行目：`:::` が閉じていません。",))
    assert validation_lines(nothing()) == []


def test_facts_and_requirements_are_counted() -> None:
    assert fact_line(improved_ja()) == "維持 3 件 · 言い換え 1 件 · 本人確認 1 件 · 退けた修正 1 件"
    assert match_line(improved_en()) == "2 met, 1 partly, 1 missing of 4 requirements."
    assert match_line(nothing()) == ""


def test_hidden_words_have_their_place() -> None:
    assert hidden_place(improved_ja().hidden[0], words("ja")) == "求人票 · 31 行目 · モデルへの命令"
    odd = improved_ja().hidden[0].model_copy(update={"how": "some new way", "line": 0})
    assert hidden_place(odd, words("en")) == "posting · some new way"
