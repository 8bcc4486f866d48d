"""What checkpoints cost, beside bare LangGraph with its stock saver: `python benchmarks/checkpoints.py [--json]`.

A chain of 20 nodes that do nothing, driven by

- `stock`: LangGraph alone, `AsyncSqliteSaver` (WAL, synchronous=FULL), `AsyncPostgresSaver` (pool of 10),
  `InMemorySaver` or `AsyncValkeySaver`, sync;
- `saver`: LangGraph alone with Kasen's saver, each write under the fence of a run;
- `run`: whole runs of Kasen: recorded, claimed, each node told of as it begins and ends, the result kept.

The three take turns, run after run, on the same disk; ratios are medians of `saver` or `run` against the `stock` of
the same turn, of wall clock (`wall`) and of processor time of this process (`cpu`): one run after another (`alone`),
and 100 at once (`at_once`), with super-steps and runs a second. `growth`: bytes of the file after steps that each add a
kilobyte to a list.

PostgreSQL: `--postgres`, a server of its own on the same disk that syncs what it commits, or
`--postgres postgresql://user@host/name`, an empty database; its stock saver is in the package
`langgraph-checkpoint-postgres`.

`--memory` and `--redis`: the same with `KASEN_CHECKPOINTS=memory:` and `redis:`, where the state of a run is kept
outside of the database. Receipts, events and the fence stay in it, so `saver` and `run` wait for a SQLite file that
`stock` has not: the ratios say what that costs. `--redis` is a server of its own (`redis-server` or `valkey-server`),
`--redis redis://host:port/0` an empty one; its stock saver is in the package `langgraph-checkpoint-aws`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import operator
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count, pairwise
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict

from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.stock_savers import OWN, postgresql, redis, stock_postgres, stock_sqlite, stock_valkey

from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.memory import InMemory
from kasen.runtime.checkpoints.opening import InDatabase, States
from kasen.runtime.host import Host
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.team import Team
from kasen.testing.crash_child import host_with

NODES = 20
MB = 1 << 20
Drive = Callable[[], Awaitable[Any]]


class Request(BaseModel):
    """Nothing."""

    text: str = ""


class Result(BaseModel):
    """Nothing."""

    n: int = 0


class State(TypedDict, total=False):
    """What the chain keeps."""

    request: Request
    n: int
    result: Result


class Texts(TypedDict):
    """A list that grows."""

    texts: Annotated[list[str], operator.add]
    n: int


async def step(state: State) -> dict[str, Any]:
    """Count."""
    return {"n": state.get("n", 0) + 1}


async def last(state: State) -> dict[str, Any]:
    """Count, and end."""
    return {"n": state["n"] + 1, "result": Result(n=state["n"] + 1)}


def chain() -> StateGraph[Any, Any, Any, Any]:
    """Nodes that do nothing, one after another."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    names = [START, *(f"n{i}" for i in range(NODES)), END]
    for name in names[1:-1]:
        graph.add_node(name, last if name == names[-2] else step)
    for one, other in pairwise(names):
        graph.add_edge(one, other)
    return graph


def growing(steps: int) -> StateGraph[Any, Any, Any, Any]:
    """A kilobyte a step."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Texts)
    graph.add_node("add", lambda state: {"texts": [f"{state['n']:<1024}"], "n": state["n"] + 1})
    graph.add_edge(START, "add")
    graph.add_conditional_edges("add", lambda state: "add" if state["n"] < steps else END, ["add", END])
    return graph


def team(name: str) -> Team:
    """The chain as a team."""
    here = f"{__name__}:"
    return Team(
        name=name,
        summary="",
        summary_ja="",
        request=here + "Request",
        result=here + "Result",
        modes={"chain": here + "chain"},
        default_mode="chain",
    )


MODELS = {(__name__, "Request"), (__name__, "Result")}


# Three ways to drive it


def bare(saver: Any) -> Drive:
    """A run of LangGraph alone."""
    graph, numbers = chain().compile(checkpointer=saver), count()

    async def drive() -> None:
        thread = f"run-{next(numbers)}"
        config: Any = {"configurable": {"thread_id": thread, "run_id": thread}}
        done = await graph.ainvoke({"request": Request()}, config, durability="sync")
        assert done["n"] == NODES

    return drive


def with_our_saver(store: Store) -> Drive:
    """The same with Kasen's saver."""
    compiled = chain().compile()

    async def drive() -> None:
        row = await store.create(team="chain", mode="chain", title="t", lang="en", request={}, options=Options())
        attempt = Attempt(store, row.id, await store.claim(row.id))
        graph = compiled.copy({"checkpointer": store.states.saver(attempt, MODELS)})
        config: Any = {"configurable": {"thread_id": row.id, "run_id": row.id}}
        done = await graph.ainvoke({"request": Request()}, config, durability="sync")
        assert done["n"] == NODES

    return drive


