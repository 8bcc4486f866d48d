from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from cli.code.boards import BOARD, NOW, RUN
from kasen.cli.code.board import Around, picture
from kasen.teams.code.board.shown import Board, PhaseShown
from kasen.teams.code.messages import Finding

AROUND = Around(run_id=RUN, title="Make the login safe", status="running", cap=10)


def drawn(board: Board | None = BOARD, around: Around = AROUND, width: int = 140, *, colour: bool = False) -> str:
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=colour, highlight=False, color_system="truecolor" if colour else None
    )
    console.print(picture(board, around, width, NOW))
    return out.getvalue()


def changed(**values: Any) -> Board:
    return BOARD.model_copy(update=values)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("width", [60, 80, 100, 140, 200])
def test_no_line_is_wider_than_the_terminal(lang: str, width: int) -> None:
    lines = drawn(
        around=replace(AROUND, lang=lang, title="ログインを安全にする" * 9, keys=True), width=width
    ).splitlines()
    assert max(cell_len(line) for line in lines) <= width


def test_it_says_where_the_work_is_what_it_costs_and_how_long_it_takes() -> None:
    text = drawn()
    assert "research ✓ → requirements ✓ → planning ✓ → IMPLEMENTATION (round 2) → final review" in text
    assert "$1.84 of $10   00:14:21" in text
    assert f"going on   Make the login safe   {RUN}" in text


def test_an_agent_is_one_line_with_what_it_does_for_whom_and_since_when() -> None:
    line = next(line for line in drawn().splitlines() if "impl-frontend-1" in line)
    does = "working, tool npm test -- --watch=false fix-impl-frontend-1 fix login form XSS"
    assert " ".join(line.split()) == f"impl-frontend-1 codex {does} 88 s 3 s ago"
    assert "starting, restarted 2 times" in drawn()
    assert "limit until " in drawn()
    assert "off: researcher-market-1, researcher-paper-1" in drawn()


def test_the_columns_stand_below_each_other_with_wide_characters_too() -> None:
    rows = [line for line in drawn().splitlines() if line.rstrip().endswith(" ago") and "impl-" in line]
    ends = {cell_len(line[: line.index(" s ")]) if " s " in line else 0 for line in rows[:2]}
    assert len(rows) >= 3
    assert len(ends) == 1


def test_what_is_cut_says_so_in_signs_that_are_one_column_everywhere() -> None:
    line = next(line for line in drawn(width=80).splitlines() if "impl-backend-1" in line)
    assert ".." in line
    assert "…" not in line


def test_gates_findings_tasks_and_files_are_said_in_words() -> None:
    text = drawn()
    assert "security FAIL (2 blocking)   performance PASS   architecture no verdict   tests …" in text
    assert "critical src/frontend/Login.tsx:41 the name is put in as HTML" in text
    assert "8 of 14 done · 4 at work · 1 wait · 1 for you · T17: the same finding came back 3 times" in text
    assert "src/frontend/** impl-frontend-1 · docs/** README.md impl-document-1" in text


def test_the_same_in_japanese() -> None:
    text = drawn(around=replace(AROUND, lang="ja"))
    assert "調査 ✓ → 要件定義 ✓ → 計画 ✓ → 実装（2 周目） → 最終レビュー" in text
    assert "14 件中 8 件完了 · 作業中 4 件" in text
    assert "作業中、実行 npm test" in text
    assert "指摘" in text


@pytest.mark.parametrize(
    ("status", "board", "said"),
    [
        ("done", BOARD, f"the work lies on branch kasen/{RUN} → take it: kasen code approve {RUN}"),
        ("not passed", BOARD, f"what passed lies on branch kasen/{RUN} → take it: kasen code approve {RUN}"),
        ("stopped: person", BOARD, f"what passed lies on branch kasen/{RUN} → take it: kasen code approve {RUN}"),
        ("interrupted", BOARD, f"go on: kasen code continue {RUN}"),
        ("failed", BOARD, f"go on: kasen code continue {RUN}"),
        ("paused", changed(waits_for="Is the plan good?"), f"Is the plan good? → answer: kasen code approve {RUN}"),
    ],
)
def test_what_a_person_can_do_now_is_the_last_line(status: str, board: Board, said: str) -> None:
    assert said in drawn(board, replace(AROUND, status=status), width=160).splitlines()[-1]


