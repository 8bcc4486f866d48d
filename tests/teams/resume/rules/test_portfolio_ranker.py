"""The rule ranks works by terms in common, quoted from both sides."""

from __future__ import annotations

from kasen.teams.resume.portfolio_view import WorkView
from kasen.teams.resume.rules.portfolio_ranker import rank, shared

POSTING = "必須:\n・GoとPostgreSQLの経験\n歓迎:\n・機械学習\n"
WORKS = [
    WorkView("P1", "robot\nA robot that waters tomatoes."),
    WorkView("P2", "model\nmachine learning for shelves"),
    WorkView("P3", "store\nGo, PostgreSQL\nA store written in Go."),
    WorkView("P4", "garden\nTomatoes."),
]


def test_most_in_common_comes_first_and_nothing_in_common_last_in_the_order_given() -> None:
    said = rank(role="", posting=POSTING, works=WORKS, lang="ja").items
    assert [one.item for one in said] == ["P3", "P2", "P1", "P4"]
    assert (said[0].evidence, said[0].meets) == (["Go, PostgreSQL", "Go, PostgreSQL"], ["Go", "PostgreSQL"])
    assert (said[1].evidence, said[1].meets) == (["machine learning for shelves"], ["機械学習"])
    assert (said[2].evidence, said[2].why) == ([], "")
    assert said[0].why == "共通する用語 2 語"


def test_a_role_alone_is_something_to_hold_works_against() -> None:
    said = rank(role="machine learning engineer", posting="", works=WORKS, lang="en").items
    assert said[0].item == "P2"
    assert said[0].meets == ["machine learning"]


def test_scores_are_shares_and_terms_that_stand_first_weigh_more() -> None:
    terms = ["Go", "PostgreSQL", "機械学習"]
    whole = shared("Go PostgreSQL machine learning", terms, POSTING)
    first, last = shared("Go", terms, POSTING), shared("machine learning", terms, POSTING)
    assert whole.score == 1.0
    assert first.score > last.score > 0.0
    assert shared("", terms, POSTING).score == shared("Go", [], "").score == 0.0


def test_many_works_and_none_are_ranked() -> None:
    many = [WorkView(f"P{n}", "Go") for n in range(1, 300)]
    assert len(rank(role="", posting=POSTING, works=many, lang="en").items) == 100
    assert rank(role="", posting=POSTING, works=[], lang="en").items == []
