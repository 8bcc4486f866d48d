from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

WORK = """
import asyncio, sys
from kasen.cli.errors import exit_code
from kasen.cli.signals import run_async
async def work():
    print("at work", flush=True)
    try:
        await asyncio.sleep(60)
    finally:
        print("closed", flush=True)
sys.exit(exit_code(lambda: run_async(work(), how="The same command goes on.")))
"""
CLOSING = WORK.replace(
    'print("closed", flush=True)',
    "import os; asyncio.get_running_loop().call_soon(os.kill, os.getpid(), 2); await asyncio.sleep(60)",
)
"""A second Ctrl-C comes while what is open is being closed, in a moment in which something else is at work."""
FAILING = CLOSING.replace("    finally:", "    except BaseException:").replace(
    "await asyncio.sleep(60)\nsys",
    "\n        try:\n            await asyncio.sleep(60)"
    "\n        finally:\n            raise ValueError('while it was closed')\nsys",
)
"""… and the closing fails."""
STUCK = WORK.replace("await asyncio.sleep(60)", "import time; time.sleep(60)")
PROMPT = """
import sys
from kasen.cli.errors import exit_code
from kasen.cli.pause import typed_line
from kasen.cli.signals import run_async
async def work():
    print("type:", end=" ", flush=True)
    print("typed", typed_line())
sys.exit(exit_code(lambda: run_async(work())))
"""
EDITOR = """
import subprocess, sys
from kasen.cli.signals import left_to_another
with left_to_another():
    done = subprocess.run([sys.executable, "-c", "import time; print('editing', flush=True); time.sleep(3)"])
print("ended", done.returncode, flush=True)
"""
UNHEARD = """
import asyncio, os, sys
from kasen.cli.drive import interrupts
from kasen.cli.signals import run_async
async def kill():
    print("ended at once")
async def work():
    with interrupts(lambda: print("told to stop"), kill, "kasen runs continue 01M8"):
        os.kill(os.getpid(), int(sys.argv[1]))
        await asyncio.sleep(0.2)
    os.kill(os.getpid(), int(sys.argv[1]))
    print("done")
run_async(work())
"""
"""A run that is told to end, while it is watched and after."""
KASEN = ["setsid", "--ctty", sys.executable, "-m", "kasen"]
"""In a terminal of its own, where Ctrl-C is heard by all that goes on in it."""
MANY = 1500
"""Files; they take some seconds."""
ENDS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
ORDERLY = {signal.SIGINT: 0, signal.SIGTERM: 0, signal.SIGHUP: 130}
"""Exit codes of a server: it does what it was told, or its terminal is gone."""


def begun(script: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "at work\n"
    return process


@pytest.mark.parametrize("number", ENDS)
def test_each_signal_closes_what_is_open_and_says_how_to_go_on(number: signal.Signals) -> None:
    process = begun(WORK)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "closed\n")
    assert err == "kasen: stopped\n       The same command goes on.\n"


@pytest.mark.parametrize("number", ENDS)
def test_a_second_one_ends_what_does_not_give_way(number: signal.Signals) -> None:
    process = begun(STUCK)
    process.send_signal(number)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.splitlines()[0]) == (130, "kasen: stopped")


@pytest.mark.parametrize("script", [CLOSING, FAILING], ids=["closing", "failing"])
def test_a_second_one_while_things_are_closed_breaks_that_off_and_says_the_same(script: str) -> None:
    process = begun(script)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "kasen: stopped\n       The same command goes on.\n")


@pytest.mark.parametrize("number", ENDS)
def test_what_a_process_was_told_not_to_hear_ends_no_run(number: signal.Signals) -> None:
    ignoring = ["sh", "-c", f"trap '' {number.name[3:]}; exec \"$@\"", "sh"]
    command = [*ignoring, sys.executable, "-c", UNHEARD, str(int(number))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_at_a_prompt_one_signal_is_enough(terminal: Any, number: signal.Signals) -> None:
    screen = terminal(command=[sys.executable, "-c", PROMPT])
    screen.until("type:")
    time.sleep(0.5)  # noqa: TID251 - a person presses once the question stands there and is waited for
    screen.process.send_signal(number)
    assert screen.exit_code(within=20) == 130, screen.text
    assert screen.text.replace("\r", "").endswith("\nkasen: stopped\n")


def test_ctrl_c_belongs_to_the_program_that_has_the_terminal(terminal: Any) -> None:
    screen = terminal(command=[sys.executable, "-c", EDITOR])
    screen.until("editing")
    screen.process.send_signal(signal.SIGINT)
    assert screen.exit_code() == 0, screen.text
    assert "ended 0" in screen.text


@pytest.mark.parametrize("number", [None, signal.SIGTERM, signal.SIGHUP], ids=["Ctrl-C", "SIGTERM", "SIGHUP"])
def test_a_run_that_asks_is_left_as_it_stands_and_goes_on(
    terminal: Any, kasen: Any, number: signal.Signals | None
) -> None:
    screen = terminal(command=[*KASEN, "echo", "hello big world", "--ask-first"])
    screen.until("[s]top for now")
    screen.settle()
    screen.type("\x03") if number is None else screen.process.send_signal(number)
    assert screen.exit_code(within=30) == 130, screen.text
    row = json.loads(kasen("runs", "list", "--json").stdout)
    assert row["status"] == "paused"
    if number is not signal.SIGHUP:  # nobody is there to read it
        assert f"kasen: stopped\r\n       Continue with `kasen runs continue {row['id']}`." in screen.text
    answering = terminal(command=[*KASEN, "runs", "answer", row["id"]])
    answering.until("[s]top for now")
    answering.settle()
    answering.type("\x03")
    assert answering.exit_code(within=30) == 130, answering.text
    assert f"do it later with `kasen runs answer {row['id']}`" in answering.text
    assert kasen("runs", "answer", row["id"], "--default").exit_code == 0
    assert kasen("runs", "continue", row["id"]).exit_code == 0


@pytest.mark.parametrize("times", [1, 2])
def test_adding_documents_is_stopped_and_the_same_command_goes_on(terminal: Any, kasen: Any, times: int) -> None:
    docs = Path("docs")
    docs.mkdir()
    for number in range(MANY):
        (docs / f"{number}.md").write_text(f"# Note {number}\n\nThe tea of garden {number} is sold in Uji.\n", "utf-8")
    screen = terminal(command=[*KASEN, "kb", "add", "docs"])
    screen.until(f"/{MANY:,}")
    for _ in range(times):
        screen.type("\x03")
    assert screen.exit_code(within=60) == 130, screen.text
    assert "kasen: stopped" in screen.text
    assert "The same command goes on." in screen.text
    assert "Traceback" not in screen.text
    again = kasen("kb", "add", "docs", "--json")
    assert (again.exit_code, json.loads(again.stdout)["documents"]) == (0, MANY), again.stderr


@pytest.mark.parametrize("number", ENDS)
def test_a_server_ends_in_order(terminal: Any, number: signal.Signals) -> None:
    screen = terminal("serve", "--port", "0")
    greeting = screen.until("(this machine only)")
    httpx.get(f"{greeting.split()[2]}/healthz").raise_for_status()
    screen.process.send_signal(number)
    assert screen.exit_code(within=60) == ORDERLY[number], screen.text
    assert "Traceback" not in screen.text
