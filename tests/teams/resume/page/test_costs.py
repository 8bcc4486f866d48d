from __future__ import annotations

from kasen.teams.resume.page.costs import figures, made_lines, role_rows, round_rows
from teams.resume.scenes import improved_en, improved_ja, nothing, rules


def test_each_role_and_each_round_has_its_line_and_the_total() -> None:
    rows, total = role_rows(improved_en())
    assert [row.role for row in rows][:3] == ["Recruiter", "Technical writer", "Copywriter"]
    assert rows[-1].by == "openai:reasoning-example (no answer)"
    assert total is not None
    assert (total.calls, total.usd) == ("16", "$0.0986 + unknown")
    rounds, summed = round_rows(improved_ja())
    assert [row.role for row in rounds] == ["1 回目", "2 回目"]
    assert summed is not None
    assert summed.calls == "16"


def test_where_nobody_was_asked_there_is_no_table() -> None:
    assert role_rows(rules("en")) == ([], None)
    assert round_rows(nothing()) == ([], None)


def test_the_figures_and_the_gate_are_told() -> None:
    assert figures(rules("en")) == "0 model calls, 5 answers by rules · 0 tokens · no cost · 1.2 s"
    assert made_lines(improved_en())[-1] == "Prices: prices of 2026-11-01"
    assert made_lines(rules("en"))[0].startswith("Code measured what it can")
    assert "重みつきの点数" in made_lines(improved_ja().model_copy(update={"gate": "plain"}))[1]
