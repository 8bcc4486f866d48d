"""Scores from figures."""

from __future__ import annotations

from fractions import Fraction

from kasen.teams.research.rules.scores import figure, scores


def test_scores_are_in_proportion_to_the_best_figure() -> None:
    assert scores({1: "It costs 500 dollars.", 2: "It costs 1,000 dollars."}, "less") == {1: 5.0, 2: 2.5}
    assert scores({1: "1.5万円", 2: "30,000円", 3: "軽い"}, "more") == {1: 2.5, 2: 5.0}


def test_nothing_is_scored_that_cannot_be_compared() -> None:
    assert scores({1: "500 dollars", 2: "2 kg"}, "less") == {}
    assert scores({1: "500 dollars", 2: "600 dollars"}, "") == {}
    assert scores({1: "500 dollars"}, "less") == {}
    assert scores({1: "0 dollars", 2: "5 dollars"}, "less") == {}


def test_one_amount_is_a_figure_and_several_or_a_range_are_none() -> None:
    assert figure("It costs 500 dollars, yes 500 dollars.") == ("dollar", Fraction(500))
    assert figure("It costs 500 to 600 dollars.") is None
    assert figure("500 dollars or 2 kg") is None
    assert figure("in 2020") is None
