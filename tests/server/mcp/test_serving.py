from __future__ import annotations

import asyncio
import base64
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import BlobResourceContents, CallToolResult, TextResourceContents

from kasen.runtime.store import Store
from kasen.settings import plain_environment
from server.mcp.client import called, connected, text_of

TEA = (
    "宇治は京都府の南部にある。宇治の茶は、宇治川の朝霧が茶葉を守るので良い味になる。\n\n宇治茶は鎌倉時代に始まった。\n"
)


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "宇治.md"
    path.write_text(f"# 宇治茶\n\n{TEA}", encoding="utf-8")
    return path


async def test_a_client_works_with_the_teams(tmp_path: Path, document: Path) -> None:
    async with connected(tmp_path) as session:
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert set(tools) == {"research", "resume", "slides", "answer", "continue"}

        # Japanese, with progress, files and what came of it
        told: list[tuple[float, str]] = []

        async def tell(progress: float, total: float | None, message: str | None) -> None:
            assert total is None
            told.append((progress, message or ""))

        arguments: dict[str, Any] = {
            "question": "宇治の茶はなぜ良い味になるのか",
            "docs": [str(document)],
            "preset": "none",
        }
        result = await session.call_tool("research", arguments, progress_callback=tell)
        assert isinstance(result, CallToolResult)
        assert not result.is_error, text_of(result)
        assert "は done" in text_of(result)
        assert "宇治川の朝霧" in text_of(result)
        data = result.structured_content
        assert (data["status"], data["lang"], data["waits_for_person"]) == ("done", "ja", False)
        assert "宇治川の朝霧" in data["result"]["report"]
        numbers = [number for number, _ in told]
        assert numbers == sorted(set(numbers))
        assert len(numbers) > 8
        assert (told[0][1].startswith("research · quick: 宇治の茶"), told[-1][1]) == (True, "done")
        links = {block.name: block for block in result.content if block.type == "resource_link"}
        assert {"report.md", "report.html"} <= set(links)

        # the same files as resources
        (text,) = (await session.read_resource(links["report.md"].uri)).contents
        assert isinstance(text, TextResourceContents)
        assert (text.mime_type, "宇治川の朝霧" in text.text) == ("text/markdown", True)
        listed = {str(one.uri): one for one in (await session.list_resources()).resources}
        assert listed[links["report.md"].uri].mime_type == "text/markdown"

        # a pause, its answer, a deck
        asked = await called(session, "slides", wish="Three slides about tea", approve=["plan"], preset="none")
        assert asked.structured_content["status"] == "paused"
        assert asked.structured_content["waits_for_person"] is True
        (pause,) = asked.structured_content["approvals"]
        assert pause["name"] == "plan"
        assert pause["answer_schema"]["type"] == "object"
        assert pause["question"] in text_of(asked)
        assert "`answer`" in text_of(asked)
        run = asked.structured_content["run_id"]
        wrong = await called(session, "answer", run=run, approval="plan", answer={"go_on": "yes"})
        assert wrong.is_error
        assert "go_on" in text_of(wrong)
        made = await called(session, "answer", run=run, answer='{"go_on": true}')
        assert made.structured_content["status"] == "done", text_of(made)
        deck = next(one for one in made.structured_content["artifacts"] if one["name"] == "deck.pptx")
        (blob,) = (await session.read_resource(deck["uri"])).contents
        assert isinstance(blob, BlobResourceContents)
        data = base64.b64decode(blob.blob)
        assert (data[:2], len(data)) == (b"PK", deck["size"])
        assert not any(one["name"].startswith("_") for one in made.structured_content["artifacts"])

        # a run that is over gives what came of it again
        again = await called(session, "continue", run=run)
        assert again.structured_content == made.structured_content

        # what cannot be meant
        for arguments, said in (
            ({"question": ""}, "`question`"),
            ({}, "`question`: is missing"),
            ({"question": "x", "colour": "red"}, "`colour`: is no argument of this tool"),
            ({"question": "x", "mode": "loud"}, "no mode `loud`"),
            ({"question": "x", "docs": ["/nowhere/tea.md"]}, "/nowhere/tea.md"),
            ({"question": "x", "budget_usd": -1}, "`budget_usd`: must be 0 or more"),
            ({"question": "x", "continues": run}, "slides"),
        ):
            refused = await called(session, "research", **arguments)
            assert refused.is_error, arguments
            assert said in text_of(refused)
        nobody = await called(session, "continue", run="01ARZ3NDEKTSV4RRFFQ69G5FAV")
        assert (nobody.is_error, "there is no run" in text_of(nobody)) == (True, True)
        with pytest.raises(MCPError, match="there is no tool `echo`"):
            await session.call_tool("echo", {"text": "x"})
        with pytest.raises(MCPError, match="no such artifact"):
            await session.read_resource(links["report.md"].uri.replace("report.md", "secret.md"))
    assert (tmp_path / "stderr").read_text(encoding="utf-8") == ""


async def test_a_call_that_is_cancelled_stops_its_run_and_the_end_of_the_client_ends_it(tmp_path: Path) -> None:
    manual = tmp_path / "home" / "manual"
    async with connected(tmp_path) as session:
        asking = asyncio.create_task(called(session, "slides", wish="宇治の茶", preset="manual"))
        await _until(lambda: bool(list(manual.rglob("*.prompt.md"))))  # a role waits for an answer
        asking.cancel()
        await asyncio.wait({asking})
        assert asking.cancelled()
        async with Store(tmp_path / "home") as store:
            (row,) = await store.runs()
        waiting = await called(session, "continue", run=row.id, wait_seconds=0.3)  # its step is not over
        assert waiting.structured_content["status"] == "running"
        assert "`continue`" in text_of(waiting)
    async with Store(tmp_path / "home") as store:
        assert (await store.run(row.id)).status == "interrupted"
    _is_gone(int((tmp_path / "pid").read_text(encoding="utf-8")))


@pytest.mark.slow
async def test_a_signal_ends_the_runs_and_the_process(tmp_path: Path) -> None:
    manual = tmp_path / "home" / "manual"
    async with connected(tmp_path) as session:
        asking = asyncio.create_task(called(session, "slides", wish="宇治の茶", preset="manual"))
        await _until(lambda: bool(list(manual.rglob("*.prompt.md"))))
        os.kill(int((tmp_path / "pid").read_text(encoding="utf-8")), signal.SIGTERM)
        with pytest.raises(MCPError):
            await asking
    async with Store(tmp_path / "home") as store:
        (row,) = await store.runs()
        assert row.status == "interrupted"


def test_nothing_but_the_protocol_is_on_standard_output(tmp_path: Path) -> None:
    own = {"HOME": str(tmp_path), "KASEN_HOME": str(tmp_path / "home"), "KASEN_LOG_LEVEL": "DEBUG"}
    ended = subprocess.run(
        [sys.executable, "-m", "kasen", "mcp"],
        env={**plain_environment(), **own},
        cwd=tmp_path,
        input="this is no message\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    assert all(line.startswith("{") for line in ended.stdout.splitlines())


async def _until(holds: Callable[[], bool]) -> None:
    """Look again and again: what other processes do rings no bell here."""
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def _is_gone(pid: int) -> None:
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
