"""What the store says of runs, for the terminal: read without what drives them, so that a look at them is quick."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import typer

from kasen.cli.lines import line
from kasen.cli.signals import run_async
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store


def with_store(ctx: typer.Context, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Do `work` with the store of the settings; nothing is driven, and no model, page or document can be asked for."""
    from kasen.cli.logs import begin
    from kasen.runtime.opening import store_of

    settings = begin(ctx.obj)

    async def opened() -> Any:
        async with store_of(settings) as store:
            return await work(store)

    return run_async(opened())


async def states_of(store: Store, rows: Sequence[RunRow]) -> list[str]:
    """Their statuses; one whose process is gone without a word is not running, and one in line says its place."""
    from kasen.runtime.engines.embedded.line import waiting_elsewhere
    from kasen.runtime.rows import ACTIVE

    active = [row.id for row in rows if row.status in ACTIVE]
    left = set(active) - await store.owned_of(active)
    waiting = await waiting_elsewhere(store, rows)
    states = {run_id: f"waiting ({ahead} before)" if ahead else "waiting" for run_id, ahead in waiting.items()}
    return ["interrupted" if row.id in left else states.get(row.id, row.status) for row in rows]


async def print_list(store: Store, limit: int, *, json: bool) -> int:
    """The latest runs, newest first; returns how many. `state` in the JSON says what the line for people says."""
    from kasen.runtime.rows import TALK
    from kasen.runtime.tables import RUNS

    rows = await store.runs(limit=limit, where=[RUNS.c.team != TALK])
    for row, state in zip(rows, await states_of(store, rows), strict=True):
        if json:
            told = {**row.model_dump(mode="json", exclude={"result", "request"}), "state": state}
            print(jsonlib.dumps(told, ensure_ascii=False, separators=(",", ":")))
            continue
        created = row.created_at[:16].replace("T", " ")
        print(printable(f"{row.id}  {created}  {state:<16} {row.team:<9} {row.title}"))
    return len(rows)


async def print_run(store: Store, row: RunRow, *, json: bool) -> None:
    """What a run did: events, the runs that it asked of other teams, what it cost. With `json` the events alone."""
    if not json:
        _print_head(row, (await states_of(store, [row]))[0])
    after = 0
    while page := await store.events(row.id, after=after):
        after = page[-1].seq
        for event in page:
            text = event.model_dump_json() if json else line(event)
            if text:
                print(text if json else f"{event.at[11:19]}  {text}")
    if not json:
        await _print_nested(store, row.id)
        await _print_costs(store, row.id)


def _print_head(row: RunRow, state: str) -> None:
    from kasen.runtime.versions import said_of

    print(printable(f"{row.title}\n{row.id} · {row.team} · {row.mode} · {state} · preset {row.options.preset}\n"))
    if text := said_of(row):
        print(printable(f"{text}\n"))


async def _print_nested(store: Store, run_id: str) -> None:
    """The runs that it asked other teams for."""
    from kasen.runtime.nested_records import children

    rows = [await store.run(id) for id in await store.read(lambda c: children(c, run_id))]
    for number, (row, state) in enumerate(zip(rows, await states_of(store, rows), strict=True)):
        text = f"{row.id}  {state:<16} {row.team:<9} {row.title}"
        print(("" if number else "\n") + printable(text))


async def _print_costs(store: Store, run_id: str) -> None:
    from kasen.cli.costs import cost_lines
    from kasen.runtime.ledger import figures

    texts = list(cost_lines(await store.read(lambda connection: figures(connection, run_id))))
    print("".join(f"\n{printable(text)}" for text in texts), end="\n" if texts else "")
