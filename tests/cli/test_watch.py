from __future__ import annotations

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
