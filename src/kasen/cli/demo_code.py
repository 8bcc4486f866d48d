"""The team `code` in the demonstration: agents by script build on a small repository that is made for it.

It is imported when the demonstration runs, so that it may import what draws.
"""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.rule import Rule
from rich.terminal_theme import SVG_EXPORT_THEME

from kasen.cli.code.board import Around, picture
from kasen.cli.code.which import TEAM, board_of, place_of
from kasen.runtime.tables import RUNS

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store
    from kasen.teams.code.board.shown import Board

AGENTS = "agents"
"""Folder of the example with its workflow, its agents and the program that plays them."""
REQUIREMENT = "requirement.en.md"
BOARD = "board.html"
WIDTH = 110
"""Columns of the board."""
LOOK_S = 0.1
FRAMES = 6
"""Most pictures of the board beside the last."""
AT_WORK = ("working", "reviewing")
DIFF = 30
"""Lines of the change that a card shows."""
_GIT = ("-c", "user.name=Kasen", "-c", "user.email=demo@localhost", "-c", "commit.gpgsign=false")


def lacking() -> str:
    """Why agents cannot be shown here, one sentence; empty where they can."""
    from kasen.cli.doctor_check import install
    from kasen.teams.code.machine import program

    for name in ("git", "tmux"):
        seen = program(name, install(name))
        if not seen.ok:
            return f"the team code is not shown, {name} is {seen.found}. {seen.fix}"
    return ""


@contextmanager
def repository(example: Path) -> Iterator[dict[str, Any]]:
    """A request for the team: a throwaway copy of the example as a repository, trusted while the block runs."""
    from kasen.settings.trust import allow, revoke, sha256
    from kasen.teams.code.config.loading import named_in

    root = Path(tempfile.mkdtemp(prefix="kasen-demo-")) / "tea-shop"
    shutil.copytree(example, root, ignore=shutil.ignore_patterns("__pycache__", "reports"))
    listed = root / AGENTS / "agents.yaml"
    text = listed.read_text(encoding="utf-8")
    listed.write_text(text.replace("[python3, ", f"[{json.dumps(sys.executable)}, "), encoding="utf-8")
    gates = root / AGENTS / "gates.yaml"
    gates.write_text(gates.read_text("utf-8").replace('"python3 ', f'"{sys.executable} '), encoding="utf-8")
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], [*_GIT, "commit", "-q", "-m", "The shop as it is"]):
        subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True)
    folder = root / AGENTS
    allow(folder, {name: sha256((folder / name).read_bytes()) for name in named_in(folder)})
    try:
        yield {
            "requirement": (root / REQUIREMENT).read_text(encoding="utf-8"),
            "repo": str(root),
            "workflow": str(folder / "workflow.yaml"),
        }
    finally:
        revoke(folder)


class Film:
    """The board of a run as it changed, from the beginning of the block to its end."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._run = ""
        self.frames: list[Board] = []

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[Film]:
        """Of the next run of the team."""
        before = {row.id for row in await self._store.runs(where=[RUNS.c.team == TEAM])}
        looking = asyncio.create_task(self._look(before))
        try:
            yield self
        finally:
            looking.cancel()
            await asyncio.wait({looking})

    async def _look(self, before: set[str]) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            rows = [row for row in await self._store.runs(where=[RUNS.c.team == TEAM]) if row.id not in before]
            shown = board_of(place_of(self._store, rows[0])) if rows else None
            if shown is not None and not (self.frames and _told(self.frames[-1]) == _told(shown)):
                self.frames.append(shown)

    def page(self, row: RunRow, out: Path) -> Path:
        """The pictures that tell most, and the last, as a page."""
        console = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False)
        around = Around(run_id=row.id, title=row.title, status="running", lang=row.lang)
        last = board_of(place_of(self._store, row))
        busy = [one for one in self.frames if any(agent.state in AT_WORK for agent in one.agents)][-FRAMES:]
        for shown in busy:
            console.print(picture(shown, around, WIDTH, shown.at))
            console.print(Rule(style="dim"))
        console.print(picture(last, replace(around, status=row.status), WIDTH))
        page = out / BOARD
        text = console.export_html(code_format=_PAGE, inline_styles=True, theme=SVG_EXPORT_THEME)
        page.write_text(text, encoding="utf-8")
        return page


def _told(board: Board) -> tuple[object, ...]:
    """What has to be another for another picture."""
    agents = tuple((one.state, one.task_id) for one in board.agents)
    return (board.phase, agents, len(board.findings))


def coded(result: dict[str, Any], paths: list[Path]) -> dict[str, Any]:
    """What its card shows: who did what in which order, and the change."""
    from kasen.teams.code.schemas.story import Story

    found = next((path for path in paths if path.name == "outcome.json"), None)
    if found is None:
        return {}
    story = Story.model_validate_json(found.read_bytes())
    sent = sum(look.verdict == "FAIL" for piece in story.pieces for look in piece.reviews)
    agents = {piece.agent for piece in story.pieces} | {look.by for piece in story.pieces for look in piece.reviews}
    told = f"{len(agents)} agents by script, sent back {'once' if sent == 1 else f'{sent} times'}"
    return {
        "mode": "code",
        "made_by": told,
        "steps": list(_steps(story)),
        "diff": _diff(story.root, result["base"], result["branch"]),
        "take": f"cd {story.root} && kasen code approve {story.run_id}",
    }


def _steps(story: Any) -> Iterator[tuple[str, str, str, str]]:
    """Agent, what it did, in a word with a colour, and in a sentence."""
    order = [phase for phase, _ in story.phases]
    for piece in sorted(story.pieces, key=lambda one: order.index(one.phase)):
        if not piece.reviews:
            yield piece.agent, "plans" if piece.role == "planner" else "done", "", piece.summary
        for number, look in enumerate(piece.reviews):
            yield piece.agent, "mends" if number else "writes", "", piece.summary if number else piece.title
            good = look.verdict == "PASS"
            yield look.by, "passes" if good else "sends back", "supported" if good else "refuted", look.summary


def _diff(root: str, base: str, branch: str) -> list[tuple[str, str]]:
    """Lines of the change, each with what it is: `+`, `-`, `@` or nothing."""
    run = subprocess.run(
        ["git", "-C", root, "diff", "--no-color", "-U1", base, branch], capture_output=True, check=False, text=True
    )
    lines = [line for line in run.stdout.splitlines() if not line.startswith(("index ", "---", "diff "))]
    said = [("@", line[6:]) if line.startswith("+++ ") else (line[:1].strip(), line) for line in lines]
    return [(kind, line) for kind, line in said if line.strip()][:DIFF]


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kasen: the board</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
:root {{ color-scheme: dark }}
body {{ background: #161a18; color: #e6eae8; margin: 2rem; overflow-x: auto }}
pre {{ font: 14px/1.6 ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono CJK JP", monospace }}
</style></head><body><pre>{code}</pre></body></html>
"""
