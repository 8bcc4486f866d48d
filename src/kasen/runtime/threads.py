"""Conversations (seed 004: `thread_id`): runs of one name, each going on from the one before.

A turn in a thread is, by the state of its latest run:

| latest run | words empty or the same | other words |
|---|---|---|
| none | a new run; empty words are refused | a new run |
| over, with a result | a follow-up; empty words are refused | a follow-up |
| over, without a result | as if it were not there | as if it were not there |
| paused | that run is carried on | refused: it waits for an answer |
| failed, interrupted, stopped by its budget | that run is carried on | a follow-up of the latest run with a result |
| at work | refused: it is being driven | refused |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kasen.errors import InputError, RunBusy, UsageError
from kasen.runtime.request import argument_of
from kasen.runtime.rows import ACTIVE, RESUMABLE, Options, RunRow
from kasen.runtime.sql import of_json
from kasen.runtime.tables import RUNS
from kasen.team import Team, request_type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kasen.runtime.runner import Runner
    from kasen.runtime.store import Store

CAPS = ("usd", "tokens", "seconds", "calls", "target_s", "yes")
"""Options that a turn gives anew to the run that it carries on."""


async def thread_runs(store: Store, team: str, thread: str, *, owner: str = "") -> Sequence[RunRow]:
    """The runs of a thread, newest first; threads of other owners are others, whatever they are called."""
    name = of_json(RUNS.c.options, "thread")
    return await store.runs(limit=1000, where=(RUNS.c.team == team, RUNS.c.owner == owner, name == thread))


async def latest(store: Store, team: str, thread: str, *, owner: str = "") -> RunRow | None:
    """The run that a thread is at: the newest that is at work, can be carried on, or has a result."""
    rows = await thread_runs(store, team, thread, owner=owner)
    return next((row for row in rows if row.status in RESUMABLE or row.result is not None), None)


async def take_turn(
    runner: Runner,
    team: Team,
    request: dict[str, Any],
    *,
    mode: str | None = None,
    options: Options,
    owner: str = "",
    run_id: str = "",
) -> str:
    """Begin the next turn of the owner's `options.thread`; returns the id of the run that was started or carried on.

    `run_id` is the id of one that is started, as for `Runner.start`.

    Raises:
        InputError: the words are empty and there is nothing to carry on.
        UsageError: the latest run waits for an answer, and other words were given.
        RunBusy: the latest run is at work.
    """
    last = await latest(runner.store, team.name, options.thread, owner=owner)
    words = _words(team, request)
    if last is not None and await _is_carried_on(runner.store, last, words, _words(team, last.request)):
        caps = {name: getattr(options, name) for name in CAPS}
        return await runner.continue_(last.id, options=last.options.model_copy(update=caps))
    if not words:
        raise InputError(f"thread `{options.thread}` has nothing to carry on", hint="Say what to work on.")
    before = await _with_result(runner.store, team.name, options.thread, owner) if last else None
    options = options.model_copy(update={"continues": before.id if before else options.continues})
    return await runner.start(team.name, request, mode=mode, options=options, owner=owner, run_id=run_id)


def _words(team: Team, request: Mapping[str, Any]) -> str:
    """What a request asks, on one line."""
    return " ".join(str(request.get(argument_of(request_type(team))) or "").split())


async def _is_carried_on(store: Store, last: RunRow, words: str, before: str) -> bool:
    """Whether the turn carries on the latest run rather than to begin one. Raises UsageError, RunBusy."""
    thread = last.options.thread
    if last.status in ACTIVE and await store.is_owned(last.id):
        raise RunBusy(f"run {last.id} of thread `{thread}` is at work", hint="Wait for it, or cancel it.")
    if last.status == "paused" and words not in ("", before):
        raise UsageError(
            f"thread `{thread}` waits for an answer in run {last.id}",
            hint="Answer it, cancel it, or take another thread.",
        )
    return last.status in RESUMABLE and words in ("", before)


async def _with_result(store: Store, team: str, thread: str, owner: str) -> RunRow | None:
    rows = await thread_runs(store, team, thread, owner=owner)
    return next((row for row in rows if row.result is not None), None)