def test_where_nothing_passed_nothing_is_said_to_lie_on_a_branch() -> None:
    for lang, said in (("en", "nothing passed"), ("ja", "合格したものはありません")):
        around = replace(AROUND, status="not passed", passed=False, lang=lang)
        last = drawn(BOARD, around, width=160).splitlines()[-1]
        assert said in last
        assert f"kasen code discard {RUN}" in last


def test_while_it_goes_on_keys_are_offered_and_unpause_once_it_is_paused() -> None:
    paused = changed(agents=tuple(agent.model_copy(update={"state": "paused"}) for agent in BOARD.agents))
    assert "[p]ause" in drawn(around=replace(AROUND, keys=True))
    assert "[u]npause" in drawn(paused, replace(AROUND, keys=True))
    assert "[p]ause" not in drawn()


def test_a_board_that_is_not_written_any_more_is_said_to_be_old() -> None:
    assert "as of 60 s ago" in drawn(changed(at=NOW - 60))
    assert "as of" not in drawn(changed(at=NOW - 60), replace(AROUND, status="done"))


def test_before_anything_is_written_there_is_nothing_to_show() -> None:
    assert "nothing has begun yet" in drawn(None, replace(AROUND, status="created"))


def test_a_run_that_failed_before_its_first_phase_says_why_and_what_to_do() -> None:
    failed = replace(
        AROUND, status="failed", why="agent `coder-1` needs claude: missing", hint="Run: npm install claude."
    )
    lines = drawn(None, failed, width=160).splitlines()
    assert "nothing has begun yet" not in "\n".join(lines)
    assert lines[-2].strip() == "why    agent `coder-1` needs claude: missing"
    assert lines[-1].strip() == f"you    Run: npm install claude → then go on: kasen code continue {RUN}"
    assert f"そのあとで再開：kasen code continue {RUN}" in drawn(None, replace(failed, lang="ja"), width=160)
    assert f"kept → go on: kasen code continue {RUN}" in drawn(None, replace(failed, hint=""), width=160)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("board", [None, BOARD])
def test_a_run_whose_budget_is_spent_names_the_cap_to_raise(lang: str, board: Board | None) -> None:
    spent = replace(AROUND, status="stopped: budget", why="no more", spent="calls", lang=lang)
    *_, why, you = drawn(board, spent, width=160).splitlines()
    assert "no more" in why
    assert f"kasen code continue {RUN} --budget-calls N" in you


def test_what_agents_write_cannot_steer_the_terminal_or_the_markup() -> None:
    evil = Finding(id="F", file="a.py", issue="\x1b[2J\x1b]0;x\x07[bold red]boo[/]\nmore")
    agent = BOARD.agents[0].model_copy(update={"tool": "\x1b[31mrm -rf", "title": "[link=x]t\x07"})
    board = changed(findings=(evil,), agents=(agent,), waits_for="\x1b[5m?")
    text = drawn(board, replace(AROUND, title="\x1b[2J"))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "[bold red]boo[/]" in text


def test_many_findings_are_counted_and_a_price_that_nobody_knows_is_said_so() -> None:
    many = tuple(Finding(id=f"F{n}", issue=f"defect {n}") for n in range(9))
    text = drawn(changed(findings=many, usd=None))
    assert "defect 3" in text
    assert "defect 4" not in text
    assert "and 5 more" in text
    assert "price unknown of $10" in text


def test_phases_of_other_workflows_stand_as_they_are_called() -> None:
    phases = (PhaseShown(id="write_specs", state="going_on", round=1), PhaseShown(id="ship", state="waiting"))
    assert "WRITE SPECS → ship" in drawn(changed(phases=phases))


def test_what_is_said_of_gates_is_not_dimmed_by_what_stands_between() -> None:
    line = next(line for line in drawn(colour=True).splitlines() if "performance" in line)
    assert "\x1b[2msecurity" not in line
    assert "\x1b[31mFAIL" in line


def test_of_a_run_that_does_not_go_on_no_agent_is_shown_and_the_last_phase_is_done() -> None:
    text = drawn(around=replace(AROUND, status="done"))
    assert "implementation ✓" in text
    assert "reviewing" not in text
    assert "IMPLEMENTATION" in drawn(around=replace(AROUND, status="interrupted"))
