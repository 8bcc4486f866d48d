from __future__ import annotations

import json
from typing import Any

import pytest

from kasen.cli.watch import JsonLines, PlainLines, Quiet, watcher
from kasen.runtime.events import EVENT


def _event(**fields: Any) -> Any:
    return EVENT.validate_python({"run_id": "01R", "seq": 1, "attempt": 1, "at": "2026-01-01T00:00:00Z", **fields})


def test_what_shows_a_run_depends_on_where_the_output_goes(capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(watcher(json=True), JsonLines)
    assert isinstance(watcher(json=False), PlainLines)
    assert type(watcher(json=False, quiet=True)) is Quiet


def test_plain_lines_go_to_stderr_without_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    with PlainLines() as view:
        view.show(_event(type="warning", text="bad \x1b[31m file", node="planner"))
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("planner: warning: bad ")
    assert "\x1b" not in shown.err


def test_plain_lines_name_the_run_once_and_leave_out_what_an_earlier_run_has_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    began = {"type": "run_started", "title": "t", "team": "echo", "mode": "echo", "lang": "en", "preset": "none"}
    source = {"type": "source", "source_id": "s", "title": "Uji", "uri": "/uji.md", "kind": "document"}
    with PlainLines() as view:
        view.show(_event(**began))
        view.show(_event(**source))
        view.show(_event(**began))
        view.show(_event(**source, node="searcher"))
    shown = capsys.readouterr().err
    assert shown.count("01R") == 1
    assert shown.splitlines()[0].endswith(" · run 01R")
    assert shown.count("source Uji") == 1


def test_json_lines_are_the_stored_event(capsys: pytest.CaptureFixture[str]) -> None:
    event = _event(type="warning", text="日本茶")
    with JsonLines() as view:
        view.show(event)
    assert EVENT.validate_json(capsys.readouterr().out) == event


def test_a_terminal_shows_a_line_per_node_and_no_line_for_what_only_passes(terminal: Any) -> None:
    screen = terminal("echo", "one two three")
    assert screen.exit_code() == 0
    assert "✓ planner        2 parts" in screen.text
    assert screen.text.count("✓ worker") == 2
    assert "done · " in screen.text
    assert "by rule" not in screen.text


def test_a_terminal_shows_what_a_model_is_writing_and_what_it_is_thinking() -> None:
    from kasen.cli.watch import WORDS, Terminal

    view = Terminal()
    view.show(_event(type="node_started", node="writer", task="t1"))
    view.show(_event(type="reasoning", id="a", text="First the "))
    view.show(_event(type="reasoning", id="a", text="evidence.\n"))
    assert "First the evidence." in str(view._now().text)
    view.show(_event(type="text", id="b", text="宇治" * 60))
    assert "…" + "宇治" * (WORDS // 2) in str(view._now().text)
    view.show(_event(type="text", id="b", text="all of it", final=True))
    assert "宇治" not in str(view._now().text)


def test_the_last_line_tells_the_price_beside_its_cap_and_what_was_reused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kasen.cli.watch import Terminal

    monkeypatch.setenv("COLUMNS", "120")
    view = Terminal()
    view.show(
        _event(type="run_started", title="t", team="echo", mode="echo", lang="en", preset="openai", caps={"usd": 0.5})
    )
    view.show(_event(type="model_call", task="t1", role="a", by="x:y", usd=0.01))
    view.show(_event(type="model_call", task="t1", role="a", by="x:y", usd=None))
    view.show(_event(type="node_finished", task="t1", node="writer", seconds=1.0))
    view.show(_event(type="model_call", task="t2", role="a", by="x:y", usd=0.0, reused=True))
    view.show(_event(type="run_finished", status="done", seconds=2.0, calls=2, usd=0.031))
    shown = capsys.readouterr().err
    assert "price unknown" in shown
    assert "done · 2.0 s · $0.0310 of $0.5 · 2 calls, 1 reused" in shown


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_line_of_a_node_fits_the_terminal(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rich.cells import cell_len

    from kasen.cli.watch import Terminal

    monkeypatch.setenv("COLUMNS", str(columns))
    view = Terminal()
    for summary in ("points: 1, queries: 12 (12 → documents, 10 → web)", "1 点、検索 12 件：資料 12、ウェブ 10" * 2):
        view.show(_event(type="model_call", task="t1", role="a", by="x:y", usd=0.0012))
        view.show(_event(type="node_finished", task="t1", node="rag_retriever", seconds=123.4, summary=summary))
    lines = capsys.readouterr().err.splitlines()
    assert [cell_len(line) <= columns and line.endswith("123.4 s  $0.0012") for line in lines] == [True, True]
    assert "…" in lines[1]


def test_a_budget_that_the_next_call_would_pass_is_not_said_to_be_spent(capsys: pytest.CaptureFixture[str]) -> None:
    from kasen.cli.watch import Terminal

    view = Terminal()
    view.show(_event(type="budget", cap="usd", spent=0.0, limit=0.005))
    view.show(_event(type="budget", cap="calls", spent=3, limit=3))
    shown = " ".join(capsys.readouterr().err.split())
    assert (
        shown == "! budget: 0 of 0.005 usd used; a call that may pass the rest is not made ! budget: 3 of 3 calls used"
    )


def test_no_view_shows_a_pause_at_which_nobody_was_asked(capsys: pytest.CaptureFixture[str]) -> None:
    from kasen.cli.watch import Terminal

    passed = [
        _event(type="node_started", task="t1", node="approve_plan"),
        _event(type="node_finished", task="t1", node="approve_plan", seconds=0.0),
    ]
    asked = [
        _event(type="approval_asked", node="approve_draft", approval="draft", question="Go on?", answer_schema={}),
        _event(type="approval_given", node="approve_draft", approval="draft", answer={}, by="yes"),
    ]
    for view in (Terminal(), PlainLines()):
        for event in passed:
            view.show(event)
        assert capsys.readouterr().err == ""
        for event in asked:
            view.show(event)
        shown = capsys.readouterr().err
        assert "Go on?" in shown
        assert "answered by yes" in shown
    for event in passed:
        JsonLines().show(event)
    assert capsys.readouterr().out.count("approve_plan") == 2


def test_a_terminal_shows_grave_findings_on_one_line_each_and_leaves_minor_ones_to_the_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kasen.cli.watch import Terminal

    monkeypatch.setenv("COLUMNS", "60")
    view = Terminal()
    view.show(_event(type="finding", id="F1", severity="major", text="成果が示されていない。" * 9, place="L20"))
    view.show(_event(type="finding", id="F2", severity="minor", text="small"))
    view.show(_event(type="finding", id="F3", severity="critical", text="invented", place="L3"))
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("  · major: 成果が示されていない。")
    assert first.endswith("…")
    assert second == "  · critical: invented (L3)"


def test_a_terminal_that_can_only_add_lines_gets_lines(terminal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    screen = terminal("echo", "one two")
    assert screen.exit_code() == 0, screen.text
    assert "planner: done in" in screen.text
    assert "\x1b" not in screen.text


def test_who_follows_a_run_on_a_terminal_sees_why_it_failed(terminal: Any, kasen: Any) -> None:
    failed = kasen("echo", "one two three", "--steps", "1", "--json")
    assert failed.exit_code == 5, failed.stderr
    screen = terminal("runs", "show", json.loads(failed.stdout.splitlines()[0])["run_id"], "--follow")
    assert screen.exit_code() == 0
    assert "came to its limit of steps, which is 1" in screen.text
    assert "kasen runs continue" in screen.text
