from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from kasen.errors import HomeUnusable, StoreFailed, UnknownName, UsageError
from kasen.runtime.appending import append
from kasen.runtime.attempt import Attempt
from kasen.runtime.database import open_engine
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import METADATA, RUNS
from kasen.settings import Redactor
from kasen.testing.crash import Command, Crashes

ENDINGS = Path(__file__).with_name("endings.py")
HANGS_S = 15
"""A process that is kept alive never ends; a busy machine takes seconds for the start alone."""


async def new_run(store: Store, title: str = "t") -> str:
    row = await store.create(team="echo", mode="echo", title=title, lang="ja", request={"a": "あ"}, options=Options())
    return row.id


# Runs


async def test_a_run_comes_back_as_it_was_recorded(store: Store) -> None:
    options = Options(usd=1.5, calls=3, yes=True)
    made = await store.create(team="t", mode="m", title="題", lang="ja", request={"x": [1]}, options=options)
    row = await store.run(made.id)
    assert row == made
    assert (row.team, row.mode, row.title, row.request, row.options) == ("t", "m", "題", {"x": [1]}, options)
    assert (row.status, row.fence, row.last_seq, row.result) == ("created", 0, 0, None)


async def test_every_text_that_is_written_passes_the_redactor(home: Path) -> None:
    key = 'sk-test-"0123456789'
    async with Store(home, redact=Redactor([key])) as store:
        row = await store.create(team="t", mode="m", title=key, lang="ja", request={"x": [key]}, options=Options())
        assert (row.title, row.request) == ("[redacted]", {"x": ["[redacted]"]})
        fence = await store.claim(row.id)
        events = [{"type": "warning", "node": "", "task": "", "text": f"{n} {key}"} for n in range(3)]
        await store.write(lambda c: append(c, row.id, fence, events))
        texts = [event.model_dump()["text"] for event in await store.events(row.id)]
    assert texts == ["0 [redacted]", "1 [redacted]", "2 [redacted]"]
    assert [path.name for path in home.rglob("*") if path.is_file() and b"0123456789" in path.read_bytes()] == []


async def test_a_run_is_found_by_the_start_of_its_id_in_any_case(store: Store) -> None:
    run_id = await new_run(store)
    assert (await store.run(run_id[:20].lower())).id == run_id


@pytest.mark.parametrize("name", ["", "%", "_", "nobody", "01'; DROP TABLE runs"])
async def test_a_run_that_is_not_there_is_not_found(store: Store, name: str) -> None:
    await new_run(store)
    with pytest.raises(UnknownName):
        await store.run(name)


async def test_an_id_that_fits_two_runs_is_told(store: Store) -> None:
    ids = [await new_run(store), await new_run(store)]
    with pytest.raises(UnknownName, match="more than one run"):
        await store.run(ids[0][:5])


async def test_runs_are_listed_newest_first(store: Store) -> None:
    for n in range(5):
        await new_run(store, str(n))
        await asyncio.sleep(0.002)
    assert [row.title for row in await store.runs(limit=3)] == ["4", "3", "2"]


async def test_what_is_over_and_old_is_listed_for_pruning(store: Store) -> None:
    done, open_ = await new_run(store), await new_run(store)
    await store.write(lambda c: c.execute(RUNS.update().where(RUNS.c.id == done).values(status="done")))
    assert [row.id for row in await store.ended_before("9999")] == [done]
    assert await store.ended_before("1999") == []
    assert (await store.run(open_)).status == "created"
    await store.vacuum()


# Tokens


async def test_each_claim_takes_a_higher_token_and_sets_the_run_to_work(store: Store) -> None:
    run_id = await new_run(store)
    assert [await store.claim(run_id) for _ in range(3)] == [1, 2, 3]
    assert (await store.run(run_id)).status == "running"
    with pytest.raises(UnknownName):
        await store.claim("nobody")


@pytest.mark.parametrize("status", ["done", "cancelled", "stopped: deadline"])
async def test_a_run_that_is_over_cannot_be_claimed(store: Store, status: str) -> None:
    run_id = await new_run(store)
    await store.write(lambda c: c.execute(RUNS.update().where(RUNS.c.id == run_id).values(status=status)))
    with pytest.raises(UsageError, match=f"is {status}; there is nothing to continue"):
        await store.claim(run_id)
    assert (await store.run(run_id)).fence == 0


