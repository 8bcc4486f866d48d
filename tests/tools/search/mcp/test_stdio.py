from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from kasen.errors import Refused
from kasen.testing.mcp_server import command
from kasen.tools.search.mcp import stdio
from kasen.tools.search.mcp.bounds import Bounds
from kasen.tools.search.mcp.stdio import Program


def program(*command: str) -> Program:
    return Program("MCP server `docs`", command, {}, Bounds("MCP server `docs`"), lambda: None)


def is_running(pid: int) -> bool:
    """Zombies have ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def pids_in(file: Path) -> list[int]:
    async with asyncio.timeout(20):
        while not file.exists() or " " not in file.read_text(encoding="utf-8"):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return [int(pid) for pid in file.read_text(encoding="utf-8").split()]


async def all_ended(pids: list[int]) -> None:
    """They were sent the signal that nobody survives; the system may take a moment."""
    async with asyncio.timeout(5):
        while any(map(is_running, pids)):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_program_and_its_child_that_do_not_want_to_end_are_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "CLOSING_S", 0.2)
    async with program(*command("family", str(tmp_path / "pids"))).streams():
        pids = await pids_in(tmp_path / "pids")
        assert all(map(is_running, pids))
    await all_ended(pids)


async def test_they_are_ended_also_when_whoever_waits_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "CLOSING_S", 0.2)

    async def hold() -> None:
        async with program(*command("family", str(tmp_path / "pids"))).streams():
            await asyncio.Event().wait()

    task = asyncio.create_task(hold())
    pids = await pids_in(tmp_path / "pids")
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()  # once is not enough for an impatient person
    with pytest.raises(asyncio.CancelledError):
        await task
    await all_ended(pids)


async def test_only_its_own_group_is_ended(tmp_path: Path) -> None:
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", "import signal; signal.pause()")
    try:
        async with program(sys.executable, "-c", "import sys; sys.stdin.read()").streams():
            pass
        assert is_running(other.pid)
    finally:
        other.kill()
        await other.wait()


@pytest.mark.parametrize("words", [("/nowhere",), ("a\x00b",), ("/etc",)])
async def test_what_cannot_be_started_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="MCP server `docs` cannot be started"):
        async with program(*words).streams():
            raise AssertionError("it started")
