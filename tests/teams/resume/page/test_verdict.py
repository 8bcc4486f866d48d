from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.resume.page.verdict import comparison_lines, cost_text, made_line, score_text, verdict
from teams.resume.scenes import improved_en, improved_ja, no_gain_en, nothing, rules


def test_no_gain_is_said_in_plain_words() -> None:
    one = verdict(no_gain_en())
    assert one.outcome == "It did not get better: the original stays."
    assert one.why == "It ended because the score rose no further."
    assert one.before == ""


def test_an_improvement_names_score_spread_threshold_and_where_it_came_from() -> None:
    one = verdict(improved_ja())
    assert (one.score, one.threshold, one.before) == ("7.8", "合格点 8", "原文 5.7")
    assert one.spread == "ばらつき 7.2〜8.2 · 3 回評価"


def test_what_rules_measured_is_no_verdict_and_is_held_against_no_threshold() -> None:
    one = verdict(rules("en"))
    assert one.why.startswith("22 of 46 criteria measured; nobody judged.")
    assert (one.spread, one.threshold) == ("measures only, without a spread", "")
    assert "46 項目のうち 22 項目" in verdict(rules("ja")).why


def test_where_nobody_answered_it_is_not_called_a_review() -> None:
    assert verdict(nothing()).outcome == "Not reviewed."
    assert (verdict(nothing()).score, verdict(nothing()).blockers) == ("", ())


@pytest.mark.parametrize(
    ("value", "said"), [(7.94, "7.9"), (7.96, "7.96"), (8.0, "8.0"), (8.04, "8.0"), (None, ""), (10.0, "10.0")]
)
def test_no_score_is_rounded_over_the_threshold(value: float | None, said: str) -> None:
    assert score_text(value, 8.0) == said


def test_what_blocks_is_told() -> None:
    result = no_gain_en().model_copy(update={"best": 2})
    assert verdict(result).blockers == ("The payment figure in line 16 is not borne by the original.",)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"usd": 0.0}, "no cost"),
        ({"usd": 0.0312}, "about $0.0312"),
        ({"usd": None, "lines": ()}, "price unknown"),
        ({"usd": None}, "$0.0986 and more, a price is unknown"),
    ],
)
def test_the_price_is_no_better_known_than_it_is(change: dict[str, Any], said: str) -> None:
    result = improved_en()
    assert cost_text(result.model_copy(update={"costs": result.costs.model_copy(update=change)})) == said


def test_one_line_says_how_it_was_made() -> None:
    assert made_line(rules("en")) == (
        "2026-11-20 · rules only, no model · 1 round · no cost · checked by Kasen’s own checks, not Quarto"
    )
    assert "応募職種：経理データアナリスト · モデルによる評価 · 2 回" in made_line(improved_ja())
    assert made_line(no_gain_en()).endswith("checked by Quarto")


def test_each_look_of_the_comparison_is_a_line() -> None:
    lines = comparison_lines(no_gain_en())
    assert lines[0].startswith("original first: original · The first says what was built.")
    assert len(lines) == 2
    assert comparison_lines(nothing()) == []