def whole_runs(store: Store) -> Drive:
    """Runs of Kasen."""
    made = host_with(None, store.home)
    runner = Runner(store, Host(ask_for=made.ask_for, open_library=made.open_library, load_team=team))

    async def drive() -> None:
        row = await runner.wait(await runner.start("chain", {"text": ""}))
        assert row.status == "done", row.error

    return drive


# Measuring


class Took(NamedTuple):
    """Milliseconds of a run."""

    wall: float
    cpu: float


async def alone(drive: Drive, times: int) -> Took:
    """One run after another."""
    began, cpu = time.perf_counter(), time.process_time()
    for _ in range(times):
        await drive()
    return Took(*((now - then) * 1000 / times for now, then in _now(began, cpu)))


async def at_once(drive: Drive, times: int) -> Took:
    """All at the same time."""
    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(drive() for _ in range(times)))
    return Took(*((now - then) * 1000 / times for now, then in _now(began, cpu)))


def _now(began: float, cpu: float) -> tuple[tuple[float, float], tuple[float, float]]:
    return (time.perf_counter(), began), (time.process_time(), cpu)


async def compared(drives: dict[str, Drive], rounds: int, runs: int, many: int) -> dict[str, Any]:
    """Medians, and ratios against `stock`."""
    took: dict[str, dict[str, list[Took]]] = {way: {name: [] for name in drives} for way in ("alone", "at_once")}
    for drive in drives.values():
        await alone(drive, 2)  # what is loaded or prepared once
    for n in range(rounds * runs):
        for name in _turned(drives, n):
            took["alone"][name].append(await alone(drives[name], 1))
    for n in range(rounds):
        for name in _turned(drives, n):
            took["at_once"][name].append(await at_once(drives[name], many))
    found: dict[str, Any] = {}
    for way, by_name in took.items():
        for name, times in by_name.items():
            found[f"{way}_{name}_ms_per_step"] = _median([t.wall / NODES for t in times])
            found[f"{way}_{name}_ms_per_run"] = _median([t.wall for t in times])
            found[f"{way}_{name}_cpu_ms_per_run"] = _median([t.cpu for t in times])
            if name != "stock":
                pairs = list(zip(times, by_name["stock"], strict=True))
                found[f"{way}_{name}_wall_ratio"] = _median([mine.wall / theirs.wall for mine, theirs in pairs])
                found[f"{way}_{name}_cpu_ratio"] = _median([mine.cpu / theirs.cpu for mine, theirs in pairs])
        found[f"{way}_steps_per_s"] = {name: round(1000 / found[f"{way}_{name}_ms_per_step"]) for name in by_name}
        found[f"{way}_runs_per_s"] = {name: round(1000 / found[f"{way}_{name}_ms_per_run"], 1) for name in by_name}
    return found


def _turned(drives: dict[str, Drive], n: int) -> list[str]:
    names = list(drives)
    return names[n % len(names) :] + names[: n % len(names)]


def _median(values: list[float]) -> float:
    return round(statistics.median(values), 3)


