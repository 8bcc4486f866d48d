"""`kasen code logs`: what an agent's program told, or what the orchestrator did."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.cli.code.log_lines import Growing, line
from kasen.cli.code.which import Words, code_run, look, place_of, run_and_agent, status_of

if TYPE_CHECKING:
    from kasen.runtime.store import Store
    from kasen.settings import Settings
    from kasen.teams.code.place import Place

LOOK_S = 0.5


def logs(
    ctx: typer.Context,
    words: Words = None,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Stay until the run does not go on.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The lines as they are kept.")] = False,
) -> None:
    """Show what an agent's program told, event by event; without an agent what the orchestrator did.

    Examples:
        kasen code logs
        kasen code logs coder-1 --follow
    """
    run, agent = run_and_agent(words)

    async def work(store: Store, _: Settings) -> None:
        row = await code_run(store, run)
        seen: dict[str, Growing] = {}
        while True:
            goes_on = follow and status_of(store, await store.run(row.id)) in ("created", "running")
            for growing in _files(place_of(store, row), agent, seen):
                for told in growing.lines():
                    print(json.dumps(told, ensure_ascii=False) if as_json else line(told, agent), flush=True)
            if not goes_on:
                return
            await asyncio.sleep(LOOK_S)

    look(ctx, work)


def _files(place: Place, agent: str, seen: dict[str, Growing]) -> Iterator[Growing]:
    """The files, oldest first; those that came since the last time too. Raises UnknownName."""
    if agent:
        from kasen.teams.code.ordering import known

        folder = place.agent(known(place, agent))
        paths = [folder / "events.jsonl"] if seen else [folder / "events.1.jsonl", folder / "events.jsonl"]
    else:
        folder = place.mailbox.logs
        paths = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    for path in paths:
        yield seen.setdefault(str(path), Growing(path))
