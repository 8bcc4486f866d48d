from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from kasen.errors import Fenced
from kasen.evidence.types import Claim
from kasen.models.receipt import Receipt, ReceiptKey
from kasen.runtime.artifacts import RunArtifacts, artifact_path, artifacts
from kasen.runtime.attempt import LINGER_S, Attempt
from kasen.runtime.evidence import RunEvidence, claims_of, evidence_of
from kasen.runtime.ledger import RunLedger, receipts
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.tables import CLAIMS
from kasen.runtime.writer import Job, Writer
from kasen.testing.search import document_hit


@pytest.fixture
async def run_id(store: Store) -> str:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return row.id


@pytest.fixture
async def zombie(store: Store, run_id: str) -> Attempt:
    """An attempt that another one has replaced without its knowing."""
    old = Attempt(store, run_id, await store.claim(run_id))
    await old.emit("warning", text="alive")
    await store.claim(run_id)
    return old


async def test_the_late_event_of_a_zombie_is_refused(zombie: Attempt) -> None:
    with pytest.raises(Fenced, match="another attempt has taken run"):
        await zombie.emit("warning", text="late")
    events = await zombie.store.events(zombie.run_id)
    assert [getattr(event, "text", "") for event in events] == ["alive"]
    assert (await zombie.store.run(zombie.run_id)).last_seq == 1


async def test_the_late_words_of_a_zombie_are_refused(zombie: Attempt) -> None:
    with pytest.raises(Fenced):
        await zombie.texts.add("t-1", "late")


async def test_the_late_receipt_of_a_zombie_is_refused(zombie: Attempt) -> None:
    key = ReceiptKey("n:1", "writer", 0, "h")
    with pytest.raises(Fenced):
        await RunLedger(zombie).record(key, Receipt(role="writer", by="m", value_json="{}"))
    assert await receipts(zombie.store, zombie.run_id) == []


async def test_the_late_artifact_of_a_zombie_is_refused_and_replaces_no_file(zombie: Attempt) -> None:
    store, run_id = zombie.store, zombie.run_id
    current = Attempt(store, run_id, (await store.run(run_id)).fence)
    await RunArtifacts(current).write("a.md", b"mine", "text/markdown")
    late = RunArtifacts(zombie)
    with pytest.raises(Fenced):
        await late.write("a.md", b"late", "text/markdown")
    with pytest.raises(Fenced):
        await late.write("b.md", b"late", "text/markdown")
    assert [row.name for row in await artifacts(store, run_id)] == ["a.md"]
    path = artifact_path(store, run_id, "a.md", 1)
    assert path.read_bytes() == b"mine"
    assert [file.name for file in path.parent.iterdir()] == ["a.md"]


async def test_the_late_evidence_of_a_zombie_is_refused(zombie: Attempt) -> None:
    late = RunEvidence(zombie)
    with pytest.raises(Fenced):
        await late.add([document_hit("late")])
    with pytest.raises(Fenced):
        await late.record_claims([Claim(id="c", text="late")])
    assert await evidence_of(zombie.store, zombie.run_id) == []
    assert await claims_of(zombie.store, zombie.run_id) == []


