"""What `kasen serve` does with runs when it ends and begins: as processes, killed and told to stop."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from kasen.settings import plain_environment
from server.process import Served, request, served

ENV = {"KASEN_MAX_CONCURRENCY": "1", "KASEN_MANUAL_DIR": "manual"}
SLOW = {"preset": "manual"}
"""Each model is played by hand: whoever is asked waits for a file."""


def asked(server: Served, line: str, body: Any = None) -> Any:
    data = json.dumps(body).encode() if body is not None else b""
    headers = [("Content-Type", "application/json")] if data else []
    answer = request(server.port, f"{line} HTTP/1.1", headers, data)
    assert 200 <= answer.status < 300, answer
    return json.loads(answer.body)


def start(server: Served, text: str) -> str:
    given = {"team": "echo", "request": {"text": text}, "options": SLOW}
    return str(asked(server, "POST /api/runs", given)["id"])


def shown(server: Served, run_id: str) -> Any:
    return asked(server, f"GET /api/runs/{run_id}")


def carried_on(server: Served) -> list[str]:
    """The runs of which it said so, in its order."""
    lines = re.findall(r"\d carried on: (.*)", server.told)
    return [run_id for line in lines for run_id in line.split(", ")]


def until(holds: Callable[[], bool], within_s: float = 20.0) -> float:
    """Seconds until it holds."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < within_s
        Event().wait(0.02)
    return time.monotonic() - began


def test_what_a_killed_server_left_goes_on_by_itself_in_the_old_order(tmp_path: Path) -> None:
    with served(tmp_path, env=ENV) as server:
        runs = [start(server, f"text {n}") for n in range(3)]
        until(lambda: shown(server, runs[0])["last_seq"] > 1)
        assert [(one["status"], one["ahead"]) for one in (shown(server, run) for run in runs)] == [
            ("running", None),
            ("waiting", 0),
            ("waiting", 1),
        ]
        listed = asked(server, "GET /api/runs?status=waiting")["runs"]
        assert [run["id"] for run in listed] == [runs[2], runs[1]]
        server.stop(signal.SIGKILL)
    with served(tmp_path, env=ENV) as server:
        took = until(lambda: shown(server, runs[0])["status"] == "running")
        assert took < 10, "two seconds on a machine that does nothing else"
        until(lambda: shown(server, runs[2])["status"] == "waiting")
        assert carried_on(server) == runs
        assert [shown(server, run)["ahead"] for run in runs] == [None, 0, 1]
        asked(server, f"POST /api/runs/{runs[1]}/cancel")
        assert shown(server, runs[1])["status"] == "cancelled"
        assert shown(server, runs[2])["ahead"] == 0


def test_what_a_server_ended_in_order_goes_on_and_what_a_person_stopped_does_not(tmp_path: Path) -> None:
    with served(tmp_path, env=ENV) as server:
        runs = [start(server, f"text {n}") for n in range(3)]
        until(lambda: shown(server, runs[0])["last_seq"] > 1)
        asked(server, f"POST /api/runs/{runs[1]}/stop")
        until(lambda: shown(server, runs[1])["status"] == "interrupted")
        server.process.send_signal(signal.SIGTERM)
        until(lambda: "stopping: each run ends its step first" in server.told)
        assert server.stop() == 0, "the second says: now"
    with served(tmp_path, env=ENV) as server:
        until(lambda: len(carried_on(server)) == 2)
        until(lambda: shown(server, runs[0])["status"] == "running")
        assert carried_on(server) == [runs[0], runs[2]]
        assert [shown(server, run)["status"] for run in runs] == ["running", "interrupted", "waiting"]


def test_an_answer_from_a_terminal_is_seen_at_once_and_waits_for_whoever_carries_the_run_on(tmp_path: Path) -> None:
    """As `kasen runs answer` says; an answer over HTTP carries the run on by itself."""
    with served(tmp_path) as server:
        asks = {"text": "a b", "ask_first": True}
        given = {"team": "echo", "request": asks, "options": {"preset": "none"}}
        run_id = asked(server, "POST /api/runs", given)["id"]
        until(lambda: shown(server, run_id)["status"] == "paused")
        (pause,) = shown(server, run_id)["approvals"]
        line = [sys.executable, "-m", "kasen", "runs", "answer", run_id, pause["name"], "--default"]
        home = {"HOME": str(tmp_path), "KASEN_HOME": str(server.home)}
        done = subprocess.run(line, env={**plain_environment(), **home}, capture_output=True, text=True, timeout=60)
        assert (done.returncode, f"`kasen runs continue {run_id}`" in done.stderr) == (0, True), done.stderr
        now = shown(server, run_id)
        assert (now["status"], now["approvals"], now["can_continue"]) == ("paused", [], True)
        asked(server, f"POST /api/runs/{run_id}/continue", {})
        until(lambda: shown(server, run_id)["status"] == "done")
