from __future__ import annotations

import pytest

from kasen.errors import InputError, UnknownName
from kasen.server.asked import OptionsGiven
from kasen.server.caller import Caller
from kasen.server.context import ServerDeps
from kasen.server.starting import start_run
from kasen.team import load

RULES = OptionsGiven(preset="none")
YUKI = Caller("yuki")


async def test_a_run_is_its_callers_and_has_the_limits_of_its_mode(deps: ServerDeps) -> None:
    question = {"question": "宇治茶とは何か", "docs": []}
    run_id = await start_run(deps, YUKI, "research", question, mode="deep", given=RULES)
    row = await deps.runner.store.run(run_id)
    assert (row.owner, row.mode, row.options.preset) == ("yuki", "deep", "none")
    assert row.options.steps == load("research").limits_of("deep").steps
    await deps.runner.cancel(run_id)


async def test_what_follows_a_run_that_sent_nothing_sends_nothing(deps: ServerDeps) -> None:
    secret = RULES.model_copy(update={"local_only": True})
    first = await start_run(deps, YUKI, "echo", {"text": "a b"}, given=secret)
    await deps.runner.settled(first)
    later = await start_run(deps, YUKI, "echo", {"text": "c"}, given=OptionsGiven(preset="none", continues=first))
    await deps.runner.settled(later)
    assert (await deps.runner.store.run(later)).options.local_only


async def test_nobody_follows_a_run_of_another(deps: ServerDeps) -> None:
    first = await start_run(deps, YUKI, "echo", {"text": "a b"}, given=RULES)
    await deps.runner.settled(first)
    for caller in (Caller(), Caller("ken")):
        with pytest.raises(UnknownName):
            await start_run(deps, caller, "echo", {"text": "c"}, given=OptionsGiven(continues=first))


async def test_a_refused_start_leaves_no_place_taken(deps: ServerDeps) -> None:
    for _ in range(deps.limits.runs_at_work + 1):
        with pytest.raises(InputError):
            await start_run(deps, YUKI, "echo", {"text": ""}, given=RULES)
    assert deps.at_work._starting == {}
