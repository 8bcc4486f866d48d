"""What the tools do: start runs, answer their pauses, carry them on, and wait for what comes of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from kasen.errors import InputError, RunBusy, UnknownName, UsageError
from kasen.runtime.approvals import approvals
from kasen.runtime.events import EVENT
from kasen.runtime.local import options_of
from kasen.runtime.request import parse_request
from kasen.runtime.rows import RESUMABLE
from kasen.server.at_terminal import check_go_on, check_start, is_terminal_only
from kasen.server.mcp.offered import (
    ANSWER,
    CONTINUE,
    AnswerGiven,
    ContinueGiven,
    TeamGiven,
    checked,
    split,
)
from kasen.server.mcp.progress import words
from kasen.server.mcp.resources import own_run
from kasen.team import AUTO, load, request_type

if TYPE_CHECKING:
    from kasen.runtime.rows import ApprovalRow, Options, RunRow
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings
    from kasen.team import Team

Tell = Callable[[int, str], Awaitable[None]]
"""Says how far a run is: a number that grows, and words."""
BY = "mcp"
"""Who answers pauses."""


class Desk:
    """The tools over one runner. Who stops waiting stops the run: it ends after its step, and can be carried on."""

    def __init__(self, runner: Runner, settings: Settings) -> None:
        self.runner = runner
        self._settings = settings
        self._stopped: set[str] = set()

    async def call(self, name: str, arguments: dict[str, Any], tell: Tell) -> RunRow:
        """Do what a tool is called for; the run as it stands then.

        Raises:
            KasenError: what is wrong with the arguments, or what lacks.
        """
        if name == ANSWER:
            return await self._answer(checked(AnswerGiven, arguments), tell)
        if name == CONTINUE:
            return await self._continue(checked(ContinueGiven, arguments), tell)
        return await self._start(load(name), arguments, tell)

    # Starting

    async def _start(self, team: Team, arguments: dict[str, Any], tell: Tell) -> RunRow:
        check_start(team)
        request, given = split(team, arguments)
        if self._settings.lang and "lang" in request_type(team).model_fields and not given.continues:
            request = {"lang": self._settings.lang, **request}
        self._check_room()
        options = await self._options(team, request, given)
        run_id = await self.runner.start(team.name, request, mode=given.mode, options=options)
        return await self._follow(run_id, 0, tell, given.wait_seconds)

    def _check_room(self) -> None:
        at_work = len(self.runner.driven)
        if at_work >= self._settings.runs_each:
            raise UsageError(f"{at_work} runs are at work", hint="Wait for one of them.")

    async def _options(self, team: Team, request: dict[str, Any], given: TeamGiven) -> Options:
        """As on the command line: the limits of the mode, a local follow-up of a run that was local."""
        local_only = given.local_only
        if given.continues:
            local_only |= (await own_run(self.runner.store, given.continues)).options.local_only
        mode = team.mode(given.mode)
        if mode == AUTO and not given.continues:
            mode = (await asyncio.to_thread(team.mode_for, mode, parse_request(team, request)))[0]
        caps = given.model_dump(include={"budget_usd", "budget_seconds"}, exclude_none=True)
        preset = {"preset": given.preset} if given.preset else {}
        return options_of(
            self._settings.model_copy(update={**caps, **preset}),
            team,
            yes=False,
            mode=mode,
            source="`preset`" if given.preset else "",
            local_only=local_only,
            continues=given.continues,
        )

    # Answering, carrying on

    async def _answer(self, given: AnswerGiven, tell: Tell) -> RunRow:
        row = await own_run(self.runner.store, given.run)
        pause = _meant(await approvals(self.runner.store, row.id), given.approval, row.id)
        if ("answer" in given.model_fields_set) == given.default:
            raise InputError("give either `answer` or `default: true`")
        value = pause.asked.default if given.default else given.answer
        if not pause.answered:
            await self.runner.settled(row.id)  # it has come to the pause and is about to end
        await self._settle(row, pause, value)
        if any(not one.answered for one in await approvals(self.runner.store, row.id)):
            return await self.runner.store.run(row.id)
        return await self._go_on(row.id, None, tell, given.wait_seconds)

    async def _settle(self, row: RunRow, pause: ApprovalRow, value: Any) -> None:
        """Answer; models like to write JSON as text."""
        said = partial(self.runner.answer, row.id, pause.interrupt_id, by=BY, go_on=not is_terminal_only(row.team))
        try:
            await said(value)
        except InputError:
            if not isinstance(value, str):
                raise
            with suppress(ValueError):
                await said(json.loads(value))
                return
            raise

    async def _continue(self, given: ContinueGiven, tell: Tell) -> RunRow:
        row = await own_run(self.runner.store, given.run)
        if row.id in self.runner.driven:
            was_stopped = row.id in self._stopped
            row = await self._follow(row.id, row.last_seq, tell, given.wait_seconds)
            if not was_stopped or row.id in self.runner.driven:
                return row
        waits = [one for one in await approvals(self.runner.store, row.id) if not one.answered]
        if row.status not in RESUMABLE or (row.status == "paused" and waits):
            return row
        caps = {"usd": given.budget_usd, "seconds": given.budget_seconds}
        options = row.options.model_copy(update={name: cap for name, cap in caps.items() if cap is not None})
        return await self._go_on(row.id, options, tell, given.wait_seconds)

    async def _go_on(self, run_id: str, options: Options | None, tell: Tell, wait_s: float | None) -> RunRow:
        """Carry a run on, or wait for whoever does. Raises TerminalOnly."""
        row = await self.runner.store.run(run_id)
        check_go_on(row.team, run_id)
        after = row.last_seq
        self._check_room()
        self._stopped.discard(run_id)
        with suppress(RunBusy):
            await self.runner.continue_(run_id, options=options)
        return await self._follow(run_id, after, tell, wait_s)

    # Waiting

    async def _follow(self, run_id: str, after: int, tell: Tell, wait_s: float | None) -> RunRow:
        """Until the attempt ends, or for so long."""
        try:
            async with asyncio.timeout(wait_s) as waiting:
                async with aclosing(self.runner.feed.follow(run_id, after=after)) as events:
                    async for event in events:
                        if text := words(EVENT.validate_json(event.body)):
                            await tell(event.seq, text)
                await self.runner.settled(run_id)
        except TimeoutError:
            if not waiting.expired():
                raise
        except asyncio.CancelledError:
            self._stopped.add(run_id)
            self.runner.stop(run_id)
            raise
        return await self.runner.store.run(run_id)


def _meant(rows: list[ApprovalRow], name: str, run_id: str) -> ApprovalRow:
    """The open pause of that name, or the only one; one that was answered complains later. Raises UnknownName."""
    found = [row for row in rows if not row.answered and (not name or name in (row.name, row.interrupt_id))]
    if found and (name or len(found) == 1):
        return found[0]
    before = [row for row in rows if name and name in (row.name, row.interrupt_id)]
    if before:
        return before[-1]
    waiting = ", ".join(row.name for row in rows if not row.answered)
    which = f"no approval `{name[:60]}`" if name else "no single approval"
    raise UnknownName(f"run {run_id} has {which}; waiting: {waiting or 'none'}")
