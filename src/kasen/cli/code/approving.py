"""`kasen code approve`: answer what a run asks; take over what a run has made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.cli.code.detach import LOG, in_background, say_detached
from kasen.cli.code.said import said
from kasen.cli.code.which import Run, code_run, has_passed, place_of, status_of
from kasen.cli.code.words import words_of
from kasen.cli.pause import can_ask, typed_line
from kasen.errors import UsageError
from kasen.prompts.outside import printable
from kasen.team import DONE

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
    answer: Annotated[
        str | None, typer.Option("--answer", "-a", metavar="WORD", help="The answer: yes, no, retry, accept …")
    ] = None,
    push: Annotated[bool, typer.Option("--push", help="Also push your branch.")] = False,
    pr: Annotated[
        bool, typer.Option("--pr", help="Leave your branch: push that of the run and open a pull request with gh.")
    ] = False,
    detach: Annotated[bool, typer.Option("--detach", "-d", help="After an answer go on in the background.")] = False,
    own: Annotated[
        bool, typer.Option("--own", help="What git runs was changed since the run, by you: go on with it.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Do not ask: take over, or answer with the default.")
    ] = False,
) -> None:
    """Answer what a run asks, and go on; or merge the branch of a run that is over into the one you are on.

    Examples:
        kasen code approve
        kasen code approve --answer yes
        kasen code approve 01M8 --pr
    """
    from kasen.cli.logs import begin
    from kasen.cli.signals import run_async
    from kasen.runtime.local import open_runner
    from kasen.teams.code.taking.standing import passed

    settings = begin(ctx.obj)

    async def work() -> tuple[RunRow, bool]:
        async with open_runner(settings) as runner:
            row = await code_run(runner.store, run)
            lang = settings.lang or row.lang
            if await _answered(runner, settings, row, answer, yes=yes):
                return row, status_of(runner.store, row) != "running"
            if status_of(runner.store, row) in ("created", "running"):
                raise UsageError(said(lang, "is_going", run=row.id), hint=said(lang, "look"))
            if answer is not None:
                raise UsageError(said(lang, "asks_nothing", run=row.id))
            place = place_of(runner.store, row)
            async with passed(place, lambda names: own or _is_own(names, lang), lang) as head:
                await _take(row, head, lang, yes=yes, push=push, pr=pr)
            return row, False

    row, goes_on = run_async(work())
    if not goes_on:
        return
    if detach or (settings.home / "runs" / row.id / LOG).exists():
        say_detached(*in_background(ctx, settings, ["continue", row.id]))
        return
    _here(settings, row.id)


def _here(settings: Settings, run_id: str) -> None:
    from kasen.cli.code.continuing import go_on
    from kasen.cli.drive import Output
    from kasen.cli.signals import run_async

    run_async(go_on(settings, run_id, Output(quiet=settings.log_level == "ERROR"), {}, None))


async def _answered(runner: Runner, settings: Settings, row: RunRow, word: str | None, *, yes: bool) -> bool:
    """Whether the run asked something, which is answered now."""
    from kasen.cli.code.answering import answer
    from kasen.runtime.approvals import approvals
    from kasen.runtime.rows import RESUMABLE

    if row.status not in RESUMABLE:
        return False
    waiting = [pause for pause in await approvals(runner.store, row.id) if not pause.answered]
    for pause in waiting:
        await answer(runner, pause, said=word, default=yes, editor=settings.editor, lang=settings.lang or row.lang)
        print(printable(said(settings.lang or row.lang, "answered", name=pause.name)), file=sys.stderr)
    return bool(waiting)


async def _take(row: RunRow, passed: str, lang: str, *, yes: bool, push: bool, pr: bool) -> None:
    from kasen.teams.code.taking import pushing
    from kasen.teams.code.taking.branch import offered, take

    offer = await offered(Path(row.request["repo"]), f"kasen/{row.id}", passed, lang)
    if pr:
        await pushing.check_program(offer.root)
    for line in lines(offer, row, lang):
        print(printable(line), file=sys.stderr)
    if offer.how == "nothing" and not (push or pr):
        return
    if pr:
        _ask(yes, lang, said(lang, "pr", branch=offer.branch, into=offer.into))
        await pushing.push(offer.root, offer.branch, offer.head)
        text = f"{row.title}\n\n" + "\n".join(f"- {subject}" for subject in offer.commits)
        print(await pushing.ask_to_merge(offer.root, offer.branch, offer.into, title=row.title, text=text))
        return
    _ask(yes, lang, said(lang, "merge_push" if push else "merge", into=offer.into))
    head = await take(offer, f"{row.title}\n\nMade by run {row.id} of Kasen.")
    print(printable(said(lang, "is_at", into=offer.into, head=head[:12])))
    if push:
        where = await pushing.push(offer.root, offer.into)
        print(printable(said(lang, "pushed", where=where)), file=sys.stderr)
    print(said(lang, "still", run=row.id), file=sys.stderr)


def lines(offer: Offer, row: RunRow, lang: str = "en") -> list[str]:
    """What would come."""
    told = [f"{row.title}", said(lang, "from_to", branch=offer.branch, into=offer.into, root=offer.root)]
    if row.status != DONE or (row.result or {}).get("outcome", "completed") != "completed":
        status = words_of(lang).get(f"status.{row.status}", row.status)
        told.append(said(lang, "so_far", status=status))
    if offer.how == "nothing":
        return [
            *told,
            said(lang, "has_all", into=offer.into) if has_passed(row) else said(lang, "left_nothing", run=row.id),
        ]
    for several, what in ((offer.commits, "more_commits"), (offer.files, "more_files")):
        told += [f"    {one}" for one in several[:SHOWN]]
        told += [said(lang, what, n=len(several) - SHOWN)] if len(several) > SHOWN else []
    return told


def _is_own(names: str, lang: str) -> bool:
    """Whether the person says so; `--yes` does not: it was given before they could know."""
    if not can_ask():
        return False
    print(printable(said(lang, "since", names=names)), end=" ", file=sys.stderr, flush=True)
    return (typed_line() or "").strip().lower() in ("y", "yes", "はい")


def _ask(yes: bool, lang: str, what: str) -> None:
    if yes:
        return
    if not can_ask():
        raise UsageError(said(lang, "would", what=what), hint=said(lang, "give_yes"))
    print(printable(said(lang, "sure", what=what)), end=" ", file=sys.stderr, flush=True)
    if (typed_line() or "").strip().lower() not in ("y", "yes", "はい"):
        raise UsageError(said(lang, "not_taken"))