async def growth(home: Path, steps: int, *, stock: bool) -> dict[str, float]:
    """Megabytes of the file, and milliseconds a step."""
    place = home / f"growth-{steps}-{stock}"
    async with AsyncExitStack() as opened:
        if stock:
            saver: Any = await opened.enter_async_context(stock_sqlite(place))
            thread = "one"
        else:
            store = await opened.enter_async_context(Store(place))
            row = await store.create(team="t", mode="t", title="t", lang="en", request={}, options=Options())
            saver, thread = InDatabase().saver(Attempt(store, row.id, await store.claim(row.id)), set()), row.id
        config: Any = {"configurable": {"thread_id": thread, "run_id": thread}, "recursion_limit": 10_000}
        began = time.perf_counter()
        await growing(steps).compile(checkpointer=saver).ainvoke({"texts": [], "n": 0}, config, durability="sync")
        seconds = time.perf_counter() - began
    size = sum(path.stat().st_size for path in place.glob("*.db*") if not path.name.endswith(".lock"))
    shutil.rmtree(place)
    return {"megabytes": round(size / MB, 2), "ms_per_step": round(seconds * 1000 / steps, 2)}


async def in_turn(
    stock: Any, home: Path, given: argparse.Namespace, *, database: str = "", states: Callable[[], States] = InDatabase
) -> dict[str, Any]:
    """The three of one backend."""
    async with (
        Store(home / "saver", database=database, states=states()) as one,
        Store(home / "run", database=database, states=states()) as two,
    ):
        drives = {"stock": bare(stock), "saver": with_our_saver(one), "run": whole_runs(two)}
        return await compared(drives, given.rounds, given.runs, given.many)


async def in_memory(home: Path, given: argparse.Namespace) -> dict[str, Any]:
    """The state of runs in memory; that of bare LangGraph stays there after the run, as its saver has it."""
    from langgraph.checkpoint.memory import InMemorySaver

    return await in_turn(InMemorySaver(), home / "memory", given, states=InMemory)


async def on_redis(home: Path, given: argparse.Namespace) -> dict[str, Any]:
    """The state of runs on one server for all three."""
    from kasen.runtime.checkpoints.redis import InRedis

    with redis(home, given.redis) as url:
        async with stock_valkey(url) as stock:
            return await in_turn(stock, home / "with-redis", given, states=lambda: InRedis(url))


async def on_postgres(home: Path, given: argparse.Namespace) -> dict[str, Any]:
    """All three in one database."""
    with postgresql(home, given.postgres) as address:
        async with stock_postgres(address) as stock:
            return await in_turn(stock, home / "pg", given, database=address)


async def measure(home: Path, given: argparse.Namespace) -> dict[str, Any]:
    """All figures."""
    found: dict[str, Any] = {"nodes": NODES, "rounds": given.rounds, "at_once": given.many}
    async with stock_sqlite(home / "stock") as stock:
        found["sqlite"] = await in_turn(stock, home, given)
    if given.postgres:
        found["postgresql"] = await on_postgres(home, given)
    if given.memory:
        found["memory"] = await in_memory(home, given)
    if given.redis:
        found["redis"] = await on_redis(home, given)
    found["growth"] = {
        str(steps): {"kasen": await growth(home, steps, stock=False), "stock": await growth(home, steps, stock=True)}
        for steps in given.steps
    }
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--runs", type=int, default=20, help="runs of each kind in a round, one after another")
    parser.add_argument("--many", type=int, default=100, help="runs at once")
    parser.add_argument("--steps", type=int, nargs="*", default=[100, 200, 400, 800])
    parser.add_argument("--postgres", nargs="?", const=OWN, default="", help="of this address, or a server of its own")
    parser.add_argument("--memory", action="store_true", help="also with the state of runs in memory")
    parser.add_argument("--redis", nargs="?", const=OWN, default="", help="of this address, or a server of its own")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    logging.getLogger("kasen").setLevel(logging.ERROR)
    home = Path(tempfile.mkdtemp(prefix="kasen-benchmark-", dir=given.home))
    try:
        found = asyncio.run(measure(home, given))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(json.dumps(found) if given.json else json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
