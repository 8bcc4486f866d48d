from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from kasen.teams.resume.page.markdown import bullets, code, iteration_findings, markdown, table
from teams.resume.scenes import hostile, improved_en, improved_ja, no_gain_en, nothing, rules, scenes
from tools.report.sample import HOSTILE

PARSER = MarkdownIt("gfm-like", {"html": True, "linkify": True})


def headings(made: str) -> list[str]:
    tokens = PARSER.parse(made)
    return [tokens[n + 1].content for n, token in enumerate(tokens) if token.type == "heading_open"]


@pytest.mark.parametrize("name", list(scenes()))
def test_every_review_is_well_formed_and_begins_with_its_verdict(name: str) -> None:
    made = markdown(scenes()[name])
    assert made.endswith("\n")
    assert "\n\n\n" not in re.sub(r"```.*?```", "X", made, flags=re.DOTALL)
    assert len(headings(made)) >= 3
    rows = [line for line in made.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in rows)


def test_no_gain_is_the_first_thing_said() -> None:
    assert headings(markdown(no_gain_en()))[1] == "It did not get better: the original stays."
    assert "22 of 46 criteria measured; nobody judged." in markdown(rules("en"))
    assert headings(markdown(nothing()))[1] == "Not reviewed."


def test_the_radar_is_a_table() -> None:
    assert "| 批評家 | 原文 | 改稿（2 回目） |" in markdown(improved_ja())
    assert "| 採用担当者 | 7.3 | 8 |" in markdown(improved_ja())


def test_a_finding_has_its_words_line_and_question_and_a_change_is_a_diff() -> None:
    made = markdown(improved_ja())
    assert (
        "**成果の伝わり方** (重大) コピーライター · 20 行目 · 2 回目にも `F5`\n\n> 月次決算の業務改善を行った。" in made
    )
    assert "*ご本人への質問*：月次締めは何日から何日に短くなりましたか。" in made
    assert "```diff\n- - Pythonで集計を自動化することが出来ました。\n+ - Pythonで集計を自動化した。\n```" in made
    assert "kasen resume --continue 01JEXAMPLERUN0000000000001 --accept all --write" in made


def test_what_was_decided_and_written_is_said() -> None:
    made = markdown(improved_en())
    assert "1 accepted, 1 in your own words, 1 rejected." in made
    assert "Written to cv/fabel.en.qmd." in made
    assert "--accept" not in made


@pytest.mark.parametrize("make", [improved_ja, improved_en, no_gain_en])
def test_words_from_outside_become_no_markup(make: object) -> None:
    calm = make()  # type: ignore[operator]
    made = markdown(hostile(calm, HOSTILE))
    rendered = PARSER.render(made)
    tags = set(re.findall(r"<(\w+)", rendered))
    assert "table" in tags
    assert not tags & {"script", "img", "b", "s", "iframe"}
    assert set(re.findall(r'<a href="([^"]*)"', rendered)) <= {"https://example.org/dash", "https://example.org/queue"}
    assert len(headings(made)) == len(headings(markdown(calm)))


def test_pieces_hold_what_they_are_given() -> None:
    assert table(["a"], [["8.0"], ["|"], [""]]) == "| a |\n|---|\n| 8.0 |\n| \\| |\n| – |"
    assert bullets(["# x"]) == "- \\# x"
    assert code("a```b") == "````\na```b\n````"
    assert len(iteration_findings(improved_ja(), 1)) == 9