def test_six_hundred_claims_from_two_processes_are_six_hundred_tokens(crashes: Crashes, home: Path) -> None:
    run_id = crashes.run(home, "runtime.scenes:new_run").value
    command = Command(home=home, function="runtime.scenes:claims", arguments={"run_id": run_id, "count": 300})
    one, other = crashes.run_at_once(command, command)
    assert sorted([*one.value, *other.value]) == list(range(1, 601))
    assert one.value == sorted(one.value)


# Events


async def test_events_are_numbered_without_gaps_whoever_appends(store: Store) -> None:
    run_id = await new_run(store)
    attempt = Attempt(store, run_id, await store.claim(run_id))
    await asyncio.gather(
        *(attempt.append([attempt.event("warning", text=f"{n}.{i}") for i in range(3)]) for n in range(50))
    )
    events = await store.events(run_id)
    assert [event.seq for event in events] == list(range(1, 151))
    texts = [getattr(event, "text", "") for event in events]
    assert all(texts[n][:-1] == texts[n + 1][:-1] == texts[n + 2][:-1] for n in range(0, 150, 3)), "a batch stays whole"
    assert [event.seq for event in await store.events(run_id, after=140, limit=4)] == [141, 142, 143, 144]
    assert (await store.run(run_id)).last_seq == 150


@pytest.mark.alone
async def test_a_hundred_runs_that_append_at_once_wait_for_no_lock(store: Store) -> None:
    """The target for one append is 50 ms at p99; `benchmarks/runtime.py` measures it on the disk."""
    attempts = []
    for _ in range(100):
        run_id = await new_run(store)
        attempts.append(Attempt(store, run_id, await store.claim(run_id)))
    seconds: list[float] = []

    async def write(attempt: Attempt) -> None:
        for n in range(10):
            began = time.perf_counter()
            await attempt.emit("warning", text=f"number {n}")
            seconds.append(time.perf_counter() - began)

    await asyncio.gather(*map(write, attempts))
    assert len(seconds) == 1000
    assert sorted(seconds)[990] < 1.0


# Opening and closing


async def test_the_pace_at_which_threads_take_turns_is_given_back(home: Path) -> None:
    before = sys.getswitchinterval()
    async with Store(home):
        assert sys.getswitchinterval() <= 0.001
    assert sys.getswitchinterval() == before


async def test_what_another_process_wrote_is_seen(store: Store, home: Path) -> None:
    run_id = await new_run(store)
    async with Store(home) as other:
        await other.ask_cancel(run_id)
    assert (await store.run(run_id)).cancel_asked


async def test_a_store_that_cannot_be_opened_leaves_no_thread(tmp_path: Path) -> None:
    import threading

    before = set(threading.enumerate())
    (tmp_path / "kasen.db").write_bytes(b"not a database, but something else entirely" * 100)
    with pytest.raises(HomeUnusable):
        async with Store(tmp_path):
            pass
    new = set(threading.enumerate()) - before
    assert [thread.name for thread in new if thread.name.startswith("kasen")] == []
    assert len(new) <= 1, "only the loop's own pool"


async def test_after_closing_nothing_is_written_and_nobody_waits_for_ever(home: Path) -> None:
    async with Store(home) as store:
        run_id = await new_run(store)
    with pytest.raises(StoreFailed, match="closed"):
        await asyncio.wait_for(store.claim(run_id), 10)


async def test_a_table_that_is_gone_is_one_typed_error_when_read(store: Store) -> None:
    engine = open_engine(store.home / "kasen.db")
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE runs RENAME TO away")
    engine.dispose()
    with pytest.raises(StoreFailed, match="cannot be read: no such table: runs"):
        await store.runs()


def begin(case: str, home: Path, *more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(ENDINGS), case, str(home), *more], stdout=subprocess.PIPE)


