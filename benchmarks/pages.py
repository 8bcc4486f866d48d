"""The pages in Chromium, on loopback: `python benchmarks/pages.py [--events N] [--times N] [--json]`.

A server process gives the built pages (`scripts/web.sh build`) over a home of its own and drives one run whose eight
parallel steps emit `--events` events as fast as they are stored: words, searches, sources, findings, scores, progress.

`fcp_*_ms` is the median of `--times` first paints with content, each in a fresh profile, after one that is not counted;
`first_page_gzip_bytes` is what came over the wire for `/` until it was still, packed as it was sent; `*_task_ms` is the
longest task of the page's thread while the events arrive, and while a page is opened that finds all of them stored.
`others_percent` is the share of the machine's processors that other programs used meanwhile. `limits` are what the
figures are held against; exit code 1 when one is above.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Annotated, Any, TypedDict

import uvicorn
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send
from playwright.sync_api import Browser, Page, sync_playwright

from kasen.models.access import access_of
from kasen.runtime.local import local_host
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.web_local import LocalWeb
from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.server.listening import Patient, listen
from kasen.server.serving import Server
from kasen.settings import load_settings
from kasen.team import Deps, Team, load
from kasen.teams.echo.schemas import Request, Result
from kasen.tools.chromium import program

LIMITS = {
    "fcp_first_ms": 1000,
    "fcp_run_ms": 1000,
    "first_page_gzip_bytes": 350_000,
    "live_task_ms": 200,
    "stored_task_ms": 200,
}
STEPS = 8
"""Parallel steps of the run."""
AT_ONCE = 20
"""Events of a step that are under way together."""
FLAGS = ("--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-sync", "--no-first-run")
WATCH = """
window.tasks = []
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.tasks.push(Math.round(one.duration))
}).observe({ type: 'longtask', buffered: true })
"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
BYTES = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter((one) => !one.name.includes('/api/')).reduce((sum, one) => sum + one.encodedBodySize, 0)"""
GO: list[asyncio.Event] = []
"""Set when the run is to emit; made in the server process."""


class State(TypedDict):
    """Of the team that emits."""

    request: Request
    result: Annotated[Result, lambda _old, new: new]


class Share(TypedDict):
    """Of one step: its number, and how many events are its own."""

    number: int
    events: int


def begin(state: State) -> list[Send]:
    """All steps side by side."""
    events = int(state["request"].text) // STEPS
    return [Send("worker", Share(number=number, events=events)) for number in range(STEPS)]


async def worker(state: Share, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Emit the events of one step."""
    await GO[0].wait()
    emit = runtime.context.emit
    for start in range(0, state["events"], AT_ONCE):
        kinds = [_event(state["number"], n) for n in range(start, min(start + AT_ONCE, state["events"]))]
        await asyncio.gather(*(emit(kind, **fields) for kind, fields in kinds))
    return {"result": Result(text="", parts=[], rounds=1, passed=True)}


