"""A team that does with the web what its request says, and what its runs are driven with."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, TypedDict

from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime
from langsmith.utils import tracing_is_enabled

from kasen.errors import ProviderError
from kasen.runtime.attempt import Attempt
from kasen.runtime.host import Host, build_deps
from kasen.runtime.limits import RunMeter, Spent
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.team import Deps, Team, load
from kasen.teams.echo.schemas import Request, Result
from kasen.testing.crash_child import rules_only
from kasen.testing.web import web
from kasen.tools.fetch.page import Page

UJI = "https://tea.example/uji"
SEN = "https://tea.example/sencha"
PAGES = {
    UJI: "# 宇治茶の歴史\n\n宇治では鎌倉時代に茶の栽培が始まったと伝えられる。",
    SEN: "# Sencha\n\nIn 1738 Nagatani Soen of Uji made a green tea by steaming and rolling the leaves.",
}
LOG = "asked.log"
"""File in the home that notes what the web was really asked."""


class State(TypedDict):
    request: Request
    result: Result


async def browse(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Lines `search …`, `page …`, `typed …` and `traced ?`; the result is what came of each, as JSON."""
    came = [await _did(runtime.context, *line.split(" ", 1)) for line in state["request"].text.splitlines()]
    return {"result": Result(text=json.dumps(came, ensure_ascii=False), parts=[], rounds=1, passed=True)}


async def _did(deps: Deps, what: str, words: str) -> str:
    if what == "traced":
        return str(tracing_is_enabled())
    if what == "search":
        if deps.search is None:
            return "no search"
        try:
            return " ".join(hit.source.uri for hit in await deps.search(words))
        except ProviderError as error:
            return f"{type(error).__name__}: {error}"
    if deps.fetch is None:
        return "no fetch"
    page = await deps.fetch.fetch(words, typed=what == "typed")
    return page.text if isinstance(page, Page) else f"{page.kind}: {page.reason}"


def build() -> StateGraph[State, Deps, Any, Any]:
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("browse", browse)
    graph.add_edge(START, "browse")
    return graph


def team(name: str) -> Team:
    if name != "browser":
        return load(name)
    return Team(
        name=name,
        summary=name,
        summary_ja=name,
        request="kasen.teams.echo.schemas:Request",
        result="kasen.teams.echo.schemas:Result",
        modes={"only": "runtime.web_scenes:build"},
        default_mode="only",
        web=True,
    )


def host_of(home: Path, **more: Any) -> Host:
    """A host without models that knows `browser`; hand in `search`, `fetch`, `now` and the like."""
    made = rules_only(home)
    return Host(**{"ask_for": made.ask_for, "open_library": made.open_library, "load_team": team, **more})


def noting(home: Path) -> Host:
    """A small web that notes in a file what it is asked, and takes a moment over it."""
    small = web(PAGES)
    log = home / LOG

    class Noting:
        name = "fake"

        async def __call__(self, query: str, **more: Any) -> Any:
            await _note(log, query)
            return await small.search(query, **more)

        async def fetch(self, url: str, **more: Any) -> Any:
            await _note(log, url)
            return await small.fetch.fetch(url, **more)

    return host_of(home, search=Noting(), fetch=Noting())


async def _note(log: Path, what: str) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write(f"{what}\n")
    await asyncio.sleep(0.002)


async def deps_of(
    store: Store, host: Host, *, run_id: str = "", lang: str = "en", owner: str = "", **options: Any
) -> Deps:
    """What the nodes of a new run are handed, or of another attempt at that one."""
    if not run_id:
        row = await store.create(
            team="browser", mode="only", title="t", lang=lang, request={}, options=Options(**options), owner=owner
        )
        run_id = row.id
    attempt = Attempt(store, run_id, await store.claim(run_id))
    row = await store.run(run_id)
    return await build_deps(host, row, attempt, RunMeter(attempt, row.options, Spent(0.0, 0, 0.0, 0)))
