"""`kasen code approve`: answer what a run asks; take over what a run has made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.cli.code.detach import LOG, in_background, say_detached
from kasen.cli.code.which import Run, code_run, status_of
from kasen.cli.pause import can_ask, typed_line
from kasen.errors import UsageError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings
    from kasen.teams.code.taking.branch import Offer

SHOWN = 12
"""Commits and files that are named; the others are counted."""


def approve(
    ctx: typer.Context,
    run: Run = "",
    answer: Annotated[str | None, typer.Option("--answer", "-a", help="The answer: yes, no, retry, accept …")] = None,
    push: Annotated[bool, typer.Option("--push", help="Also push your branch.")] = False,
    pr: Annotated[
        bool, typer.Option("--pr", help="Leave your branch: push that of the run and open a pull request with gh.")
    ] = False,
    detach: Annotated[bool, typer.Option("--detach", "-d", help="After an answer go on in the background.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Do not ask: take over, or answer with the default.")
    ] = False,
) -> None:
    """Answer what a run asks, and go on; or merge the branch of a run that is over into the one you are on."""
    from kasen.cli.drive import run_async
    from kasen.cli.logs import begin
    from kasen.runtime.local import open_runner

    settings = begin(ctx.obj)

    async def work() -> tuple[RunRow, bool]:
        async with open_runner(settings) as runner:
            row = await code_run(runner.store, run)
            if await _answered(runner, settings, row, answer, yes=yes):
                return row, status_of(runner.store, row) != "running"
            if status_of(runner.store, row) in ("created", "running"):
                raise UsageError(f"run {row.id} is going on and asks nothing", hint="Look: kasen code status --watch")
            if answer is not None:
                raise UsageError(f"run {row.id} asks nothing")
            await _take(row, yes=yes, push=push, pr=pr)
            return row, False

    row, goes_on = run_async(work())
    if not goes_on:
        return
    if detach or (settings.home / "runs" / row.id / LOG).exists():
        say_detached(in_background(ctx, settings, ["continue", row.id]))
        return
    _here(settings, row.id)


def _here(settings: Settings, run_id: str) -> None:
    from kasen.cli.code.continuing import go_on
    from kasen.cli.drive import Output, run_async

    run_async(go_on(settings, run_id, Output(quiet=settings.log_level == "ERROR"), {}, None))


async def _answered(runner: Runner, settings: Settings, row: RunRow, said: str | None, *, yes: bool) -> bool:
    """Whether the run asked something, which is answered now."""
    from kasen.cli.code.answering import answer
    from kasen.runtime.approvals import approvals
    from kasen.runtime.rows import RESUMABLE

    if row.status not in RESUMABLE:
        return False
    waiting = [pause for pause in await approvals(runner.store, row.id) if not pause.answered]
    for pause in waiting:
        await answer(runner, pause, said=said, default=yes, editor=settings.editor)
        print(printable(f"`{pause.name}` is answered"), file=sys.stderr)
    return bool(waiting)


async def _take(row: RunRow, *, yes: bool, push: bool, pr: bool) -> None:
    from kasen.teams.code.taking import pushing
    from kasen.teams.code.taking.branch import offered, take

    offer = await offered(Path(row.request["repo"]), f"kasen/{row.id}")
    if pr:
        await pushing.check_program(offer.root)
    for line in lines(offer, row):
        print(printable(line), file=sys.stderr)
    if offer.how == "nothing" and not (push or pr):
        return
    if pr:
        _ask(yes, f"push `{offer.branch}` and open a pull request into `{offer.into}`")
        await pushing.push(offer.root, offer.branch)
        text = f"{row.title}\n\n" + "\n".join(f"- {subject}" for subject in offer.commits)
        print(await pushing.ask_to_merge(offer.root, offer.branch, offer.into, title=row.title, text=text))
        return
    _ask(yes, f"merge it into `{offer.into}`{' and push that' if push else ''}")
    head = await take(offer, f"{row.title}\n\nMade by run {row.id} of Kasen.")
    print(printable(f"{offer.into} is at {head[:12]}"))
    if push:
        print(printable(f"pushed to {await pushing.push(offer.root, offer.into)}"), file=sys.stderr)
    print(f"its work trees and branches are still there: kasen code discard {row.id}", file=sys.stderr)


def lines(offer: Offer, row: RunRow) -> list[str]:
    """What would come."""
    outcome = (row.result or {}).get("outcome", "")
    said = [f"{row.title}", f"  {offer.branch} → {offer.into} in {offer.root}"]
    if row.status != "done" or outcome not in ("", "completed"):
        said.append(f"  ! the run is {row.status}{f', {outcome}' if outcome else ''}: this is what passed so far")
    if offer.how == "nothing":
        return [*said, f"  {offer.into} has all of it already"]
    for several, what in ((offer.commits, "commits"), (offer.files, "files")):
        said += [f"    {one}" for one in several[:SHOWN]]
        said += [f"    and {len(several) - SHOWN} {what} more"] if len(several) > SHOWN else []
    return said


def _ask(yes: bool, what: str) -> None:
    if yes:
        return
    if not can_ask():
        raise UsageError(f"this would {what}", hint="Give --yes to do it.")
    print(printable(f"{what}? [y/N]"), end=" ", file=sys.stderr, flush=True)
    if (typed_line() or "").strip().lower() not in ("y", "yes", "はい"):
        raise UsageError("nothing was taken")
