from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import StoreFailed, UnknownName
from kasen.knowledge.bases import LocalBases
from kasen.knowledge.store import KnowledgeBase
from kasen.runtime.recording import check_nodes, record, with_secrecy
from kasen.runtime.rows import Options, new_run_id
from kasen.runtime.store import Store
from kasen.team import load


async def test_a_run_is_recorded_under_the_id_that_was_given_and_once(store: Store) -> None:
    team, run_id = load("echo"), new_run_id()
    row = await record(store, team, {"text": "あ い"}, mode=None, options=Options(), owner="hana", run_id=run_id)
    assert (row.id, row.mode, row.lang, row.owner, row.status) == (run_id, "echo", "ja", "hana", "created")
    with pytest.raises(StoreFailed):
        await record(store, team, {"text": "a b"}, mode=None, options=Options(), owner="hana", run_id=run_id)
    other = await record(store, team, {"text": "a b"}, mode=None, options=Options(), owner="")
    assert other.id not in ("", run_id)


async def test_what_follows_a_run_that_sent_nothing_sends_nothing_either_and_is_its_owners_alone(store: Store) -> None:
    before = await record(store, load("echo"), {"text": "a"}, mode=None, options=Options(local_only=True), owner="hana")
    after = Options(continues=before.id, parent="somebody")
    assert await with_secrecy(store, after, "hana") == Options(continues=before.id, local_only=True)
    with pytest.raises(UnknownName, match="there is no run"):
        await with_secrecy(store, after, "ken")
    assert not (await with_secrecy(store, Options(), "ken")).local_only


def test_a_pause_before_a_node_that_is_not_there_is_refused() -> None:
    team = load("echo")
    check_nodes(team, "echo", None)
    check_nodes(team, "echo", Options(interrupt_before=("planner",)))
    with pytest.raises(UnknownName):
        check_nodes(team, "echo", Options(interrupt_before=("nobody",)))


async def test_a_knowledge_base_that_nobody_made_is_refused_before_a_run_is_recorded(
    store: Store, tmp_path: Path
) -> None:
    def bases(owner: str) -> LocalBases:
        return LocalBases(tmp_path / owner)

    await bases("hana").change("tea", totals_of, create=True)
    asked = {"question": "Tea?", "kb": ["tea"]}
    team, options = load("research"), Options()
    assert (await record(store, team, asked, mode=None, options=options, owner="hana", bases=bases)).owner == "hana"
    with pytest.raises(UnknownName, match="there is no knowledge base `tea`"):
        await record(store, team, asked, mode=None, options=options, owner="ken", bases=bases)
    assert [run.owner for run in await store.runs()] == ["hana"]


async def totals_of(base: KnowledgeBase) -> tuple[int, int]:
    return base.totals()
