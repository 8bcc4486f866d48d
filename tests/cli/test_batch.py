from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cli.patience import PATIENCE
from kasen.cli.batch import markdown

SCRIPT = {"planner": [{"parts": ["a"]}] * 9, "worker": [{"text": "a"}] * 9, "writer": [{"text": "a"}] * 9}


@pytest.fixture
def questions() -> Path:
    path = Path("questions.txt")
    path.write_text('# three\none two\n\n三つ 四つ\n{"text": "five six"}\n', encoding="utf-8")
    return path


def index(folder: str = "reports/questions") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(folder) / "batch.json").read_text(encoding="utf-8"))
    return found


def test_each_request_is_run_and_an_index_says_what_came_of_it(kasen: Any, questions: Path) -> None:
    done = kasen("echo", "--batch", str(questions))
    assert done.exit_code == 0, done.stderr
    assert Path(done.stdout.strip()).relative_to(Path.cwd()) == Path("reports/questions/batch.md")
    entries = index()["requests"]
    assert [(entry["line"], entry["question"], entry["status"]) for entry in entries] == [
        (2, "one two", "done"),
        (4, "三つ 四つ", "done"),
        (5, "five six", "done"),
    ]
    for entry in entries:
        (made,) = (Path("reports/questions") / entry["path"]).glob("*.md")
        assert made.read_text(encoding="utf-8") == entry["question"]
        assert f"`{entry['run']}`" in Path(done.stdout.strip()).read_text(encoding="utf-8")
    assert "[2/3] done" in done.stderr
    again = kasen("echo", "--batch", str(questions))
    assert (again.exit_code, again.stderr.count("done before")) == (0, 3)
    assert index()["requests"] == entries
    assert len(kasen("runs", "list").stdout.splitlines()) == 3


def test_json_gives_the_events_of_all_runs_and_nothing_else(kasen: Any, questions: Path) -> None:
    done = kasen("echo", "--batch", str(questions), "--json", "--jobs", "3")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    runs = {event["run_id"] for event in events}
    assert runs == {entry["run"] for entry in index()["requests"]}
    assert sum(event["type"] == "run_finished" for event in events) == 3
    assert done.stderr == ""


def test_one_that_fails_or_waits_stops_no_other(kasen: Any) -> None:
    lines = [{"text": "one two"}, {"text": "wait", "ask_first": True}, {"text": "three four"}]
    Path("q.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    shown = kasen("echo", "--batch", "q.jsonl", "--out", "made")
    assert shown.exit_code == 75
    assert "1 of 3 requests are not done; see `made/batch.md`" in shown.stderr
    statuses = [entry["status"] for entry in index("made")["requests"]]
    assert statuses == ["done", "paused", "done"]
    run = index("made")["requests"][1]["run"]
    assert kasen("runs", "answer", run, "--default").exit_code == 0
    assert kasen("echo", "--batch", "q.jsonl", "--out", "made").exit_code == 0
    assert index("made")["requests"][1]["run"] == run
    yes = kasen("echo", "--batch", "q.jsonl", "--out", "other", "--yes")
    assert yes.exit_code == 0


def test_one_budget_holds_for_all_and_a_higher_one_goes_on(kasen: Any, questions: Path) -> None:
    Path("s.json").write_text(json.dumps(SCRIPT), encoding="utf-8")
    flags = ("echo", "--batch", str(questions), "--model", "scripted:s.json", "--jobs", "1")
    shown = kasen(*flags, "--budget-calls", "4")
    assert shown.exit_code == 5, shown.stderr
    assert "the budget of the batch is spent" in shown.stderr
    assert index()["spent"]["calls"] == 4
    assert [entry["status"] for entry in index()["requests"]] == ["done", "stopped: budget", "not started: budget"]
    more = kasen(*flags, "--budget-calls", "20")
    assert more.exit_code == 0, more.stderr
    assert more.stderr.count("done before") == 1
    assert index()["spent"]["calls"] <= 20
    assert len(kasen("runs", "list").stdout.splitlines()) == 3


def test_bad_lines_are_named_and_nothing_is_run(kasen: Any) -> None:
    Path("q.txt").write_text('one\n{"text": ""}\n{"txt": 1}\n', encoding="utf-8")
    shown = kasen("echo", "--batch", "q.txt")
    assert (shown.exit_code, shown.stdout) == (4, "")
    assert "`q.txt:2`: " in shown.stderr
    assert "`q.txt:3`: a request has no `txt`" in shown.stderr
    assert kasen("runs", "list").stdout == ""


def test_an_index_of_the_users_own_is_not_overwritten(kasen: Any, questions: Path) -> None:
    Path("made").mkdir()
    Path("made/batch.md").write_text("mine", encoding="utf-8")
    shown = kasen("echo", "--batch", str(questions), "--out", "made")
    assert (shown.exit_code, "is not overwritten" in shown.stderr) == (4, True)
    assert Path("made/batch.md").read_text(encoding="utf-8") == "mine"
    assert kasen("runs", "list").stdout == ""


def test_a_batch_and_a_question_exclude_each_other_and_one_is_needed(kasen: Any, questions: Path) -> None:
    both = kasen("echo", "words", "--batch", str(questions))
    assert (both.exit_code, "exclude each other" in both.stderr) == (2, True)
    none = kasen("echo")
    assert (none.exit_code, "missing argument 'TEXT'" in none.stderr) == (2, True)


def test_ctrl_c_leaves_runs_that_the_same_command_carries_on(kasen: Any, questions: Path, manual_folder: Path) -> None:
    command = ["echo", "--batch", str(questions), "--preset", "manual"]
    process = subprocess.Popen(
        [sys.executable, "-m", "kasen", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    end = time.monotonic() + PATIENCE
    while len(list(manual_folder.rglob("*.prompt.md"))) < 2:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        os.sched_yield()
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    said = ""
    while "continue with" not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    process.send_signal(signal.SIGINT)
    _, rest = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, rest
    assert f"continue with `kasen {' '.join(command)}`" in said
    assert "3 of 3 requests are not done" in rest
    assert [entry["status"] for entry in index()["requests"]] == ["interrupted", "interrupted", "waiting"]
    runs = [entry["run"] for entry in index()["requests"]]
    for run in filter(None, runs):
        assert kasen("runs", "continue", run, "--preset", "none").exit_code == 0
    states = [json.loads(line)["status"] for line in kasen("runs", "list", "--json").stdout.splitlines()]
    assert states == ["done", "done"]


def test_nothing_in_the_index_leaves_its_cell() -> None:
    line = {"line": 1, "question": "a | b <img> [x](y) `c`\n# d", "status": "done", "usd": None, "seconds": 1.0}
    text = markdown("q|.txt", [{**line, "run": "01R", "path": "", "error": "e|f"}], {"usd": 0.5, "calls": 1})
    rows = text.splitlines()
    assert rows[0] == "# q\\|.txt"
    assert rows[-1].startswith(
        r"| 1 | a \| b \<img\> \[x\](y) \`c\` \# d | done | price unknown | 1.0 s | `01R` | e\|f |"
    )
