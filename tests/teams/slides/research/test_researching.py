"""The researcher and the research team together, by rules, over the documents of the examples."""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kasen.runtime.evidence import evidence_of
from kasen.runtime.ledger import figures
from kasen.runtime.nested import children
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.crash import Crashes, Kill, Scenario

TESTS = Path(__file__).parents[3]
CORPUS = TESTS.parent / "examples" / "corpus"
HOST = "teams.slides.research.researching:host"


@pytest.fixture
async def runner(tmp_path: Path) -> AsyncIterator[Runner]:
    host = importlib.import_module("teams.slides.research.researching").host
    async with Store(tmp_path / "home") as store:
        runner = Runner(store, host(store.home))
        yield runner
        await runner.close(grace_s=0)


@pytest.mark.parametrize(
    ("wish", "lang"),
    [("A deck about tea in Uji: shaded tea, sencha", "en"), ("宇治茶の歴史と碾茶について10枚のスライドを作って", "ja")],
)
async def test_what_the_documents_say_comes_back_as_evidence_for_slides(runner: Runner, wish: str, lang: str) -> None:
    run_id = await runner.start("researching", {"wish": wish, "docs": [str(CORPUS)]})
    row = await runner.wait(run_id)
    found: list[dict[str, Any]] = (row.result or {})["found"]
    assert ((row.result or {})["status"], row.lang) == ("completed", lang)
    assert found
    words = {passage.id: passage.text for passage, _ in await evidence_of(runner.store, run_id)}
    for one in found:
        assert words[one["ref"]["passage_id"]].startswith(one["text"])
        assert one["finding"]
        assert one["ref"]["title"]
    asked = await children(runner.store, run_id)
    assert [(child.team, child.mode, child.status, child.lang) for child in asked] == [
        ("research", "quick", "done", lang)
    ] * len(asked)
    spent = await runner.store.read(lambda c: figures(c, run_id))
    assert spent.by_role == {"researcher": "rule, team:research"}
    runs = len(asked)
    again = await runner.start("researching", row.request, options=Options(replay_of=run_id))
    assert (await runner.wait(again)).result == row.result
    assert len(await children(runner.store, run_id)) == runs
    assert await children(runner.store, again) == []


@pytest.mark.slow
def test_killed_in_the_middle_of_the_research_it_is_carried_on_and_comes_to_the_same(tmp_path: Path) -> None:
    scenario = Scenario(team="researching", request={"wish": "sencha", "docs": [str(CORPUS)]}, host=HOST)
    with Crashes(path=[TESTS]) as crashes:
        whole = crashes.see_through(tmp_path / "whole" / "home", scenario)
        assert whole.error == ""
        for part in (0.4, 0.8):
            home = tmp_path / f"at-{part}" / "home"
            cut = crashes.see_through(home, scenario, Kill(commit=int(whole.commits * part)))
            assert cut.killed
            last = crashes.see_through(home, scenario)
            assert (last.error, last.value["result"]) == ("", whole.value["result"])
