"""Driving a run from here to its end or its next pause; whatever ends it, no agent is left behind."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kasen.cli.code.answering import ask
from kasen.cli.code.detach import tell_begun
from kasen.cli.code.live import view_of
from kasen.cli.code.said import said
from kasen.cli.code.which import around, has_passed, place_of, reason_of, spent_of
from kasen.cli.code.words import words_of
from kasen.cli.drive import Output, see_through
from kasen.errors import BudgetSpent, InputError, NotPassed, Paused, Stopped
from kasen.prompts.outside import printable
from kasen.runtime.lock import is_owned
from kasen.runtime.rows import RESUMABLE
from kasen.team import PERSON_STOPPED

if TYPE_CHECKING:
    from kasen.runtime.rows import ApprovalRow, RunRow
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings


async def drive(
    runner: Runner, settings: Settings, run_id: str, to: Output, *, after: int = 0, begun: int | None = None
) -> RunRow:
    """See a run through that this process has begun or taken up. `begun`: file descriptor of who waits for that.

    Raises as `see_through`, with the commands of this team as the next step.
    """
    row = await runner.store.run(run_id)
    place, lang = place_of(runner.store, row), settings.lang or row.lang
    tell_begun(begun, run_id, lang)
    view = view_of(place, await around(runner.store, row, settings), json=to.json, quiet=to.quiet)
    try:
        row = await see_through(
            runner,
            settings,
            run_id,
            to,
            after=after,
            view=view,
            how=f"kasen code continue {run_id}",
            ask=lambda pause: _ask(runner, pause, settings.editor, lang),
        )
    except Paused as error:
        raise Paused(str(error), hint=said(lang, "answer_on", run=run_id)) from error
    except Stopped as error:
        row = await runner.store.run(run_id)
        if row.status == PERSON_STOPPED:
            raise Stopped(said(lang, "by_person", run=run_id), hint=_left_of(row, lang)) from error
        if row.status not in RESUMABLE:
            status = words_of(lang).get(f"status.{row.status}", row.status)
            raise Stopped(said(lang, "over", run=run_id, status=status), hint=_left_of(row, lang)) from error
        raise Stopped(said(lang, "interrupted", run=run_id), hint=said(lang, "go_on", run=run_id)) from error
    except NotPassed as error:
        row = await runner.store.run(run_id)
        raise NotPassed(said(lang, "not_passed", run=run_id, why=reason_of(row)), hint=_left_of(row, lang)) from error
    except BudgetSpent as error:
        row = await runner.store.run(run_id)
        hint = said(lang, "raise", run=run_id, cap=await spent_of(runner.store, row))
        raise BudgetSpent(said(lang, "spent", run=run_id, why=reason_of(row)), hint=hint) from error
    finally:
        if not is_owned(runner.store.folder(run_id)):
            from kasen.teams.code.taking.ending import end_agents

            await end_agents(place)
    if not (to.json or to.quiet):
        print(said(lang, "take", run=run_id), file=sys.stderr)
    return row


async def _ask(runner: Runner, pause: ApprovalRow, editor: str, lang: str) -> bool:
    """Until who sits here gives an answer, or leaves it for later; what is asked stands above it."""
    while True:
        try:
            return await ask(runner, pause, editor=editor, lang=lang)
        except InputError as error:
            print(printable(f"  {error}"), file=sys.stderr)


def _left_of(row: RunRow, lang: str) -> str:
    """What can be done with a run that is over and not done."""
    return said(lang, "left" if has_passed(row) else "left_nothing", run=row.id)