def end(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """Wait for the end of a process; how it failed, and how long it took to end after that."""
    said, _ = process.communicate(timeout=60)
    over = time.monotonic()
    found: dict[str, Any] = json.loads(said)
    return {**found, "code": process.returncode, "took": over - found["at"]}


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    """A mount at `folder`, or a skip where that is not permitted."""
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"mounting is not permitted here: {done.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def newer(home: Path) -> None:
    engine = open_engine(home / "kasen.db")
    METADATA.create_all(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num TEXT)")
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('9999')")
    engine.dispose()


def half_migrated(home: Path) -> None:
    engine = open_engine(home / "kasen.db")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE runs (id TEXT)")
    engine.dispose()


def corrupt(home: Path) -> None:
    (home / "kasen.db").write_bytes(b"\0" * 100 + b"garbage" * 1000)


@pytest.mark.parametrize(
    ("prepare", "case", "error", "said"),
    [
        (half_migrated, "", "HomeUnusable", "table runs already exists"),
        (newer, "", "HomeUnusable", "newer Kasen"),
        (corrupt, "", "HomeUnusable", "not a database"),
        (None, "full-at-start", "HomeUnusable", "cannot be opened"),
        (None, "full-later", "StoreFailed", "refused a write"),
        (None, "node-raises", "InternalError", "ZeroDivisionError: one too many"),
    ],
    ids=["migration", "newer", "corrupt", "full-at-start", "full-later", "node-raises"],
)
def test_whatever_fails_the_process_ends_at_once_with_one_typed_error(
    tmp_path: Path, prepare: Callable[[Path], None] | None, case: str, error: str, said: str
) -> None:
    if prepare is not None:
        prepare(tmp_path)
    found = end(begin(case, tmp_path))
    assert found["error"] == error, found
    assert said in found["message"]
    assert found["code"] == (3 if error == "HomeUnusable" else 70)
    assert found["took"] < HANGS_S


def test_a_full_disk_is_a_typed_error_and_what_was_recorded_stays(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with mounted(home, "-t", "tmpfs", "-o", "size=40k", "tmpfs"):
        found = end(begin("", home))
        assert (found["error"], found["code"]) == ("HomeUnusable", 3), found
        assert found["took"] < HANGS_S


def test_a_read_only_home_is_a_typed_error(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with mounted(home, "-t", "tmpfs", "-o", "ro", "tmpfs"):
        found = end(begin("", home))
        assert (found["error"], found["code"]) == ("HomeUnusable", 3), found
        assert "Read-only file system" in found["message"]
        assert found["took"] < HANGS_S


def test_ctrl_c_at_any_moment_of_the_start_ends_the_process(tmp_path: Path) -> None:
    delays = ("0.001", "0.03", "0.08", "0.15", "0.25", "0.5")
    with ThreadPoolExecutor(2) as pool:
        endings = list(pool.map(lambda delay: end(begin("ctrl-c", tmp_path / delay, delay)), delays))
    for found in endings:
        assert (found["error"], found["code"]) == ("KeyboardInterrupt", 130)
        assert found["took"] < HANGS_S


# Deleting


async def test_deleting_a_run_leaves_no_row_of_it_in_any_table(
    runner_with: Callable[..., Runner], store: Store
) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "a person's name", "ask_first": True})
    await runner.wait(run_id)
    other = await new_run(store)
    await store.delete(run_id)
    tables = [table for table in METADATA.sorted_tables if "run_id" in table.c or "thread_id" in table.c]
    assert len(tables) >= 7
    for table in tables:
        column = table.c.run_id if "run_id" in table.c else table.c.thread_id
        query = select(table).where(column == run_id)
        assert await _all(store, query) == [], table.name
    assert [row.id for row in await store.runs()] == [other]


async def _all(store: Store, query: Any) -> list[Any]:
    return list(await store.read(lambda c: c.execute(query).all()))


async def test_the_words_of_a_deleted_run_are_gone_from_the_files_as_well(home: Path, scenes: Any) -> None:
    async with Store(home) as store:
        runner = Runner(store, scenes.host_of(None, home))
        run_id = await runner.start("echo", {"text": "Kazuko Example, born 1999, lives nowhere " * 20})
        await runner.wait(run_id)
        assert any(b"Kazuko" in path.read_bytes() for path in home.rglob("*") if path.is_file())
        await runner.delete(run_id)
        left = [path.name for path in home.rglob("*") if path.is_file() and b"Kazuko" in path.read_bytes()]
    assert left == []


async def test_appending_nothing_is_allowed_and_still_checks_the_token(store: Store) -> None:
    run_id = await new_run(store)
    fence = await store.claim(run_id)
    await store.write(lambda c: append(c, run_id, fence, []))
    assert await store.events(run_id) == []
