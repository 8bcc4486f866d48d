"""Edits through the real runtime: killed and carried on, cancelled; the version before stands whole all along."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from kasen.models.provider import ModelRequest
from kasen.runtime.artifacts import KeptArtifacts, artifacts
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.team import load_object
from kasen.teams.slides.editing.package import Package
from kasen.testing.crash import Crashes, Kill, Outcome, every_commit
from kasen.testing.traces import CALLS
from teams.slides.bench import GOOD, outlines, plans
from teams.slides.played import told

TESTS = Path(__file__).parents[2]
HOST = "teams.slides.played:editing"
WISH = "slide 3: say first that shade needs light to be kept out"
MADE = "deck.pptx"
MIDDLE = 16
"""Commit of an edit at which it is killed in the normal run: the editor has answered, the deck is not written."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A home with a small deck that a run made, to be copied, and the id of the run."""
    home = tmp_path_factory.mktemp("deck") / "home"
    outline = outlines(("title", "Tea abroad"), ("bullets", "Buyers pay more"), ("bullets", "Shade makes the tea"))
    roles = {**GOOD, "planner": plans("storywriter"), "storywriter_outline": outline}

    async def run() -> str:
        async with Store(home) as store:
            runner = Runner(store, told(home, roles))
            row = await runner.wait(await runner.start("slides", {"wish": "Tea, for the board", "lang": "en"}))
            await runner.close()
        assert row.status == "done"
        return row.id

    return home, asyncio.run(run())


async def edit(store: Store, *, deck: str, host: str) -> dict[str, Any]:
    """In a child: begin the edit of a deck, or carry on the one that is there, to its end."""
    runner = Runner(store, load_object(host)(store.home))
    rows = [one for one in await store.runs(limit=9) if one.id != deck]
    if rows and rows[0].status == "done":
        run_id = rows[0].id
    elif rows:
        run_id = await runner.continue_(rows[0].id)
    else:
        run_id = await runner.start("slides", {"wish": WISH}, mode="edit", options=Options(continues=deck))
    row = await runner.wait(run_id)
    return {"run_id": run_id, "status": row.status, "result": row.result}


async def kept(home: Path, run_id: str, version: int) -> bytes:
    async with Store(home) as store:
        return await KeptArtifacts(store, run_id).read(MADE, version)


def asked(home: Path) -> int:
    """Calls of a model that somebody would have been billed for."""
    return len((home / CALLS).read_bytes().splitlines())


def edited(crashes: Crashes, home: Path, deck: str, kill: Kill | None = None) -> Outcome:
    """One process that edits, or goes on editing."""
    return crashes.run(home, "teams.slides.test_edited_runs:edit", kill=kill, deck=deck, host=HOST)


def carried_on(crashes: Crashes, made: tuple[Path, str], home: Path, kill: Kill) -> str:
    """Kill an edit, see that the deck stands as it was, carry the edit on, see it again; the id of the edit."""
    source, deck = made
    before = asyncio.run(kept(source, deck, 1))
    shutil.copytree(source, home)
    assert edited(crashes, home, deck, kill).killed, kill
    assert asyncio.run(kept(home, deck, 1)) == before, kill
    last = edited(crashes, home, deck)
    assert last.error == "", kill
    assert last.value["status"] == "done", kill
    for run_id in (deck, last.value["run_id"]):
        assert asyncio.run(kept(home, run_id, 1)) == before, kill
    return str(last.value["run_id"])


def test_an_edit_that_is_killed_goes_on_and_the_version_before_stands_whole(
    made: tuple[Path, str], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with Crashes(path=[TESTS]) as crashes:
        run_id = carried_on(crashes, made, home, Kill(commit=MIDDLE))
    assert asked(home) - asked(made[0]) == 1, "the editor was not paid twice"
    before, after = (Package.opened(asyncio.run(kept(home, run_id, version))) for version in (1, 2))
    changed = [n for n, name in enumerate(after.slides(), start=1) if after.parts[name] != before.parts.get(name)]
    assert changed == [3]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_an_edit_that_is_killed_around_any_commit_comes_to_the_same(
    made: tuple[Path, str], tmp_path: Path, part: int
) -> None:
    with Crashes(path=[TESTS]) as crashes:
        undisturbed = shutil.copytree(made[0], tmp_path / "whole")
        whole = edited(crashes, undisturbed, made[1])
        after = asyncio.run(kept(undisturbed, whole.value["run_id"], 2))
        assert whole.commits > MIDDLE
        again = 0
        for kill in list(every_commit(whole.commits))[part::4]:
            home = tmp_path / str(kill)
            run_id = carried_on(crashes, made, home, kill)
            assert asyncio.run(kept(home, run_id, 2)) == after, kill
            again += asked(home) - asked(undisturbed)
            shutil.rmtree(home)
        assert again in (0, 1), "only a call whose answer was not yet committed is made again, and one commit holds it"


async def test_an_edit_that_is_cancelled_leaves_the_version_before_byte_for_byte(
    made: tuple[Path, str], tmp_path: Path
) -> None:
    home, deck = shutil.copytree(made[0], tmp_path / "home"), made[1]
    before, reached = await kept(home, deck, 1), asyncio.Event()

    async def waits(request: ModelRequest) -> Any:
        reached.set()
        await asyncio.Event().wait()

    async with Store(home) as store:
        runner = Runner(store, told(home, {**GOOD, "editor": waits}))
        run_id = await runner.start("slides", {"wish": WISH}, mode="edit", options=Options(continues=deck))
        await asyncio.wait_for(reached.wait(), 60)
        await runner.cancel(run_id)
        assert (await runner.wait(run_id)).status == "cancelled"
        await runner.close()
        held = [one for one in await artifacts(store, run_id) if one.name == MADE]
    assert [one.version for one in held] == [1], "what it took over, and nothing of its own"
    assert await kept(home, run_id, 1) == before
    assert await kept(home, deck, 1) == before
