"""`kasen runs delete` and `kasen runs prune`: wiping runs for good."""

from __future__ import annotations

import json as jsonlib
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.cli import completing
from kasen.cli.drive import with_runner
from kasen.cli.pause import can_ask, typed_line
from kasen.cli.progress import Progress
from kasen.errors import RunBusy, UnknownName, UsageError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings

_RUN = "Id of the run, or its beginning."
Run = Annotated[str, typer.Argument(metavar="RUN", help=_RUN, autocompletion=completing.runs)]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
Json = Annotated[bool, typer.Option("--json", help="JSON on stdout.")]


def delete(ctx: typer.Context, run: Run, yes: Yes = False, json: Json = False) -> None:
    """Wipe a run: checkpoints, evidence, artifacts, logs. Files you exported stay.

    Examples:
        kasen runs delete 01M8 --yes
    """

    async def work(runner: Runner, _: Settings) -> None:
        row = await runner.store.run(run)
        _confirm(yes, f"delete run {row.id} ({printable(row.title)})")
        await runner.delete(row.id)
        print(f"{row.id} is deleted", file=sys.stderr)
        if json:
            print(jsonlib.dumps({"deleted": [row.id]}))

    with_runner(ctx, work)


def prune(
    ctx: typer.Context,
    older_than: Annotated[
        str,
        typer.Option(metavar="AGE", help="Runs that ended longer ago than `12h`, `30d` or `8w`; a number is days."),
    ] = "",
    days: Annotated[int, typer.Option(metavar="N", min=0, help="The same in days.")] = 30,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Delete old runs that are over, and give the space back. Those that wait for a person or can be continued stay.

    Examples:
        kasen runs prune
        kasen runs prune --older-than 8w --yes
    """
    age = _age(older_than) if older_than else timedelta(days=days)

    async def work(runner: Runner, settings: Settings) -> None:
        before = (datetime.now(UTC) - age).isoformat(timespec="milliseconds")
        old = await runner.store.ended_before(before)
        if old:
            _confirm(yes, f"delete {_counted(len(old))} that ended more than {older_than or f'{days} days'} ago")
        progress, deleted = Progress(quiet=json or settings.log_level == "ERROR"), []
        for number, row in enumerate(old, start=1):
            deleted += [row.id] * await _deleted(runner, row.id)
            await progress(text="runs looked at", done=number, total=len(old))
        await runner.store.vacuum()
        if json:
            print(jsonlib.dumps({"deleted": deleted}))
        else:
            print(f"{_counted(len(deleted))} deleted", file=sys.stderr)

    with_runner(ctx, work, how="The same command deletes the rest.")


def _counted(runs: int) -> str:
    return f"{runs} {'run' if runs == 1 else 'runs'}"


async def _deleted(runner: Runner, run_id: str) -> bool:
    """Whether it is deleted now: not when somebody went on with it, or deleted it, since it was looked for."""
    try:
        await runner.delete(run_id)
    except RunBusy:
        print(f"{run_id} is in use and stays", file=sys.stderr)
        return False
    except UnknownName:
        return False
    return True


def _age(text: str) -> timedelta:
    units = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
    number, unit = (text[:-1], text[-1]) if text[-1:].lower() in units else (text, "d")
    try:
        return units[unit.lower()] * int(number)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"`--older-than {text}` is no age", hint="Write 12h, 30d or 8w.") from error


def _confirm(yes: bool, what: str) -> None:
    if yes:
        return
    if not can_ask():
        raise UsageError(f"this would {what}", hint="Give --yes to do it.")
    print(f"{what}? [y/N]", end=" ", file=sys.stderr, flush=True)
    if (typed_line() or "").strip().lower() not in ("y", "yes"):
        raise UsageError("nothing was deleted")
