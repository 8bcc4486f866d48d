from __future__ import annotations

from pathlib import Path
from typing import Any

from kasen.teams.code.config.loading import default, keep
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.nodes.finish import STORY, finish
from kasen.teams.code.opening import place_of
from kasen.teams.code.schemas.request import Request
from kasen.teams.code.state import Over, Prepared
from kasen.testing.deps import fake_deps
from kasen.testing.stores import MemoryArtifacts
from teams.code.agents import Script, scripted
from teams.code.runs import runtime
from teams.code.told import story


async def test_the_report_comes_as_markdown_as_a_page_and_as_data(tmp_path: Path, repo: Path, script: Script) -> None:
    deps = fake_deps(folder=tmp_path / "run", lang="ja")
    keep(scripted(default("pair"), script), place_of(deps).config)
    found = await look_at(repo)
    state: Any = {
        "request": Request(requirement="税を足す", repo=repo),
        "prepared": Prepared(root=found.root, common=found.common, head=found.head, branch="main"),
        "over": Over(outcome="stopped", reason="予算の上限に達した"),
    }
    result = (await finish(state, runtime(deps)))["result"]
    assert (result.outcome, result.base, result.head, result.files) == ("stopped", found.head, found.head, [])
    assert "途中で止まった：予算の上限に達した" in deps.artifacts.text("report.md")
    assert "税を足す" in deps.artifacts.text("report.html")
    assert deps.notes == [f"stopped: kasen/{deps.run_id}, files: 0"]


async def test_a_repetition_shows_what_came_of_the_first(tmp_path: Path) -> None:
    earlier = MemoryArtifacts()
    await earlier.write(STORY, story().model_dump_json().encode(), "application/json")
    deps = fake_deps(folder=tmp_path / "run", repeats=earlier)
    state: Any = {"request": Request(requirement="x", repo=tmp_path)}
    assert (await finish(state, runtime(deps)))["result"] == story().result
    assert story().title in deps.artifacts.text("report.md")
    assert not (tmp_path / "run").exists()
