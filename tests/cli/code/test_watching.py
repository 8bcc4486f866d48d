from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cli.code.boards import BOARD
from cli.code.stored import place, show, stored
from kasen.runtime.lock import owned
from kasen.teams.code.mailbox.reading import Received, waiting
from kasen.teams.code.messages import Order

Open = Callable[..., Any]


def test_keys_pause_and_say_and_leave_and_the_board_goes_on(terminal: Open, clean_environment: Path) -> None:
    home = clean_environment / "home"
    row = stored(home, status="running")
    there = place(home, row, "impl-backend-1")
    show(there, BOARD)
    with owned(home / "runs" / row.id, row.id):
        screen = terminal("code", "status", "--watch")
        screen.until("[p]ause")
        show(there, BOARD.model_copy(update={"usd": 2.5}))
        screen.until("$2.50")
        screen.type("p")
        screen.type("u")
        screen.type("s")
        screen.until("agent: ")
        screen.type("impl-backend-1\n")
        screen.until("words: ")
        screen.type("日本語で\n")
        screen.until("[q]uit", after="words: ")
        screen.type("q")
        assert screen.exit_code() == 0
    orders = [one.message for one in waiting(there.mailbox.inbox("orchestrator")) if isinstance(one, Received)]
    said = [(one.verb, one.agent, one.words) for one in orders if isinstance(one, Order)]
    assert said == [("pause", "", ""), ("unpause", "", ""), ("say", "impl-backend-1", "日本語で")]


def test_keys_that_follow_one_another_quickly_all_count(terminal: Open, clean_environment: Path) -> None:
    """Between two of them the terminal is put back and asked for single keys again."""
    home = clean_environment / "home"
    row = stored(home, status="running")
    there = place(home, row, "impl-backend-1")
    show(there, BOARD)
    with owned(home / "runs" / row.id, row.id):
        screen = terminal("code", "status", "--watch")
        screen.until("[p]ause")
        for n in range(20):
            screen.type("pu"[n % 2])
            time.sleep(0.004 * n)  # noqa: TID251 - fingers
        screen.type("q")
        assert screen.exit_code() == 0
    orders = [one.message for one in waiting(there.mailbox.inbox("orchestrator")) if isinstance(one, Received)]
    assert [one.verb for one in orders if isinstance(one, Order)] == ["pause", "unpause"] * 10


def test_watching_a_run_that_does_not_go_on_shows_it_and_ends(terminal: Open, clean_environment: Path) -> None:
    home = clean_environment / "home"
    row = stored(home, status="paused")
    show(place(home, row), BOARD.model_copy(update={"waits_for": "Go on?"}))
    screen = terminal("code", "status", "--watch")
    assert screen.exit_code() == 0
    assert "Go on? → answer: kasen code approve" in screen.text
