from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.patience import PATIENCE
from kasen.cli.drive import FORMATS, Output, formats_of, start
from kasen.errors import UsageError
from kasen.models.provider import ModelRequest
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import load_settings
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel


def test_formats_are_named_and_others_refused() -> None:
    assert formats_of("md, html") == ["md", "html"]
    assert formats_of("pdf,docx,bib") == ["pdf", "docx", "bib"]
    for wrong in ("", "doc", "md,exe"):
        with pytest.raises(UsageError, match=", ".join(FORMATS)):
            formats_of(wrong)


@pytest.fixture
def waiting_for_a_model(manual_folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process whose planner waits for an answer by hand."""
    command = [sys.executable, "-m", "kasen", "echo", "one two", "--preset", "manual"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + PATIENCE
    while not list(manual_folder.rglob("*.prompt.md")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        os.sched_yield()
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


def told_to_stop(process: subprocess.Popen[str], number: int) -> None:
    """Send a signal and read on until it is heard."""
    process.send_signal(number)
    assert process.stderr is not None
    while "stopping after this step" not in (line := process.stderr.readline()):
        assert line, "ended before it said so"


def test_sigterm_ends_after_the_step_that_runs_which_is_not_done_again(
    kasen: Any, waiting_for_a_model: subprocess.Popen[str], manual_folder: Path
) -> None:
    told_to_stop(waiting_for_a_model, signal.SIGTERM)
    (prompt,) = manual_folder.rglob("*.prompt.md")
    answer = prompt.with_name(prompt.name.replace(".prompt.md", ".answer.json"))
    answer.write_text(json.dumps({"parts": ["one", "two"]}), encoding="utf-8")
    _, said = waiting_for_a_model.communicate(timeout=PATIENCE)
    assert (waiting_for_a_model.returncode, "Continue with `kasen runs continue" in said) == (130, True), said
    row = json.loads(kasen("runs", "list", "--json").stdout)
    assert row["status"] == "interrupted"
    done = kasen("runs", "continue", row["id"], "--preset", "none", "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.exit_code, events[-1]["status"]) == (0, "done"), done.stderr
    assert "planner" not in {event["node"] for event in events if event["type"] == "node_started"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_ends_at_once_and_the_run_can_be_continued(
    kasen: Any, waiting_for_a_model: subprocess.Popen[str], number: int
) -> None:
    told_to_stop(waiting_for_a_model, number)
    waiting_for_a_model.send_signal(number)
    _, said = waiting_for_a_model.communicate(timeout=PATIENCE)
    assert waiting_for_a_model.returncode == 130, said
    row = json.loads(kasen("runs", "list", "--json").stdout)
    assert row["status"] == "interrupted"
    done = kasen("runs", "continue", row["id"], "--preset", "none")
    assert done.exit_code == 0, done.stderr


def test_a_running_run_is_cancelled_from_another_process(
    kasen: Any, waiting_for_a_model: subprocess.Popen[str]
) -> None:
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    busy = kasen("runs", "continue", run)
    assert (busy.exit_code, "another process" in busy.stderr) == (2, True)
    assert "is cancelled" in kasen("runs", "cancel", run).stderr
    _, said = waiting_for_a_model.communicate(timeout=PATIENCE)
    assert waiting_for_a_model.returncode == 130, said


async def test_what_is_printed_holds_no_escape_of_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def answer(request: ModelRequest) -> dict[str, Any]:
        return {"parts": ["a"]} if request.role == "planner" else {"text": "a\x1b[31mred"}

    async with Store(tmp_path / "home") as store:
        runner = Runner(store, host_with(ScriptedModel(answer), store.home))
        to = Output(print=True, quiet=True, out=tmp_path / "out")
        await start(runner, load_settings(), "echo", {"text": "a"}, None, Options(), to)
    assert capsys.readouterr().out == "ared\n"


async def test_a_run_that_made_nothing_brings_nothing_out_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pptx import Presentation

    deck = tmp_path / "plan.pptx"
    made = Presentation()
    made.slides.add_slide(made.slide_layouts[0]).shapes.title.text = "Plan"
    made.save(str(deck))
    async with Store(tmp_path / "home") as store:
        runner = Runner(store, host_with(ScriptedModel(lambda _: {}), store.home))
        settings = load_settings().model_copy(update={"reports": tmp_path / "reports"})
        request = {"wish": "slide 9: title: One", "deck": deck, "lang": "en"}
        await start(runner, settings, "slides", request, "edit", Options(), Output(quiet=False))
        told = capsys.readouterr()
        assert "there is no slide 9" in told.err
        assert told.out == ""
        assert not settings.reports.exists()
        request["wish"] = "slide 1: title: One"
        await start(runner, settings, "slides", request, "edit", Options(), Output(quiet=True))
    assert [path.name for path in settings.reports.iterdir()] == ["one-v2"]
