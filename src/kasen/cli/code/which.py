"""Which run is meant, and where its things are: without the engine, so that a look costs little."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from kasen.cli import completing
from kasen.errors import UnknownName, UsageError

if TYPE_CHECKING:
    from kasen.cli.code.board import Around
    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store
    from kasen.settings import Settings
    from kasen.teams.code.board.shown import Board
    from kasen.teams.code.place import Place

TEAM = "code"
Run = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        help="Id of the run, or its beginning; else the newest.",
        show_default=False,
        autocompletion=completing.code_runs,
    ),
]
Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[RUN] [AGENT]", help="The run, else the newest; an agent.", autocompletion=completing.code_runs
    ),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")]
_RUN = re.compile(r"[0-9A-HJKMNP-TV-Z]{2,26}")
"""Beginnings of ULIDs; ids of agents are in lower case."""
LAST = 1000
"""Events of a run that are looked through for its last word on the budget: few follow it."""
T = TypeVar("T")


def look(ctx: typer.Context, work: Callable[[Store, Settings], Awaitable[T]]) -> T:
    """Do something with the store of runs, nothing of which is driven by this process."""
    from kasen.cli.logs import begin
    from kasen.cli.signals import run_async
    from kasen.runtime.opening import store_of

    settings = begin(ctx.obj)

    async def opened() -> T:
        async with store_of(settings) as store:
            return await work(store, settings)

    found: T = run_async(opened())
    return found


async def code_run(store: Store, named: str) -> RunRow:
    """The run of the team, the newest where none is named. Raises UnknownName, UsageError."""
    from kasen.runtime.tables import RUNS

    if named:
        row = await store.run(named)
        if row.team != TEAM:
            raise UsageError(f"run {row.id} is of team `{row.team}`", hint=f"Look at it: kasen runs show {row.id}")
        return row
    rows = await store.runs(limit=1, where=[RUNS.c.team == TEAM])
    if not rows:
        raise UnknownName("there is no run of team `code` yet", hint='Begin one: kasen code run --requirement "…"')
    return rows[0]


def has_passed(row: RunRow) -> bool:
    """Whether anything lies on the branch of a run that is over."""
    return bool((row.result or {}).get("files"))


def place_of(store: Store, row: RunRow) -> Place:
    """Where the run keeps its work."""
    from kasen.teams.code.place import Place

    return Place(store.folder(row.id) / "code", row.id)


def status_of(store: Store, row: RunRow) -> str:
    """Its status; one whose process is gone without a word is not running."""
    from kasen.runtime.lock import is_owned

    is_left = row.status in ("created", "running") and not is_owned(store.folder(row.id))
    return "interrupted" if is_left else row.status


def reason_of(row: RunRow) -> str:
    """Why it ended as it did, or failed; empty where nothing is known."""
    said = row.error.get("message") if row.status == "failed" and row.error else (row.result or {}).get("reason")
    return " ".join(str(said or "").split())


async def spent_of(store: Store, row: RunRow) -> str:
    """The cap that was reached last: usd, tokens, seconds or calls."""
    last = await store.events(row.id, after=max(0, row.last_seq - LAST), limit=LAST)
    caps = [event.cap for event in last if event.type == "budget"]
    return caps[-1] if caps else "usd"


async def around(store: Store, row: RunRow, settings: Settings) -> Around:
    """What the board says beside what the orchestrator writes."""
    from kasen.cli.code.board import Around

    return Around(
        run_id=row.id,
        title=row.title,
        status=status_of(store, row),
        lang=settings.lang or row.lang,
        cap=row.options.usd,
        discarded=place_of(store, row).is_discarded,
        passed=has_passed(row),
        why=reason_of(row),
        hint=str(row.error.get("hint", "")) if row.status == "failed" and row.error else "",
        spent=await spent_of(store, row) if row.status == "stopped: budget" else "usd",
    )


def board_of(place: Place) -> Board | None:
    """The board as it was written last; None before the first time."""
    from pydantic import ValidationError

    from kasen.teams.code.board.shown import Board

    try:
        return Board.model_validate_json(place.board.read_bytes())
    except (OSError, ValidationError):  # not there yet, or of another version of Kasen
        return None


def parted(words: Sequence[str] | None) -> tuple[str, list[str]]:
    """`[RUN] …` as the run, empty where none is named, and the rest."""
    given = list(words or [])
    return (given[0], given[1:]) if given and _RUN.fullmatch(given[0]) else ("", given)


def run_and_agent(words: Sequence[str] | None) -> tuple[str, str]:
    """`[RUN] [AGENT]`, either of them empty. Raises UsageError for more."""
    run, rest = parted(words)
    if len(rest) > 1:
        raise UsageError(f"`{' '.join(rest)}` is more than one agent", hint="Give [RUN] [AGENT].")
    return run, rest[0] if rest else ""


def as_data(around: Around, board: Board | None) -> dict[str, Any]:
    """The board for programs."""
    shown = None if board is None else board.model_dump(mode="json")
    said = {"run": around.run_id, "title": around.title, "status": around.status, "cap_usd": around.cap}
    return {**said, "why": around.why, "hint": around.hint, "discarded": around.discarded, "board": shown}
