from __future__ import annotations

import sys
from typing import Any

import pytest

from kasen.cli.progress import EVERY_S, Progress, working


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_where_nobody_watches_a_line_comes_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = Progress(clock=clock)
    await progress(text="files read", done=1, total=3_000)
    clock.now = EVERY_S
    await progress(text="files read", done=1_500, total=3_000)
    await progress(text="files read", done=3_000, total=3_000)
    assert capsys.readouterr() == ("", "files read 1,500/3,000\n")


async def test_who_wants_quiet_is_told_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = Progress(quiet=True, clock=clock)
    clock.now = EVERY_S
    await progress(text="files read", done=1, total=3)
    assert capsys.readouterr() == ("", "")


_SHOWN = """
import asyncio
from kasen.cli.progress import Progress, working
progress = Progress()
asyncio.run(progress(text="files", done=9, total=10))
asyncio.run(progress(text="資料", done=1, total=2))
progress.clear()
with working("making pdf"):
    print("inside")
"""


def test_in_a_terminal_one_line_changes_and_goes(terminal: Any) -> None:
    screen = terminal(command=[sys.executable, "-c", _SHOWN])
    assert screen.exit_code() == 0, screen.text
    shown = screen.text.replace("\r\n", "\n")
    assert shown.startswith("\rfiles 9/10\r資料 1/2  \r        \r\rmaking pdf")
    assert shown.endswith("inside\n\r          \r")


def test_where_nobody_watches_nothing_says_that_something_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    with working("making pdf"):
        pass
    assert capsys.readouterr() == ("", "")
