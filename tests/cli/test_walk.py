from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from kasen.cli.edit_view import edit_of
from kasen.cli.walk import Walk, edits_of
from kasen.runtime.rows import Question

EDITS = [
    {"id": "E1", "line": 11, "old": "Responsible for systems.", "new": "Backend engineer.", "finding": "Says little."},
    {"id": "E2", "line": 17, "old": "led", "new": "guided", "severity": "major", "question": "How many?"},
    {"id": "E3", "line": 22, "old": "自動化することが出来ました。", "new": "自動化した。", "severity": "minor"},
]
SCHEMA = {
    "type": "object",
    "properties": {
        "accept": {"type": "array", "items": {"type": "string", "enum": ["E1", "E2", "E3"]}},
        "edited": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["accept"],
}


def question(**given: Any) -> Question:
    whole = {"approval": "edits", "question": "Which?", "answer_schema": SCHEMA, "shown": EDITS}
    return Question(**{**whole, **given})


def walked(keys: Sequence[str | None], *, editor: str = "true", lang: str = "en") -> dict[str, Any] | None:
    """What comes of typing that."""
    typing: Iterator[str | None] = iter(keys)
    edits = edits_of(question())
    assert len(edits) == 3
    return Walk(edits, editor=editor, lang=lang, typed=lambda: next(typing)).answer()


@pytest.fixture
def editor(tmp_path: Path) -> Callable[[str], str]:
    """An editor that runs a line of shell on the file."""

    def make(line: str) -> str:
        path = tmp_path / "editor.sh"
        path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    return make


@pytest.mark.parametrize(
    ("keys", "accept"),
    [
        (["y", "n", "y", ""], ["E1", "E3"]),
        (["a", ""], ["E1", "E2", "E3"]),
        (["y", "d", ""], ["E1"]),
        (["n", "a", "y"], ["E2", "E3"]),
        (["d", ""], []),
        (["ｙ", "Ｎ", " Yes ", ""], ["E1", "E3"]),
        (["y", "b", "n", "n", "n", ""], []),
        (["y", "y", "y", "b", "n", ""], ["E1", "E2"]),
        (["y", "n", "b", "b", "d", ""], []),
        (["x", "", "?", "y", "d", ""], ["E1"]),
    ],
)
def test_each_edit_is_taken_or_left(keys: list[str], accept: list[str]) -> None:
    assert walked(keys) == {"accept": accept}


def test_going_back_keeps_what_was_decided_further_on() -> None:
    assert walked(["y", "y", "n", "b", "b", "b", "d", ""]) == {"accept": ["E2"]}


@pytest.mark.parametrize("keys", [["s"], ["y", "s"], [None], ["y", None], ["a", "s"], ["a", None]])
def test_it_can_be_left_for_later_at_any_point(keys: list[str | None]) -> None:
    assert walked(keys) is None


def test_own_words_are_taken_and_their_edit_counts_as_accepted(editor: Callable[[str], str]) -> None:
    made = walked(["n", "e", "n", ""], editor=editor('printf "coached\\n" > "$1"'))
    assert made == {"accept": ["E2"], "edited": {"E2": "coached"}}


def test_the_editor_is_given_the_new_words_and_may_leave_japanese(editor: Callable[[str], str], tmp_path: Path) -> None:
    made = walked(
        ["n", "n", "e", ""], editor=editor(f'cp "$1" {tmp_path}/given; printf "自動にした。" > "$1"'), lang="ja"
    )
    assert made == {"accept": ["E3"], "edited": {"E3": "自動にした。"}}
    assert (tmp_path / "given").read_text(encoding="utf-8") == "自動化した。\n"


@pytest.mark.parametrize("line", ["true", ': > "$1"', "exit 1", 'printf "\\377" > "$1"'])
def test_an_editor_that_changes_nothing_or_fails_decides_nothing(
    line: str, editor: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert walked(["e", "y", "d", ""], editor=editor(line)) == {"accept": ["E1"]}
    assert capsys.readouterr().err.count("[y]es") == 3, "asked again"


def test_a_line_end_of_the_edit_stays_whatever_the_editor_does(editor: Callable[[str], str]) -> None:
    edit = edit_of({"id": "E1", "line": 1, "old": "a\n", "new": "b\r\n"})
    assert edit is not None
    typing = iter(["e", ""])
    walk = Walk([edit], editor=editor('printf "c" > "$1"'), lang="en", typed=lambda: next(typing))
    assert walk.answer() == {"accept": ["E1"], "edited": {"E1": "c\r\n"}}


def test_the_screen_counts_and_sums_up_in_the_language_of_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    walked(["y", "n", "y", ""])
    said = capsys.readouterr().err
    assert [mark in said for mark in ("1/3  E1", "2/3  E2", "3/3  E3")] == [True] * 3
    assert "2 accepted, 0 in your words, 1 rejected" in said
    walked(["a", ""], lang="ja")
    assert "採用 3 件、書き換え 0 件、不採用 0 件" in capsys.readouterr().err


@pytest.mark.parametrize(
    "given",
    [
        {"shown": ["a"]},
        {"shown": None},
        {"shown": [*EDITS, {"id": "E9", "line": 1}]},
        {"shown": [*EDITS, "E4"]},
        {"answer_schema": {}},
        {"answer_schema": {"properties": {"accept": {"type": "boolean"}}}},
        {"answer_schema": {"properties": {"accept": {"items": {"type": "string"}}}}},
    ],
)
def test_other_pauses_are_not_walked(given: dict[str, Any]) -> None:
    assert edits_of(question(**given)) == []


SCRIPT = """
import asyncio, json, sys
from pathlib import Path
from kasen.cli.pause import ask_person
from kasen.runtime.rows import ApprovalRow, Question
class Store:
    async def run(self, id):
        return type("Row", (), {"lang": "ja"})
class Runner:
    store = Store()
    async def answer(self, run, name, value):
        Path(sys.argv[2]).write_text(json.dumps(value))
row = ApprovalRow(run_id="r", interrupt_id="i", asked=Question.model_validate_json(sys.argv[1]))
print("left" if not asyncio.run(ask_person(Runner(), row, "true")) else "sent")
"""


def test_in_a_real_terminal_a_person_walks_through_the_edits(terminal: Any, tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    screen = terminal(command=[sys.executable, "-c", SCRIPT, question().model_dump_json(), str(path)])
    screen.until("1/3  E1")
    screen.until("[y] 採用")
    screen.type("y\n")
    screen.until("2/3  E2")
    screen.until("残りはすべて不採用", after="2/3  E2")
    screen.type("n\n")
    screen.until("3/3  E3")
    screen.type("ｙ\n")
    screen.until("採用 2 件、書き換え 0 件、不採用 1 件")
    screen.type("\n")
    assert screen.exit_code() == 0, screen.text
    assert "sent" in screen.text
    assert "\x1b[1;4;32m自動化した" in screen.text or "\x1b[1;4;32m" in screen.text
    assert json.loads(path.read_text()) == {"accept": ["E1", "E3"]}


def test_in_a_real_terminal_the_walk_is_left_for_later(terminal: Any, tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    screen = terminal(command=[sys.executable, "-c", SCRIPT, question().model_dump_json(), str(path)])
    screen.until("[y] 採用")
    screen.type("\x04")
    assert screen.exit_code() == 0, screen.text
    assert "left" in screen.text
    assert not path.exists()