def _event(step: int, n: int) -> tuple[str, dict[str, Any]]:
    """Half of them are words, as while models write; the others are of each kind."""
    if n % 2:
        return "text", {"id": f"w{step}-{n // 500}", "text": "宇治は茶の町です。 "}
    others: list[tuple[str, dict[str, Any]]] = [
        ("search", {"query": f"宇治茶 {n}", "where": "web", "found": n}),
        ("source", {"source_id": f"s{step}-{n}", "title": f"Tea {n}", "uri": "https://example.com/", "kind": "web"}),
        ("finding", {"id": f"F{step}-{n}", "severity": "minor", "text": f"No figure is given in line {n}."}),
        ("score", {"name": f"part {step}", "value": n % 10, "scale": 10}),
        ("progress", {"text": "pages", "done": n, "total": 2000}),
    ]
    return others[n // 2 % len(others)]


def build() -> StateGraph[State, Deps, Any, Any]:
    """A graph of parallel steps."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("worker", worker)
    graph.add_conditional_edges(START, begin, ["worker"])
    graph.add_edge("worker", END)
    return graph


def team(name: str) -> Team:
    """Echo works as this file says."""
    found = load(name)
    return replace(found, modes={"echo": f"{__name__}:build"}) if name == "echo" else found


async def serving(home: Path, pipe: Connection, events: int) -> None:
    """The server: says its port, starts the run, lets it emit when it is told to, ends when it is told to."""
    GO.append(asyncio.Event())
    async with AsyncExitStack() as opened:
        settings = load_settings(home=home, search="none", preset="none")
        store = await opened.enter_async_context(Store(home))
        host = replace(local_host(settings, LocalWeb(settings, access_of(settings))), load_team=team)
        runner = Runner(store, host)
        opened.push_async_callback(runner.close, grace_s=0)
        sockets = listen("127.0.0.1", 0)
        app = create_app(ServerDeps(runner=runner, settings=settings))
        config = uvicorn.Config(app, http=Patient, ws="none", lifespan="off", log_config=None, access_log=False)
        server = Server(config)
        task = asyncio.create_task(server.serve(sockets=sockets))
        run_id = await runner.start("echo", {"text": str(events)})
        pipe.send((sockets[0].getsockname()[1], run_id))
        await asyncio.to_thread(pipe.recv)
        began = time.monotonic()
        GO[0].set()
        row = await runner.wait(run_id)
        pipe.send((time.monotonic() - began, row.last_seq))
        await asyncio.to_thread(pipe.recv)
        server.should_exit = True
        await task


def serve(home: Path, pipe: Connection, events: int) -> None:
    """The server process."""
    logging.getLogger("kasen").setLevel(logging.ERROR)
    asyncio.run(serving(home, pipe, events))


# The browser


@contextmanager
def page_of(browser: Browser, port: int) -> Iterator[Page]:
    """A page in a fresh profile."""
    context = browser.new_context(base_url=f"http://127.0.0.1:{port}", viewport={"width": 1440, "height": 900})
    context.add_init_script(WATCH)
    try:
        yield context.new_page()
    finally:
        context.close()


def first_paint(browser: Browser, port: int, path: str, times: int) -> float:
    """Milliseconds, the median."""
    found = []
    for _ in range(times + 1):
        with page_of(browser, port) as page:
            page.goto(path)
            found.append(float(page.wait_for_function(PAINT).json_value()))
    return round(median(found[1:]), 1)


def first_bytes(browser: Browser, port: int) -> int:
    """All of the first page, as it came."""
    with page_of(browser, port) as page:
        page.goto("/", wait_until="networkidle")
        return int(page.evaluate(BYTES))


def longest(page: Page) -> int:
    """Milliseconds of the longest task; those under 50 are not told by browsers and count as 0."""
    return max(page.evaluate("() => window.tasks"), default=0)


def live(browser: Browser, port: int, run_id: str, pipe: Connection) -> dict[str, Any]:
    """While the events arrive: the page is open before they do, and shows the end after."""
    with page_of(browser, port) as page:
        page.goto(f"/runs/{run_id}")
        page.locator("details[data-node='worker']").nth(STEPS - 1).wait_for()
        before = longest(page)
        page.evaluate("() => { window.tasks = [] }")
        busy, began = machine_seconds(), time.monotonic()
        pipe.send("go")
        wrote_s, last_seq = pipe.recv()
        page.locator("li[data-state='done'] details[data-node='worker']").nth(STEPS - 1).wait_for(timeout=120_000)
        seconds = time.monotonic() - began
        used = machine_seconds() - busy
        return {
            "events": last_seq,
            "events_per_second": round(last_seq / wrote_s),
            "shown_after_s": round(seconds - wrote_s, 2),
            "live_task_ms": longest(page),
            "open_task_ms": before,
            "machine_percent": round(used / seconds / (os.cpu_count() or 1) * 100, 1),
        }


def stored(browser: Browser, port: int, run_id: str) -> dict[str, Any]:
    """A page that is opened when all is stored."""
    with page_of(browser, port) as page:
        page.goto(f"/runs/{run_id}")
        page.locator("li[data-state='done'] details[data-node='worker']").nth(STEPS - 1).wait_for()
        page.wait_for_load_state("networkidle")
        return {"stored_task_ms": longest(page)}


def machine_seconds() -> float:
    """What all programs have used of all processors."""
    user, nice, system, _idle, _wait, *more = map(int, Path("/proc/stat").read_text(encoding="utf-8").split()[1:9])
    return (user + nice + system + sum(more)) / os.sysconf("SC_CLK_TCK")


def measure(home: Path, events: int, times: int) -> dict[str, Any]:
    """All figures."""
    context = multiprocessing.get_context("spawn")
    pipe, its = context.Pipe()
    server = context.Process(target=serve, args=(home, its, events))
    server.start()
    its.close()
    try:
        port, run_id = pipe.recv()
        with sync_playwright() as playwright:
            path = program(playwright, "the pages")  # type: ignore[arg-type]
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
            found: dict[str, Any] = {
                "fcp_first_ms": first_paint(browser, port, "/", times),
                "fcp_run_ms": first_paint(browser, port, f"/runs/{run_id}", times),
                "first_page_gzip_bytes": first_bytes(browser, port),
                **live(browser, port, run_id, pipe),
                **stored(browser, port, run_id),
            }
            browser.close()
        pipe.send("end")
        server.join(20)
    finally:
        server.terminate()
        server.join()
    return {**found, "limits": LIMITS, "within": all(found[name] <= limit for name, limit in LIMITS.items())}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="kasen-benchmark-"))
    try:
        found = measure(home, asked.events, asked.times)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if asked.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:24} {value}")
    sys.exit(0 if found["within"] else 1)


if __name__ == "__main__":
    main()
