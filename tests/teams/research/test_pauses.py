"""Every mode waits for a person where that was asked for, in another process too, and goes on with what they said."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kasen.knowledge.library import Library
from kasen.knowledge.open_library import open_library
from kasen.models.role import Ask
from kasen.runtime import approvals
from kasen.runtime.attempt import Attempt
from kasen.runtime.host import Host, asker
from kasen.runtime.ledger import RunLedger
from kasen.runtime.limits import RunMeter
from kasen.runtime.rows import RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store

CORPUS = Path(__file__).parents[3] / "examples" / "corpus"
ASKED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "quick": ({"question": "Why did Uji become the centre of Japanese tea?"}, ("plan", "draft")),
    "deep": ({"question": "When was sencha perfected, and why did Uji become famous?"}, ("plan", "draft")),
    "supervised": ({"question": "なぜ宇治は日本茶の中心になったのか"}, ("plan", "draft")),
    "fact-check": ({"question": "The tea jar procession began in 1633."}, ("plan",)),
    "compare": ({"question": "煎茶と抹茶を比べる", "items": ["煎茶", "抹茶"], "criteria": ["味"]}, ("plan", "draft")),
    "causal": ({"question": "Why did Uji become the centre of Japanese tea?"}, ("plan", "draft")),
}
"""Mode → what is asked, and where it pauses: what a fact-check reports is ruled by code and has no draft."""


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the example documents have been taken in once."""
    folder = tmp_path_factory.mktemp("knowledge")
    asyncio.run(open_library(folder, [CORPUS], []))
    return folder


def host(knowledge: Path) -> Host:
    """Rules answer, over the example documents."""

    def ask_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask:
        return asker(row, attempt, ledger, meter, models_of=lambda _: [], open_model=lambda name: pytest.fail(name))

    async def opened(paths: list[Path], kbs: list[str], on_progress: Any, _embedder: Any) -> Library:
        return await open_library(knowledge, paths, kbs, on_progress=on_progress)

    return Host(ask_for=ask_for, open_library=opened)


async def attempt_at(home: Path, knowledge: Path, step: Any) -> tuple[RunRow, list[str]]:
    """One process: begin or answer and continue, until the run pauses or ends; and which pauses are open then."""
    async with Store(home) as store:
        runner = Runner(store, host(knowledge))
        row = await runner.wait(await step(runner))
        waiting = [one.name for one in await approvals.approvals(store, row.id) if not one.answered]
        await runner.close()
    return row, waiting


@pytest.mark.parametrize("mode", ASKED)
async def test_each_pause_is_answered_by_another_process_and_the_run_goes_on(
    mode: str, knowledge: Path, tmp_path: Path
) -> None:
    request, pauses = ASKED[mode]
    given = {"docs": [str(CORPUS)], "approve": ["plan", "draft"], **request}
    row, waiting = await attempt_at(tmp_path, knowledge, lambda r: r.start("research", given, mode=mode))
    seen = []
    while row.status == "paused":
        (name,) = waiting
        seen.append(name)

        async def answered(runner: Runner, run: str = row.id, pause: str = name) -> str:
            await runner.answer(run, pause, {"go_on": True})
            return await runner.continue_(run)

        row, waiting = await attempt_at(tmp_path, knowledge, answered)
    assert tuple(seen) == pauses
    assert (row.status, waiting) == ("done", [])
    assert row.result is not None
    assert row.result["findings"]


@pytest.mark.parametrize("mode", ASKED)
async def test_a_no_to_the_plan_ends_in_a_report_that_claims_nothing(
    mode: str, knowledge: Path, tmp_path: Path
) -> None:
    request, _ = ASKED[mode]
    given = {"docs": [str(CORPUS)], "approve": ["plan"], **request}
    row, (name,) = await attempt_at(tmp_path, knowledge, lambda r: r.start("research", given, mode=mode))

    async def refused(runner: Runner) -> str:
        await runner.answer(row.id, name, {"go_on": False})
        return await runner.continue_(row.id)

    row, waiting = await attempt_at(tmp_path, knowledge, refused)
    assert (row.status, waiting) == ("done", [])
    assert row.result is not None
    assert row.result["findings"] == []
    assert row.result["not_covered"]
