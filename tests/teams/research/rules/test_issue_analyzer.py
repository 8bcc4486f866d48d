"""What is to be explained, by rule."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.issue_analyzer import analyse_issue, bare


@pytest.mark.parametrize(
    ("question", "symptom"),
    [
        ("Why did Uji become the centre of Japanese tea?", "Uji become the centre of Japanese tea"),
        ("What caused the fall in sales in 2014?", "fall in sales in 2014"),
        ("What are the main reasons for the harvest failure?", "harvest failure"),
        ("なぜ宇治は日本茶の中心になったのか", "宇治は日本茶の中心になった"),
        ("売上が減少した原因は何ですか", "売上が減少"),
        ("宇治茶の衰退の根本原因を分析せよ", "宇治茶の衰退"),
        ("なぜ売上は落ちたのでしょうか？", "売上は落ちた"),
        ("Sales of tea", "Sales of tea"),
        ("なぜ？", ""),
    ],
)
def test_the_asking_words_are_taken_off(question: str, symptom: str) -> None:
    assert bare(question) == symptom


def test_each_part_of_a_question_is_a_symptom_and_there_is_always_one() -> None:
    given = {"lang": "en", "wishes": [], "today": "2026-01-02"}
    two = analyse_issue(question="Why did sales fall and why did prices rise?", **given)  # type: ignore[arg-type]
    assert [one.text for one in two.symptoms] == ["sales fall", "prices rise"]
    assert [one.text for one in analyse_issue(question="なぜ？", **given).symptoms] == ["なぜ？"]  # type: ignore[arg-type]
