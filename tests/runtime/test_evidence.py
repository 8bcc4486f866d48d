from __future__ import annotations

import pytest
from sqlalchemy import select

from kasen.evidence.types import Claim
from kasen.runtime.attempt import Attempt
from kasen.runtime.evidence import RunEvidence, claims_of, evidence_of
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.tables import PASSAGES, SOURCES
from kasen.testing.search import document_hit, web_hit

TEA = document_hit("煎茶は静岡で多く作られる。", path="/docs/茶.md", page=2, heading="産地")
SEA = web_hit("The sea is salt.", url="https://example.org/sea")


async def new_attempt(store: Store) -> Attempt:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


@pytest.fixture
async def attempt(store: Store) -> Attempt:
    return await new_attempt(store)


async def test_what_was_recorded_comes_back_in_the_order_asked_for(attempt: Attempt) -> None:
    evidence = RunEvidence(attempt)
    await evidence.add([TEA, SEA])
    ids = [SEA.passage.id, TEA.passage.id, SEA.passage.id]
    assert await evidence.passages(ids) == [SEA.passage, TEA.passage, SEA.passage]
    assert await evidence.sources([TEA.source.id]) == [TEA.source]


async def test_a_continued_run_reads_what_it_recorded_before(attempt: Attempt) -> None:
    await RunEvidence(attempt).add([TEA])
    later = RunEvidence(Attempt(attempt.store, attempt.run_id, await attempt.store.claim(attempt.run_id)))
    assert await later.passages([TEA.passage.id]) == [TEA.passage]
    assert await later.sources([TEA.source.id]) == [TEA.source]


async def test_a_passage_that_only_another_run_recorded_cannot_be_cited(attempt: Attempt) -> None:
    other = RunEvidence(await new_attempt(attempt.store))
    await other.add([TEA])
    mine = RunEvidence(attempt)
    with pytest.raises(KeyError):
        await mine.passages([TEA.passage.id])
    with pytest.raises(KeyError):
        await mine.sources([TEA.source.id])
    await mine.add([TEA])
    assert await mine.passages([TEA.passage.id]) == [TEA.passage]


async def test_the_same_content_is_recorded_once_and_each_source_is_told_once(attempt: Attempt) -> None:
    evidence = RunEvidence(attempt)
    more = document_hit("玉露は宇治。", path="/docs/茶.md")
    await evidence.add([TEA, TEA])
    await evidence.add([TEA, more])
    await evidence.add([])
    assert len(await evidence_of(attempt.store, attempt.run_id)) == 2
    events = [event for event in await attempt.store.events(attempt.run_id) if event.type == "source"]
    assert [(event.title, event.kind) for event in events] == [("茶.md", "document")]


async def test_the_claims_of_a_run_are_replaced_as_a_whole_and_keep_their_order(attempt: Attempt) -> None:
    evidence = RunEvidence(attempt)
    first = [Claim(id=f"c{n}", text=f"主張 {n}", passage_ids=(TEA.passage.id,)) for n in range(12)]
    await evidence.record_claims(first)
    assert await claims_of(attempt.store, attempt.run_id) == first
    second = [first[7], Claim(id="c99", text="new", support="partial", reasons=("why",))]
    await evidence.record_claims(second)
    assert await claims_of(attempt.store, attempt.run_id) == second
    await evidence.record_claims([])
    assert await claims_of(attempt.store, attempt.run_id) == []


async def test_deleting_a_run_keeps_what_another_run_cites_and_nothing_else(attempt: Attempt) -> None:
    store = attempt.store
    other = await new_attempt(store)
    await RunEvidence(attempt).add([TEA, SEA])
    await RunEvidence(attempt).record_claims([Claim(id="c", text="x")])
    await RunEvidence(other).add([TEA])
    await store.delete(attempt.run_id)
    assert await evidence_of(store, attempt.run_id) == []
    assert await claims_of(store, attempt.run_id) == []
    assert await RunEvidence(other).passages([TEA.passage.id]) == [TEA.passage]
    with pytest.raises(KeyError):
        await RunEvidence(other).passages([SEA.passage.id])
    assert await store.read(lambda c: [len(c.execute(select(table)).all()) for table in (PASSAGES, SOURCES)]) == [1, 1]
