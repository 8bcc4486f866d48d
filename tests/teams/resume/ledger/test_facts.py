"""The facts that a text states."""

from __future__ import annotations

import pytest

from kasen.teams.resume.ledger.facts import stated
from teams.resume.bench import ENGLISH


def test_figures_dates_names_titles_and_skills_are_found_with_their_lines() -> None:
    found = [(fact.kind, fact.text, fact.line) for fact, *_ in stated(ENGLISH)]
    assert ("number", "30%", 17) in found
    assert ("date", "April 2019", 14) in found
    assert ("skill", "PostgreSQL", 18) in found
    assert ("skill", "Python", 16) in found


def test_japanese_facts_are_read_in_their_forms() -> None:
    text = "# 職務経歴書\n\n- 令和3年4月から、売上を3億円から4億5千万円に、12名で伸ばした。\n- 応答時間を３０％短縮。\n"
    found = {(fact.kind, fact.text) for fact, *_ in stated(text)}
    assert {("date", "令和3年4月"), ("number", "3億円"), ("number", "12名")} <= found
    assert any(kind == "number" and words.startswith(("30", "３０")) for kind, words in found)


def test_code_front_matter_and_contact_data_state_nothing() -> None:
    text = "---\ndate: 2020-01-01\n---\n\nTel. 03-1234-5678, sample@example.com\n\n```{python}\nx = 42\n```\n"
    assert stated(text) == []


@pytest.mark.parametrize("text", ["", "\n\n", "went to businesses", "```\n", "\x00", "１" * 1000])
def test_any_text_is_read(text: str) -> None:
    assert isinstance(stated(text), list)


def test_common_words_are_no_skills() -> None:
    assert stated("- He went to small businesses and sold to them.\n") == []
