from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.test_walk import SCRIPT
from kasen.cli.pause import left_open, meant, read_answer
from kasen.errors import InputError
from kasen.runtime.rows import ApprovalRow, Question


def test_an_answer_is_read_as_yaml_or_json(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("go_on: true\n", encoding="utf-8")
    (tmp_path / "a.json").write_text('{"go_on": true}', encoding="utf-8")
    assert read_answer(tmp_path / "a.yaml") == read_answer(tmp_path / "a.json") == {"go_on": True}


@pytest.mark.parametrize(
    "content", [None, b"{", b"\xff\xfe\x00", b"[" * 5_000, b"on: 2026-13-45", b"a: &a [x]\nb: [*a, *a]"]
)
def test_a_file_that_is_no_answer_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "answer.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"answer\.yaml"):
        read_answer(path)


def test_a_person_comments_in_the_terminal_and_the_run_goes_on(terminal: Any) -> None:
    screen = terminal("echo", "hello big world", "--ask-first")
    screen.until("[s]top for now")
    assert "1  hello big" in screen.text
    screen.type("c\n")
    screen.until("comment:")
    screen.type("もっと短く\n")
    assert screen.exit_code() == 0, screen.text
    assert "✓ parts answered by person" in screen.text


def test_a_person_ends_the_run_at_a_pause_before_a_node(terminal: Any, kasen: Any) -> None:
    screen = terminal("echo", "hello big world", "--interrupt-before", "planner,writer")
    screen.until("before planner: Go on with `planner`?")
    screen.until("[s]top for now")
    assert "request: text hello big world" in screen.text
    screen.type("c\n")
    screen.until("comment:")
    screen.type("shorter\n")
    screen.until("before writer")
    screen.until("[s]top for now", after="before writer")
    screen.type("n\n")
    assert screen.exit_code() == 130, screen.text
    (row,) = [json.loads(line) for line in kasen("runs", "list", "--json").stdout.splitlines()]
    assert row["status"] == "stopped: person"


def test_a_pause_before_a_node_is_answered_by_a_file(kasen: Any, tmp_path: Path) -> None:
    shown = kasen("echo", "hello big world", "--interrupt-before", "writer")
    assert (shown.exit_code, "before writer" in shown.stderr) == (75, True)
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    (tmp_path / "answer.yaml").write_text("human_input: 短く\n", encoding="utf-8")
    answered = kasen("runs", "answer", run, "before writer", "--file", str(tmp_path / "answer.yaml"))
    assert answered.exit_code == 0, answered.stderr
    done = kasen("runs", "continue", run)
    assert done.exit_code == 0, done.stderr


def test_a_person_leaves_the_pause_and_accepts_it_later(terminal: Any, kasen: Any) -> None:
    screen = terminal("echo", "hello big world", "--ask-first")
    screen.until("[s]top for now")
    screen.type("s\n")
    assert screen.exit_code() == 75, screen.text
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    later = terminal("runs", "continue", run)
    later.until("[s]top for now")
    later.type("a\n")
    assert later.exit_code() == 0, later.text


def test_a_person_edits_the_answer_and_is_told_when_it_does_not_fit(
    terminal: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\necho "go_on: 7" > "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    screen = terminal("echo", "hello big world", "--ask-first")
    screen.until("[s]top for now")
    screen.type("e\n")
    screen.until("7 is not of type 'boolean'")
    screen.type("\n")
    assert screen.exit_code() == 0, screen.text


def test_ctrl_d_anywhere_leaves_the_pause_for_later(terminal: Any) -> None:
    for keys in ("\x04", "c\n"):
        screen = terminal("echo", "hello big world", "--ask-first")
        screen.until("[s]top for now")
        screen.type(keys)
        if keys == "c\n":
            screen.until("comment:")
            screen.type("\x04")
        assert screen.exit_code() == 75, screen.text
        assert "something broke" not in screen.text


def test_an_editor_that_is_no_command_is_told_and_asked_again(terminal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "vi 'unclosed")
    screen = terminal("echo", "hello big world", "--ask-first")
    screen.until("[s]top for now")
    screen.type("e\n")
    screen.until("No closing quotation")
    screen.type("a\n")
    assert screen.exit_code() == 0, screen.text


def test_ctrl_d_at_a_question_deletes_nothing(terminal: Any, kasen: Any) -> None:
    assert kasen("echo", "one two").exit_code == 0
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    screen = terminal("runs", "delete", run)
    screen.until("[y/N]")
    screen.type("\x04")
    assert screen.exit_code() == 2, screen.text
    assert "nothing was deleted" in screen.text
    assert run in kasen("runs", "list").stdout


def test_an_answer_from_another_terminal_counts_while_this_one_asks(terminal: Any, kasen: Any) -> None:
    screen = terminal("echo", "hello big world", "--ask-first")
    screen.until("[s]top for now")
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    assert kasen("runs", "answer", run, "parts", "--default").exit_code == 0
    screen.type("a\n")
    assert screen.exit_code() == 0, screen.text
    assert "already answered by person" in screen.text
    assert "✓ parts answered by person" in screen.text


APPROVAL = {"properties": {"go_on": {"type": "boolean"}, "comment": {"type": "string"}}}
WORDS = {"type": "object", "properties": {"answer": {"type": "string"}}, "additionalProperties": False}


def asked(**given: Any) -> ApprovalRow:
    fields = {"approval": "clarify", "question": "誰に見せますか。", "answer_schema": WORDS, "default": {"answer": ""}}
    return ApprovalRow(run_id="r", interrupt_id="i", asked=Question.model_validate(fields | given))


def test_what_waits_is_shown_where_nobody_can_answer_with_what_the_file_may_hold(capsys: Any) -> None:
    told = left_open(asked(shown=["経営会議", "新しい客"]))
    assert capsys.readouterr().err.split() == ["1", "経営会議", "2", "新しい客"]
    assert str(told) == "run r waits for `clarify`: 誰に見せますか。"
    assert "answer.yaml may hold `answer: …`." in told.hint
    japanese = left_open(asked(), "ja")
    assert str(japanese) == "実行 r は `clarify` の回答を待っています：誰に見せますか。"
    assert "answer.yaml に書けるもの：`answer: …`。" in japanese.hint
    capsys.readouterr()
    assert "`go_on: …`, `comment: …`" in left_open(asked(answer_schema=APPROVAL, shown=["step"])).hint
    assert capsys.readouterr().err.split() == ["1", "step"]


@pytest.mark.parametrize(
    ("typed", "said"), [("2", "新しい客"), ("２\n", "新しい客"), ("3", "3"), ("", ""), (" 両方 ", "両方"), ("0", "0")]
)
def test_an_option_is_taken_by_its_number_and_anything_else_as_words(typed: str, said: str) -> None:
    assert meant(typed, ["経営会議", "新しい客"]) == said


@pytest.mark.parametrize(("typed", "said"), [("2\n", {"answer": "新しい客"}), ("\n", {"answer": ""}), ("\x04", None)])
def test_in_a_real_terminal_a_question_is_answered_not_accepted(
    terminal: Any, tmp_path: Path, typed: str, said: dict[str, str] | None
) -> None:
    path = tmp_path / "answer.json"
    question = asked(shown=["経営会議", "新しい客"]).asked.model_dump_json()
    screen = terminal(command=[sys.executable, "-c", SCRIPT, question, str(path)])
    screen.until("[Ctrl-D] であとにする")
    assert "2  新しい客" in screen.text
    assert "受け入れる" not in screen.text
    screen.type(typed)
    assert screen.exit_code() == 0, screen.text
    assert (json.loads(path.read_text()) if path.exists() else None) == said