async def test_events_and_the_job_beside_them_are_one_transaction(store: Store, run_id: str) -> None:
    attempt = Attempt(store, run_id, await store.claim(run_id))

    def half(connection: Connection) -> None:
        connection.execute(insert(CLAIMS).values(run_id=run_id, id="c", nth=0, body="{}"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await attempt.write(half, [attempt.event("warning", text="never")])
    assert await store.events(run_id) == []
    assert (await store.run(run_id)).last_seq == 0
    assert await claims_of(store, run_id) == []


async def test_an_event_that_is_none_is_refused_by_its_schema(store: Store, run_id: str) -> None:
    attempt = Attempt(store, run_id, await store.claim(run_id))
    with pytest.raises(ValueError, match="no_such_type"):
        await attempt.emit("no_such_type")
    with pytest.raises(ValueError, match="Field required"):
        await attempt.emit("warning")
    assert await store.events(run_id) == []


class Counting(Writer):
    """Counts its transactions."""

    count = 0

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        self.count += 1
        return super().transact(batch)


@pytest.fixture
async def counted(home: Path, either: str) -> AsyncIterator[tuple[Attempt, Counting]]:
    async with Store(home, database=either, writer=Counting) as store:
        row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
        attempt = Attempt(store, row.id, await store.claim(row.id))
        assert isinstance(store.write, Counting)
        store.write.count = 0
        yield attempt, store.write


def claim_of(attempt: Attempt, id: str) -> Job[Any]:
    return lambda c: c.execute(insert(CLAIMS).values(run_id=attempt.run_id, id=id, nth=0, body="{}"))


async def told(attempt: Attempt) -> list[str]:
    return [getattr(event, "text", "") for event in await attempt.store.events(attempt.run_id)]


async def noted(attempt: Attempt) -> list[str]:
    query = select(CLAIMS.c.id).where(CLAIMS.c.run_id == attempt.run_id).order_by(CLAIMS.c.id)
    return list(await attempt.store.read(lambda c: c.execute(query).scalars().all()))


async def test_what_nobody_waits_for_goes_with_the_next_write_and_before_it(counted: tuple[Attempt, Counting]) -> None:
    attempt, writer = counted
    for text in ("one", "two"):
        attempt.write_soon(claim_of(attempt, text), [attempt.event("warning", text=text)])
    await attempt.emit("warning", text="three")
    assert (writer.count, await told(attempt), await noted(attempt)) == (1, ["one", "two", "three"], ["one", "two"])


async def test_what_nobody_waits_for_is_written_when_nothing_follows(counted: tuple[Attempt, Counting]) -> None:
    attempt, _ = counted
    attempt.write_soon(None, [attempt.event("warning", text="alone")])
    async with asyncio.timeout(20):
        while await told(attempt) != ["alone"]:  # noqa: ASYNC110 - nobody tells that
            await asyncio.sleep(0.005)
    attempt.write_soon(None, [attempt.event("warning", text="again")])
    await attempt.read_after()
    assert await told(attempt) == ["alone", "again"]


async def test_a_write_that_fails_does_not_take_along_what_was_handed_in_before(
    counted: tuple[Attempt, Counting],
) -> None:
    attempt, _ = counted
    attempt.write_soon(claim_of(attempt, "mine"), [attempt.event("warning", text="mine")])
    with pytest.raises(ZeroDivisionError):
        await attempt.write(lambda _c: 1 // 0, [attempt.event("warning", text="broken")])
    assert (await told(attempt), await noted(attempt)) == (["mine"], ["mine"])


async def held(writer: Writer) -> threading.Event:
    """Keep the writer busy until the event is set, so that what is handed in meanwhile becomes one batch."""
    first, go_on = threading.Event(), threading.Event()

    def holds(_connection: Connection) -> None:
        first.set()
        assert go_on.wait(20)

    writer.hand_in(holds)
    await asyncio.to_thread(first.wait, 20)
    return go_on


async def test_what_went_with_a_write_that_fails_is_before_what_was_handed_in_after_it(
    counted: tuple[Attempt, Counting],
) -> None:
    """Two nodes at once: the first takes along that the second began, and fails; then the second writes."""
    attempt, writer = counted
    go_on = await held(writer)
    attempt.write_soon(claim_of(attempt, "began"), [attempt.event("warning", text="began")])
    first = asyncio.ensure_future(attempt.write(lambda _c: 1 // 0, [attempt.event("warning", text="broken")]))
    await asyncio.sleep(0)
    attempt.write_soon(None, [attempt.event("warning", text="was asked")])
    second = asyncio.ensure_future(attempt.emit("warning", text="was answered"))
    await asyncio.sleep(0)
    go_on.set()
    with pytest.raises(ZeroDivisionError):
        await first
    await second
    assert (await told(attempt), await noted(attempt)) == (["began", "was asked", "was answered"], ["began"])


async def test_events_of_two_attempts_in_one_batch_keep_their_order_when_a_write_fails(
    counted: tuple[Attempt, Counting],
) -> None:
    one, writer = counted
    row = await one.store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    other = Attempt(one.store, row.id, await one.store.claim(row.id))
    go_on = await held(writer)
    writes = []
    for n in range(3):
        for attempt in (one, other):
            attempt.write_soon(None, [attempt.event("warning", text=f"soon {n}")])
            job: Job[Any] = (lambda _c: 1 // 0) if attempt is one and n == 1 else (lambda _c: None)
            writes.append(asyncio.ensure_future(attempt.write(job, [attempt.event("warning", text=f"now {n}")])))
            await asyncio.sleep(0)
    go_on.set()
    done = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(error).__name__ for error in done if error] == ["ZeroDivisionError"]
    in_order = ["soon 0", "now 0", "soon 1", "now 1", "soon 2", "now 2"]
    assert await told(other) == in_order
    assert await told(one) == [text for text in in_order if text != "now 1"]


@pytest.mark.parametrize("goes_late", [True, False])
async def test_what_could_not_be_written_is_told_by_every_write_until_it_is_taken(
    counted: tuple[Attempt, Counting], goes_late: bool
) -> None:
    attempt, _ = counted
    attempt.write_soon(lambda _c: 1 // 0, [attempt.event("warning", text="lost")])
    await asyncio.sleep(5 * LINGER_S * goes_late)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            await attempt.emit("warning", text="never")
    assert [await attempt.let_go_of_lost(), await attempt.let_go_of_lost()] == [True, False]
    await attempt.emit("warning", text="after")
    assert await told(attempt) == ["after"]


async def test_how_it_ended_is_written_though_what_went_with_it_cannot_be(counted: tuple[Attempt, Counting]) -> None:
    attempt, _ = counted
    attempt.write_soon(None, [{"type": "no_such_type", "node": "", "task": ""}])
    await attempt.write_last(lambda _c: None, [attempt.event("warning", text="the end")])
    assert await told(attempt) == ["the end"]
    with pytest.raises(ZeroDivisionError):
        await attempt.write_last(lambda _c: 1 // 0, [])


async def test_nothing_is_written_without_what_was_handed_to_the_writer_before(
    counted: tuple[Attempt, Counting],
) -> None:
    """Though both are in one batch, which is run job by job when one of them fails."""
    attempt, writer = counted
    go_on = await held(writer)
    attempt.write_soon(lambda _c: 1 // 0, [attempt.event("warning", text="lost")])
    await asyncio.sleep(5 * LINGER_S)
    last = asyncio.ensure_future(attempt.emit("warning", text="the end"))
    await asyncio.sleep(0)
    go_on.set()
    with pytest.raises(ZeroDivisionError):
        await last
    assert await told(attempt) == []


async def test_of_what_another_write_holds_the_events_alone_are_written(counted: tuple[Attempt, Counting]) -> None:
    """What a node wrote is in the checkpoint after it; when that one fails, it is written by itself."""
    attempt, writer = counted
    one, two, three = (
        attempt.write_soon(claim_of(attempt, text), [attempt.event("warning", text=text)])
        for text in ("one", "two", "three")
    )
    attempt.write_soon(claim_of(attempt, "four"), [], instead_of=[three])
    with pytest.raises(ZeroDivisionError):
        await attempt.write(lambda _c: 1 // 0, instead_of=[one])
    assert (await told(attempt), await noted(attempt)) == (["one", "two", "three"], ["four", "one", "two"])
    late = attempt.write_soon(claim_of(attempt, "five"), [attempt.event("warning", text="five")])
    writer.count = 0
    await attempt.write(claim_of(attempt, "six"), instead_of=[late])
    assert (writer.count, (await told(attempt))[-1], await noted(attempt)) == (1, "five", ["four", "one", "six", "two"])
    assert not any(soon.waits for soon in (one, two, three, late))


async def test_what_nobody_waits_for_is_before_what_is_written_in_the_moment_in_which_it_is_handed_in(
    store: Store, run_id: str
) -> None:
    attempt = Attempt(store, run_id, await store.claim(run_id))
    clock = asyncio.get_running_loop().time
    attempt.write_soon(None, [attempt.event("warning", text="first")])
    due = clock() + 2 * LINGER_S
    while clock() < due:  # the loop is busy: the time of the first comes in the step before the second
        pass
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await attempt.emit("warning", text="second")
    await attempt.read_after()
    assert await told(attempt) == ["first", "second"]


async def test_who_stops_waiting_does_not_undo_a_write_and_what_follows_comes_after_it(
    counted: tuple[Attempt, Counting],
) -> None:
    attempt, writer = counted
    heard: list[Any] = []
    attempt.store.listen(lambda _run, events: heard.extend(events))
    go_on = await held(writer)
    attempt.write_soon(None, [attempt.event("warning", text="with it")])
    waiting = asyncio.create_task(attempt.write(claim_of(attempt, "paid"), [attempt.event("warning", text="mine")]))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    last = asyncio.create_task(attempt.emit("warning", text="next"))
    await asyncio.sleep(0)
    go_on.set()
    await last
    assert (await told(attempt), await noted(attempt)) == (["with it", "mine", "next"], ["paid"])
    assert [event["text"] for event in heard] == ["with it", "mine", "next"]


async def test_a_write_that_nobody_waits_for_any_more_and_that_fails_harms_only_itself(
    counted: tuple[Attempt, Counting],
) -> None:
    attempt, writer = counted
    go_on = await held(writer)
    attempt.write_soon(None, [attempt.event("warning", text="with it")])
    waiting = asyncio.create_task(attempt.write(lambda _c: 1 // 0))
    await asyncio.sleep(0)
    waiting.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await attempt.emit("warning", text="next")
    assert await told(attempt) == ["with it", "next"]


async def test_what_goes_with_a_write_that_nobody_waits_for_any_more_is_not_lost_in_silence(
    counted: tuple[Attempt, Counting],
) -> None:
    attempt, writer = counted
    go_on = await held(writer)
    attempt.write_soon(lambda _c: 1 // 0, [])
    waiting = asyncio.create_task(attempt.emit("warning", text="mine"))
    await asyncio.sleep(0)
    waiting.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    with pytest.raises(ZeroDivisionError):
        await attempt.emit("warning", text="next")
