from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SCRIPT = {
    "planner": ["no JSON", {"parts": ["one ", "two"]}],
    "worker": [{"text": "one "}, {"text": "two"}],
    "writer": [{"text": "one"}, {"text": "one two"}],
}
KEY = "AIzaSyTestTestTestTestTestTestTestTest1"


@pytest.fixture
def answered(kasen: Any) -> str:
    """Id of a run whose planner was repaired and whose writer was sent back."""
    Path("s.json").write_text(json.dumps(SCRIPT), encoding="utf-8")
    done = kasen("echo", "one two", "--model", "scripted:s.json")
    assert done.exit_code == 0, done.stderr
    return str(json.loads(kasen("runs", "list", "--json").stdout)["id"])


def outcomes(text: str) -> list[tuple[str, str]]:
    lines = [json.loads(line) for line in text.splitlines()]
    return sorted((line["role"], line["rejected_by"]) for line in lines)


ALL = [
    ("planner", ""),
    ("planner", "schema"),
    ("worker", ""),
    ("worker", ""),
    ("writer", ""),
    ("writer", "completeness"),
]


def test_answers_go_to_stdout_or_to_a_file_and_are_counted(kasen: Any, answered: str) -> None:
    shown = kasen("runs", "export", "--training")
    assert shown.exit_code == 0, shown.stderr
    assert outcomes(shown.stdout) == ALL
    assert "6 answers of 1 run" in shown.stderr
    shown = kasen("runs", "export", answered[:24], "--training", "--out", "answers.jsonl")
    assert (shown.exit_code, shown.stdout) == (0, "")
    assert outcomes(Path("answers.jsonl").read_text(encoding="utf-8")) == ALL


def test_only_runs_of_a_team_are_taken_where_one_is_named(kasen: Any, answered: str) -> None:
    assert outcomes(kasen("runs", "export", "--training", "--team", "echo").stdout) == ALL
    other = kasen("runs", "export", "--training", "--team", "research")
    assert (other.exit_code, other.stdout) == (4, "")
    assert "no answer of a model was found" in other.stderr
    assert kasen("runs", "export", "--training", "--team", "nobody").exit_code == 2


def test_a_file_that_is_there_is_kept_until_it_is_to_be_written_over(kasen: Any, answered: str) -> None:
    file = Path("answers.jsonl")
    file.write_text("mine", encoding="utf-8")
    shown = kasen("runs", "export", "--training", "--out", "answers.jsonl")
    assert (shown.exit_code, file.read_text(encoding="utf-8")) == (4, "mine")
    assert "--force" in shown.stderr
    none = kasen("runs", "export", "--training", "--team", "research", "--out", "answers.jsonl", "--force")
    assert (none.exit_code, file.read_text(encoding="utf-8")) == (4, "mine"), "nothing was found for it"
    new = kasen("runs", "export", "--training", "--team", "research", "--out", "new.jsonl")
    assert (new.exit_code, Path("new.jsonl").exists()) == (4, False)
    assert kasen("runs", "export", "--training", "--out", "answers.jsonl", "--force").exit_code == 0
    assert outcomes(file.read_text(encoding="utf-8")) == ALL
    assert not list(Path().glob(".*.part"))


def test_a_run_that_sends_nothing_anywhere_is_left_out_unless_it_is_asked_for(kasen: Any) -> None:
    Path("s.json").write_text(json.dumps(SCRIPT), encoding="utf-8")
    assert kasen("echo", "one two", "--model", "scripted:s.json", "--local-only").exit_code == 0
    shown = kasen("runs", "export", "--training")
    assert (shown.exit_code, shown.stdout) == (4, "")
    assert "1 run was to send nothing anywhere and left out; --include-local takes them" in shown.stderr
    assert outcomes(kasen("runs", "export", "--training", "--include-local").stdout) == ALL


def test_a_key_of_the_settings_does_not_come_out(kasen: Any, answered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = {**SCRIPT, "writer": [{"text": f"one {KEY}"}, {"text": "one two"}]}
    Path("s.json").write_text(json.dumps(secret), encoding="utf-8")
    assert kasen("echo", "one two", "--model", "scripted:s.json").exit_code == 0
    assert KEY in kasen("runs", "export", "--training").stdout
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    said = kasen("runs", "export", "--training").stdout
    assert len(said.splitlines()) == 12
    assert KEY not in said


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (["runs", "export"], 2, "which run is to be exported?"),
        (["runs", "export", "x", "--team", "echo"], 2, "are for `--training`"),
        (["runs", "export", "x", "--force"], 2, "are for `--training`"),
        (["runs", "export", "--training", "--out", "."], 4, "is there already"),
        (["runs", "export", "--training", "--out", "no/such/file"], 4, "cannot be written"),
        (["runs", "export", "01ZZ", "--training"], 2, "there is no run"),
    ],
)
def test_what_cannot_be_meant_is_said(kasen: Any, line: list[str], code: int, said: str) -> None:
    shown = kasen(*line)
    assert shown.exit_code == code, shown.stderr
    assert said in shown.stderr
