"""The long node: the orchestrator and its agents work until all is done, or a person has to decide.

Everything that happens lies in the run's folder, so the node can begin again at any moment after any end.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.errors import InternalError, KasenError, Stopped
from kasen.team import Charge, Deps
from kasen.teams.code.git.guarding import Guard, guarded
from kasen.teams.code.leaving import save_trees
from kasen.teams.code.opening import environment_of, guard_of, open_desk, specs_of, worker_of
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from kasen.teams.code.state import Over, Question, State
from kasen.teams.code.taking.standing import release
from kasen.teams.code.tmux import Tmux
from kasen.teams.code.watchdog.crew import Crew

LOOK_S = 0.2
"""Between two looks whether the run is to stop."""
Said = Ended | Asked
Work = Callable[[Desk, Crew], Awaitable[Said]]


async def orchestrate(state: State, runtime: Runtime[Deps]) -> Command[Any]:
    """Go on with the work, with what a person has answered since. Raises Stopped when the run is to stop."""
    from kasen.teams.code.orchestrator.orchestrator import Orchestrator

    deps = runtime.context
    charge = charge_of(deps)

    async def work(desk: Desk, crew: Crew) -> Said:
        return await Orchestrator(desk, crew, charge).run(state.get("answers", {}))

    return onward(deps, await worked(deps, state, work))


def onward(deps: Deps, said: Said) -> Command[Any]:
    """To the person, or to the end."""
    if isinstance(said, Asked):
        question = Question(**{name: getattr(said, name) for name in Question.model_fields})
        deps.note(said.about or said.name)
        return Command(update={"question": question}, goto="approve")
    why = "" if said.outcome == "completed" else said.reason
    deps.note(f"{said.outcome}: {why}" if why else said.outcome)
    return Command(update={"over": Over(outcome=said.outcome, reason=said.reason)}, goto="finish")


async def worked(deps: Deps, state: State, work: Work) -> Said:
    """What came of it; a budget that is spent ends it, and a higher one comes back here."""
    charge = charge_of(deps)
    if await charge.spent():
        said: Said = Ended(outcome="stopped", reason=spent_words(deps.lang))
    else:
        async with opened(deps, state) as (desk, crew):
            said = await driven(deps, work(desk, crew))
    if isinstance(said, Ended) and said.outcome == "stopped" and (said.short or await charge.spent()):
        await charge.stop()
    return said


@asynccontextmanager
async def opened(deps: Deps, state: State) -> AsyncIterator[tuple[Desk, Crew]]:
    """The desk and the crew. However the block ends, all agents are ended after it and their work is committed."""
    desk = await asyncio.to_thread(open_desk, deps, state["prepared"], state["request"].requirement)
    crew = Crew(
        desk.place,
        desk.config,
        Tmux(desk.place.socket, environment_of(desk), hangs=lambda: deps.emit("warning", text=hangs_words(desk))),
        spec_of=specs_of(desk),
        worker=worker_of(desk.place),
        clock=desk.clock,
    )
    calm = False
    try:
        guard = await guard_of(desk)
        with guarded(guard):
            try:
                yield desk, crew
                calm = True
            finally:
                await to_the_end(_put_down(deps, desk, crew, guard, now=not calm))
    finally:
        desk.queue.close()


async def _put_down(deps: Deps, desk: Desk, crew: Crew, guard: Guard, *, now: bool) -> None:
    await crew.close(now=now)
    for failed in await save_trees(desk.place, desk.repository):
        await deps.emit("warning", text=failed)
    try:
        await release(desk.queue, guard)
    except KasenError as error:  # it stays guarded, and whoever goes on with the run hears it again
        await deps.emit("warning", text=str(error))


async def driven(deps: Deps, work: Awaitable[Said]) -> Said:
    """The work, until it ends; raises Stopped when the run is to stop before."""
    going = asyncio.ensure_future(work)
    halt = asyncio.create_task(_until_stopping(deps))
    try:
        await asyncio.wait({going, halt}, return_when=asyncio.FIRST_COMPLETED)
        if not going.done():
            raise Stopped("stopped while agents worked; what they did is kept")
        return going.result()
    finally:
        for one in (going, halt):
            one.cancel()
        await asyncio.wait({going, halt})


async def _until_stopping(deps: Deps) -> None:
    while not deps.stopping():  # noqa: ASYNC110 - it is asked of whoever drives the run, who tells nobody
        await asyncio.sleep(LOOK_S)


async def to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Do it whole, also while this task is being cancelled; the cancellation is passed on after it."""
    going = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not going.done():
        try:
            await asyncio.shield(going)
        except asyncio.CancelledError as error:
            if going.cancelled():
                raise
            cancelled = error
    if cancelled is not None and going.exception() is None:
        raise cancelled
    going.result()


def charge_of(deps: Deps) -> Charge:
    """What counts what agents spend. Raises InternalError where nothing does: a budget must not be void."""
    if deps.charge is None:
        raise InternalError("a run of team `code` needs something that counts what its agents spend")
    return deps.charge


def hangs_words(desk: Desk) -> str:
    """What a person is told of a tmux that does not answer: agents that live go on, none can be started."""
    how = f"tmux -S {desk.place.socket} kill-server"
    if desk.lang == "ja":
        return f"tmux が応答しません。動いているエージェントは続きますが、新しく起動できません。入れ替えるには：{how}"
    return f"tmux does not answer: agents that run go on, and none can be started. If it stays so: {how}"


def spent_words(lang: str) -> str:
    """Why the work ends."""
    return "予算の上限に達した" if lang == "ja" else "the budget of the run is spent"
