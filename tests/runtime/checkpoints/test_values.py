from __future__ import annotations

from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from sqlalchemy import func, select

from kasen.runtime.checkpoints.opening import InDatabase
from kasen.runtime.checkpoints.rows import Place
from kasen.runtime.checkpoints.saver import RunSaver
from kasen.runtime.checkpoints.values import Blob, Values, assembled, needed
from kasen.runtime.store import Store
from kasen.runtime.tables import BLOBS

SERDE = JsonPlusSerializer()
AT = Place("thread", "")
LONG = "x" * 600
MB = 1 << 20


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


@pytest.fixture
async def shared(home: Path, either: str) -> AsyncIterator[Store]:
    async with Store(home, database=either) as store:
        yield store


def checkpoint(**values: tuple[str, Any]) -> Any:
    """`checkpoint(texts=("1", ["a"]))`: version and value by channel."""
    return {
        "channel_values": {name: value for name, (_, value) in values.items()},
        "channel_versions": {name: version for name, (version, _) in values.items()},
    }


def written(values: Values, what: Any) -> tuple[dict[str, Any], list[tuple[str, str, str | None, Any]], list[str]]:
    """Small values, rows (channel, version, extends, value) and channels of which older rows go; all is committed."""
    changes = values.changes(SERDE, AT, what, {})
    values.written(AT, changes)
    small = {name: SERDE.loads_typed(packed) for name, packed in changes.small.items()}
    rows = [
        (r["channel"], r["version"], r["extends"], SERDE.loads_typed((r["type"], r["value"]))) for r in changes.rows
    ]
    return small, rows, [f"{row['channel']}≠{row['version']}" for row in changes.replaced]


def test_a_value_is_written_once_for_each_version() -> None:
    values = Values()
    assert written(values, checkpoint(a=("1", 5), b=("1", LONG))) == ({"a": 5}, [("b", "1", None, LONG)], [])
    assert written(values, checkpoint(a=("2", 6), b=("1", "is not looked at"))) == ({"a": 6}, [], [])
    assert written(values, checkpoint(a=("2", 0), b=("3", LONG + "y"))) == (
        {"a": 6},
        [("b", "3", None, LONG + "y")],
        ["b≠3"],
    )


def test_what_shrinks_or_is_emptied_leaves_no_row() -> None:
    values = Values()
    written(values, checkpoint(a=("1", LONG), b=("1", LONG), c=("1", 3)))
    assert written(values, checkpoint(a=("2", "short"), c=("1", 3))) == ({"a": "short", "c": 3}, [], ["a≠2", "b≠"])
    assert written(values, checkpoint(a=("3", LONG))) == ({}, [("a", "3", None, LONG)], [])


def test_of_a_list_that_grew_only_the_end_is_written() -> None:
    values = Values()
    first = [LONG, {"n": 1}]
    written(values, checkpoint(texts=("1", first)))
    assert written(values, checkpoint(texts=("2", [*first, "c"]))) == ({}, [("texts", "2", "1", ["c"])], [])
    grown = [*first, "c"]
    written(values, checkpoint(texts=("3", grown)))
    first.append("changed in place, which no earlier row knows")
    assert written(values, checkpoint(texts=("4", [*grown, "d", "e"])))[1] == [("texts", "4", "3", ["d", "e"])]


@pytest.mark.parametrize("other", [[LONG, {"n": 1}, "c"], [LONG], ["new", LONG], {"a": LONG}])
def test_a_list_that_is_another_is_written_whole(other: Any) -> None:
    values = Values()
    written(values, checkpoint(texts=("1", [LONG, {"n": 1}])))
    _, rows, replaced = written(values, checkpoint(texts=("2", other)))
    assert rows == [("texts", "2", None, other)]
    assert replaced == ["texts≠2"]


def test_a_value_is_put_together_from_the_rows_it_needs() -> None:
    blobs = [Blob("a", "1", None), Blob("a", "2", "1"), Blob("a", "2b", "1"), Blob("a", "3", "2"), Blob("b", "3", None)]
    stay = needed(blobs, [("a", "3"), ("gone", "1")])
    assert stay == {("a", "1"), ("a", "2"), ("a", "3")}
    rows = {(b.channel, b.version): (b.extends, *SERDE.dumps_typed([b.version])) for b in blobs}
    assert assembled(SERDE, rows, {"a": "3", "gone": "1"}) == {"a": ["1", "2", "3"]}
    assert assembled(SERDE, rows, {"a": "2b"}) == {"a": ["1", "2b"]}


async def test_a_list_comes_back_whole_in_another_attempt_and_grows_on(shared: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(shared)
    config = graphs.config_of(attempt)
    one = graphs.growing(30, 100).compile(checkpointer=RunSaver(attempt, set()), interrupt_before=["add"])
    await one.ainvoke({"texts": ["begin" * 200], "n": 0}, config, durability="sync")
    for _ in range(12):
        await one.ainvoke(None, config, durability="sync")
    later = await graphs.next_attempt(attempt)
    two = graphs.growing(30, 100).compile(checkpointer=RunSaver(later, set()))
    done = await two.ainvoke(None, config, durability="sync")
    assert done["texts"] == ["begin" * 200, *(f"{n:<100}" for n in range(30))]
    last = await graphs.next_attempt(later)
    kept = (await graphs.growing(30, 100).compile(checkpointer=RunSaver(last, set())).aget_state(config)).values
    assert kept == done
    query = (
        select(func.count()).select_from(BLOBS).where(BLOBS.c.thread_id == attempt.run_id, BLOBS.c.extends.is_(None))
    )
    assert await shared.read(lambda c: c.execute(query).scalar_one()) == 1, "the begin was written once"


async def grown(store: Store, graphs: Any, steps: int, *, history: bool = False) -> int:
    """Bytes of the database after a run of that many steps with a kilobyte each."""
    attempt = await graphs.new_attempt(store)
    saver = InDatabase(history=history).saver(attempt, set())
    graph = graphs.growing(steps, 1024).compile(checkpointer=saver)
    config = graphs.config_of(attempt)
    done = await graph.ainvoke({"texts": [], "n": 0}, config, durability="sync")
    assert done["n"] == len(done["texts"]) == steps
    assert (await graph.aget_state(config)).values == done
    return sum(path.stat().st_size for path in store.home.glob("kasen.db*"))


async def test_the_file_grows_with_the_state_and_not_with_its_square(home: Path, graphs: Any) -> None:
    async with Store(home / "one") as store:
        small = await grown(store, graphs, 50)
    async with Store(home / "two") as store:
        large = await grown(store, graphs, 200)
    # a log of several megabytes is emptied beside the writes, so files are compared when they are closed
    sizes = [(home / name / "kasen.db").stat().st_size for name in ("one", "two")]
    assert sizes[1] - sizes[0] < 150 * 1024 * 2, (small, large, sizes)


@pytest.mark.slow
@pytest.mark.parametrize(("history", "most"), [(False, 10 * MB), (True, 20 * MB)])
async def test_800_steps_of_a_kilobyte_take_ten_megabytes_at_most(
    home: Path, graphs: Any, history: bool, most: int
) -> None:
    async with Store(home) as store:
        with_log = await grown(store, graphs, 800, history=history)
    assert (home / "kasen.db").stat().st_size <= most
    assert with_log <= most + 80 * MB
