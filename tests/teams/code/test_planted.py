"""A whole run whose agent plants programs in `.git` and gives files names that are hard to bear, up to its approval."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError
from kasen.runtime.store import Store
from kasen.teams.code.leaving import leave
from kasen.teams.code.place import Place
from kasen.teams.code.schemas.result import Result
from kasen.teams.code.taking.branch import offered, take
from kasen.teams.code.taking.standing import passed
from teams.code.agents import Script
from teams.code.git.made import call
from teams.code.runs import PAIR_ADDS, begin, events, pair, place_in, running

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
NAMES = (
    os.fsdecode(b"src/backend/caf\xe9.py"),
    "src/backend/two\nlines.py",
    'src/backend/"quoted".py',
    "src/backend/-leading.py",
    "src/backend/--output=x",
    "src/backend/tab\tand \\back.py",
    "src/backend/:(glob)*.py",
    f"src/backend/{'長' * 84}.py",
)


async def built(tmp_path: Path, repo: Path, script: Script, **more: Any) -> tuple[Place, Result, list[Any]]:
    async with running(tmp_path / "home") as (runner, store):
        run = await begin(runner, repo, pair(tmp_path, script, **more))
        row = await runner.wait(run)
        assert row.status == "done", (row.status, row.error)
        return place_in(store, run), await result_of(store, run), await events(store, row, "warning")


async def result_of(store: Store, run: str) -> Result:
    return Result.model_validate((await store.run(run)).result)


async def approved(place: Place, repo: Path) -> str:
    async with passed(place) as head:
        return await take(await offered(repo, f"kasen/{place.run_id}", head), "Take it")


def planted(repo: Path, touches: str) -> Mapping[str, str | None]:
    own = (repo / ".git/config").read_text()
    return {
        str(repo / ".git/config"): f'{own}[filter "planted"]\n\tclean = {touches}; cat\n\tsmudge = {touches}; cat\n',
        str(repo / ".git/hooks/post-merge"): f"#!/bin/sh\n{touches}\n",
        str(repo / ".git/info/attributes"): "* filter=planted\n",
        ".gitattributes": "*.py filter=planted\n",
    }


async def test_what_an_agent_plants_is_never_run_and_taken_out(tmp_path: Path, repo: Path, script: Script) -> None:
    ran = tmp_path / "ran"
    before = (repo / ".git/config").read_text()
    script.rule(agent="coder-1", asks="result", edits={**PAIR_ADDS, **planted(repo, f"touch {ran}")})
    place, result, warned = await built(tmp_path, repo, script)
    assert result.outcome == "completed"
    told = " ".join(event.text for event in warned)
    assert "filter.planted.clean" in told
    assert "hooks/post-merge" in told
    assert (repo / ".git/config").read_text().split() == [*before.split()]
    assert not (repo / ".git/hooks/post-merge").exists()
    assert any('filter "planted"' in path.read_text() for path in place.planted.iterdir()), "nothing is lost"
    head = await approved(place, repo)
    assert call(repo, "rev-parse", "main").strip() == head == result.head
    assert (repo / "src/backend/tax.py").exists()
    assert not ran.exists()


async def test_when_the_run_is_over_the_repository_is_the_person_s(tmp_path: Path, repo: Path, script: Script) -> None:
    script.rule(agent="coder-1", asks="result", edits=PAIR_ADDS)
    place, _, warned = await built(tmp_path, repo, script)
    assert warned == []
    call(repo, "remote", "add", "origin", "https://example.org/x.git")
    with pytest.raises(InputError, match=r"since the run ended, .*remote\.origin\.url"):
        await approved(place, repo)
    await leave(place.root.parent, gone=True)
    assert call(repo, "remote").strip() == "origin"


async def test_files_with_any_name_come_through(tmp_path: Path, repo: Path, script: Script) -> None:
    blamed = {"file": NAMES[3], "line": 1, "severity": "major", "issue": "wrong", "see": "x", "suggestion": "y"}
    script.rule(agent="coder-1", asks="result", times=1, edits=dict.fromkeys(NAMES, "1\n"))
    script.rule(agent="coder-1", asks="result", edits=dict.fromkeys(NAMES, "2\n"))
    script.rule(asks="review", times=1, answer={"verdict": "FAIL", "blocking": [blamed]})
    place, result, _ = await built(tmp_path, repo, script)
    assert result.outcome == "completed"
    assert len(result.files) == len(NAMES)
    await approved(place, repo)
    for name in NAMES:
        assert (repo / name).read_text() == "2\n", name
    assert call(repo, "status", "--porcelain") == ""
