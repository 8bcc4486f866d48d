"""The command of the slides team from end to end: a deck, edits of it and of a file, versions, bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from typer.testing import CliRunner

from kasen.cli.app import app
from kasen.team import load, load_object
from teams.slides.bench import CSV
from teams.slides.editing.by_hand import deck, hashes

RULES = ("--preset", "none")


@pytest.fixture
def kasen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KASEN_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(tmp_path))  # nothing is rendered here: the checks have tests of their own
    return lambda *args: CliRunner().invoke(app, list(args))


def titles(path: Path) -> list[str]:
    return [slide.shapes.title.text for slide in Presentation(str(path)).slides]


def last_run(kasen: Callable[..., Any]) -> str:
    id: str = json.loads(kasen("runs", "list", "--json").stdout.splitlines()[0])["id"]
    return id


def said(shown: Any) -> str:
    return " ".join(shown.stderr.split())


@pytest.mark.parametrize(
    ("wish", "edit", "lang", "reply"),
    [
        ("Tea exports, for the board", "slide 2: title: Exports keep growing", "en", "Version 2: slide 2 changed."),
        ("茶の輸出を役員会へ", "スライド2 タイトル：輸出は伸び続ける", "ja", "第2版：スライド2を変更"),
    ],
)
def test_a_deck_is_made_edited_and_taken_back(
    kasen: Callable[..., Any], tmp_path: Path, wish: str, edit: str, lang: str, reply: str
) -> None:
    (tmp_path / "tea.csv").write_text(CSV, encoding="utf-8")
    first = kasen("slides", wish, "--data", "tea.csv", *RULES, "--images", "none", "--out", "one")
    assert first.exit_code == 0, first.stderr
    made = titles(tmp_path / "one" / "deck.pptx")
    once = kasen("slides", "edit", last_run(kasen), edit, *RULES, "--out", "two")
    assert once.exit_code == 0, once.stderr
    assert reply in said(once)
    now = titles(tmp_path / "two" / "deck.pptx")
    assert now[1] in edit
    assert [*now[:1], *now[2:]] == [*made[:1], *made[2:]]
    run = last_run(kasen)
    back = kasen("slides", "restore", run, "1", *RULES, "--out", "three")
    assert back.exit_code == 0, back.stderr
    assert titles(tmp_path / "three" / "deck.pptx") == made
    assert ("第1版に戻した" if lang == "ja" else "Version 1 is back") in said(back)
    again = kasen("runs", "replay", run)
    assert again.exit_code == 0, again.stderr
    for bad, code, words in (
        (("slides", "restore", run, "99"), 4, "no version 99"),
        (("slides", "restore", run, "0"), 2, "number of a version"),
        (("slides", "edit", run, "   "), 4, "wish is empty"),
    ):
        shown = kasen(*bad, *RULES)
        assert shown.exit_code == code, shown.stderr
        assert words in said(shown)
    nothing = kasen("slides", "edit", run, "slide 99: title: x", *RULES, "--out", "four")
    assert nothing.exit_code == 0
    assert ("スライド99はない" if lang == "ja" else "there is no slide 99") in said(nothing)


def test_a_file_is_edited_and_stays_as_it_is(kasen: Callable[..., Any], tmp_path: Path) -> None:
    mine = tmp_path / "plan.pptx"
    was = deck()
    mine.write_bytes(was)
    shown = kasen("slides", "edit", "plan.pptx", "slide 2: title: Where we are", *RULES, "--out", "one")
    assert shown.exit_code == 0, shown.stderr
    assert "Version 2: slide 2 changed." in said(shown)
    assert mine.read_bytes() == was
    made = tmp_path / "one" / "deck.pptx"
    assert titles(made)[1] == "Where we are"
    before, after = hashes(was), hashes(made.read_bytes())
    assert {name for name in before if before[name] != after[name]} == {"ppt/slides/slide2.xml"}
    run = last_run(kasen)
    assert kasen("slides", "edit", run, "まとめを削除して。", *RULES, "--out", "two").exit_code == 0
    gone = kasen("slides", "edit", run, "5枚目を削除", *RULES, "--out", "three")
    assert gone.exit_code == 0, gone.stderr
    assert len(titles(tmp_path / "three" / "deck.pptx")) == 4


@pytest.mark.parametrize(
    ("words", "code", "said_of_it"),
    [
        (("edit", "no-such-run", "delete slide 1"), 2, "no run"),
        (("edit", "none.pptx", "delete slide 1"), 4, "there is no deck at"),
        (("edit", "notes.md", "delete slide 1"), 4, "no deck that can be read"),
        (("edit", "words.pptx", "delete slide 1"), 4, "is no PowerPoint file"),
        (("restore", "words.pptx", "1"), 4, "has no versions"),
        (("edit", "words.pptx"), 2, "WISH"),
        (("Tea exports", "--deck", "words.pptx"), 4, "changed in mode `edit`"),
    ],
)
def test_bad_input_ends_in_one_sentence(
    kasen: Callable[..., Any], tmp_path: Path, words: tuple[str, ...], code: int, said_of_it: str
) -> None:
    (tmp_path / "words.pptx").write_text("only words", encoding="utf-8")
    (tmp_path / "notes.md").write_text("# Notes", encoding="utf-8")
    shown = kasen("slides", *words, *RULES)
    assert shown.exit_code == code, shown.stderr
    assert said_of_it in said(shown)
    assert "Traceback" not in shown.stderr
    assert len(re.findall(r"^kasen: ", shown.stderr, re.MULTILINE)) == 1


def test_a_run_of_another_team_is_no_deck(kasen: Callable[..., Any]) -> None:
    Path("docs").mkdir()
    (Path("docs") / "tea.md").write_text("# Tea\n\nTea gardens are covered for 20 days before picking.\n", "utf-8")
    made = kasen("research", "How long are tea gardens covered?", "--docs", "docs", *RULES, "--local-only")
    assert made.exit_code == 0, made.stderr
    shown = kasen("slides", "edit", last_run(kasen), "delete slide 1", *RULES)
    assert shown.exit_code == 2
    assert "team `research`" in said(shown)


def test_each_role_has_the_tier_that_the_design_gives_it() -> None:
    roles = [load_object(reference) for reference in load("slides").roles]
    tiers = {role.name: role.tier for role in roles}
    designed = {
        "coordinator": "basic",
        "planner": "reasoning",
        "researcher": "reasoning",
        "storywriter": "basic",
        "visualizer": "vision",
        "data_analyst": "reasoning",
    }
    assert {name: tiers[name] for name in designed} == designed
