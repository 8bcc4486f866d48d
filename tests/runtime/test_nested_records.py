from __future__ import annotations

import pytest

from kasen.errors import StoreFailed
from kasen.runtime import nested_records as records
from kasen.runtime.attempt import Attempt
from kasen.runtime.evidence import RunEvidence, evidence_of
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.store import Store
from kasen.testing.search import document_hit


async def run(store: Store) -> RunRow:
    return await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())


async def pair(store: Store, key: str = "k") -> tuple[str, str]:
    parent, child = await run(store), await run(store)
    noted = {"parent_id": parent.id, "key": key, "team": "echo", "role": "researcher"}
    await store.write(lambda c: records.note(c, child.id, **noted))
    return parent.id, child.id


async def test_a_run_is_found_by_what_was_asked_where(store: Store) -> None:
    parent, child = await pair(store)
    assert await store.read(lambda c: records.known(c, parent, "k")) == child
    assert await store.read(lambda c: records.known(c, parent, "other")) == ""
    assert await store.read(lambda c: records.known(c, child, "k")) == ""
    assert await store.read(lambda c: records.children(c, parent)) == [child]
    with pytest.raises(StoreFailed):
        await store.write(lambda c: records.note(c, child, parent_id=parent, key="k", team="echo", role="r"))


async def test_its_cost_is_its_own_until_a_receipt_holds_it(store: Store) -> None:
    parent, child = await pair(store)
    assert await store.read(lambda c: records.unsettled(c, parent)) == [(child, "researcher", "team:echo")]
    await store.write(lambda c: records.settle(c, child))
    assert await store.read(lambda c: records.unsettled(c, parent)) == []
    await store.write(lambda c: records.reopen(c, parent, "k"))
    assert len(await store.read(lambda c: records.unsettled(c, parent))) == 1


async def test_what_it_may_cite_the_other_may_cite_once_it_is_settled(store: Store) -> None:
    parent, child = await pair(store)
    attempt = Attempt(store, child, await store.claim(child))
    hits = [document_hit("Tea."), document_hit("Salt.")]
    await RunEvidence(attempt).add(hits)
    assert await evidence_of(store, parent) == []
    await store.write(lambda c: records.settle(c, child))
    await store.write(lambda c: records.settle(c, child))
    assert {passage.text for passage, _ in await evidence_of(store, parent)} == {"Tea.", "Salt."}
    third = (await run(store)).id
    await store.write(lambda c: records.adopt(c, third, child, [hits[0].passage.id, "psg_unknown"]))
    assert [passage.text for passage, _ in await evidence_of(store, third)] == ["Tea."]


async def test_deleting_either_deletes_what_ties_them(store: Store) -> None:
    parent, child = await pair(store)
    await store.delete(child)
    assert await store.read(lambda c: records.known(c, parent, "k")) == ""
    parent, child = await pair(store)
    await store.delete(parent)
    assert next(row.id for row in await store.runs()) == child


async def test_a_cap_that_was_told_of_is_remembered(store: Store) -> None:
    row = await run(store)
    attempt = Attempt(store, row.id, await store.claim(row.id))
    assert not await store.read(lambda c: records.is_capped(c, row.id))
    await attempt.emit("budget", cap="usd", spent=0.9, limit=1.0)
    assert await store.read(lambda c: records.is_capped(c, row.id))
