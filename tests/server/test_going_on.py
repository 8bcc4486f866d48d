from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import update

from kasen.errors import ConfigurationError, InputError, OtherVersion, UnknownName, UsageError
from kasen.runtime.approvals import stay
from kasen.runtime.engines.embedded.turns import Turns
from kasen.runtime.owners import owned
from kasen.runtime.tables import RUNS
from kasen.server.caller import Caller
from kasen.server.context import ServerDeps
from kasen.server.errors import status_of
from kasen.server.going_on import OptionsOnward, continue_run, go_on


async def paused(deps: ServerDeps, owner: str = "") -> str:
    run_id = await deps.runner.start("echo", {"text": "a b", "ask_first": True}, owner=owner)
    await deps.runner.settled(run_id)
    return run_id


async def test_caps_and_models_are_changed_from_here_on(deps: ServerDeps) -> None:
    run_id = await paused(deps)
    row = await deps.runner.store.run(run_id)
    given = OptionsOnward(budget_usd=0, budget_tokens=7, models={"planner": ["ollama:x"]}, yes=True)
    await continue_run(deps, Caller(), row, given)
    await deps.runner.settled(run_id)
    options = (await deps.runner.store.run(run_id)).options
    assert (options.usd, options.tokens, options.models, options.yes) == (0, 7, {"planner": ["ollama:x"]}, True)
    assert (options.seconds, options.steps) == (row.options.seconds, row.options.steps)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (OptionsOnward(preset="none such"), UnknownName),
        (OptionsOnward(models={"planner": ["x"]}), UnknownName),
        (OptionsOnward(models={"planner": ["local:/etc/passwd"]}), InputError),
    ],
)
async def test_models_that_cannot_be_meant_leave_the_run_as_it_was(
    deps: ServerDeps, given: OptionsOnward, error: type[Exception]
) -> None:
    run_id = await paused(deps, "yuki")
    row = await deps.runner.store.run(run_id)
    with pytest.raises(error):
        await continue_run(deps, Caller("yuki"), row, given)
    assert (await deps.runner.store.run(run_id)) == row


async def test_only_what_waits_for_nothing_any_more_goes_on(deps: ServerDeps) -> None:
    run_id = await paused(deps)
    assert await go_on(deps, run_id) is False, "it waits for an answer"
    await deps.runner.answer(run_id, "parts", (await _default(deps, run_id)))
    assert await go_on(deps, run_id) is True
    await deps.runner.settled(run_id)
    assert await go_on(deps, run_id) is False, "it is over"
    with pytest.raises(UsageError):
        await continue_run(deps, Caller(), await deps.runner.store.run(run_id), OptionsOnward())


async def test_one_whose_last_answer_said_that_it_goes_on_does_once(deps: ServerDeps) -> None:
    run_id = await paused(deps)
    await deps.runner.answer(run_id, "parts", (await _default(deps, run_id)), go_on=True)
    assert (await deps.runner.store.run(run_id)).status == "created"
    assert await go_on(deps, run_id) is True
    assert await go_on(deps, run_id) in (True, False), "whoever is faster has it"
    row = await deps.runner.wait(run_id)
    assert (row.status, row.fence) == ("done", 2)


async def test_one_that_is_answered_while_another_process_lets_go_of_it_goes_on_here(deps: ServerDeps) -> None:
    """That process has noted the pause, and ends or dies: it does not see the answer any more."""
    run_id = await paused(deps)
    async with owned(deps.runner.store.owners, run_id):
        await deps.runner.answer(run_id, "parts", (await _default(deps, run_id)), go_on=True)
        going = asyncio.create_task(go_on(deps, run_id))
        await asyncio.sleep(0.3)
        assert not going.done()
    assert await asyncio.wait_for(going, 20) is True
    row = await deps.runner.wait(run_id)
    assert (row.status, row.fence) == ("done", 2)


async def test_one_whose_process_died_as_it_came_to_the_pause_goes_on_with_the_answer(deps: ServerDeps) -> None:
    """It had asked, and did not come to note that the run waits."""
    run_id = await paused(deps)
    await deps.runner.store.write(lambda c: c.execute(update(RUNS).values(status="running")))
    await deps.runner.answer(run_id, "parts", (await _default(deps, run_id)), go_on=True)
    assert await go_on(deps, run_id) is True
    assert (await deps.runner.wait(run_id)).status == "done"


async def test_one_that_is_in_line_here_begins_with_the_answer_and_is_not_waited_for(deps: ServerDeps) -> None:
    run_id = await paused(deps)
    deps.runner.turns = Turns(1)
    async with deps.runner.turns.turn("another", "", waits=asyncio.Event().wait), asyncio.timeout(4):
        await deps.runner.answer(run_id, "parts", (await _default(deps, run_id)), go_on=True)
        assert await go_on(deps, run_id) is True
        assert await go_on(deps, run_id) is True
        assert run_id in deps.runner.turns.waiting
    row = await deps.runner.wait(run_id)
    assert (row.status, row.fence) == ("done", 2)


async def test_one_that_another_process_is_at_is_left_to_it_at_once(deps: ServerDeps) -> None:
    run_id = await paused(deps)
    store = deps.runner.store
    async with owned(store.owners, run_id), asyncio.timeout(2):
        await store.write(lambda c: c.execute(update(RUNS).values(status="running")))
        assert await go_on(deps, run_id) is True
    assert run_id not in deps.runner.driven


async def test_a_run_that_a_newer_kasen_began_is_a_conflict_and_stays_as_it_is(deps: ServerDeps) -> None:
    run_id = await paused(deps)
    await deps.runner.store.write(lambda c: c.execute(update(RUNS).values(state_version=2)))
    row = await deps.runner.store.run(run_id)
    with pytest.raises(OtherVersion, match="with version 2 of team `echo`, and this Kasen has version 1") as error:
        await continue_run(deps, Caller(), row, OptionsOnward())
    assert status_of(error.value) == 409
    await deps.runner.answer(run_id, "parts", (await _default(deps, run_id)))
    assert await go_on(deps, run_id) is False, "the answer is kept for the Kasen that can go on"
    assert (await deps.runner.store.run(run_id)) == row


async def test_one_that_was_to_go_on_and_cannot_is_a_paused_one_again(deps: ServerDeps) -> None:
    run_id = await paused(deps)
    store = deps.runner.store
    await deps.runner.answer(run_id, "parts", (await _default(deps, run_id)), go_on=True)
    await store.write(lambda c: c.execute(update(RUNS).values(state_version=2)))
    assert (await store.run(run_id)).status == "created"
    async with owned(store.owners, run_id):
        await stay(store, run_id)
        assert (await store.run(run_id)).status == "created", "somebody has it"
    assert await go_on(deps, run_id) is False
    assert (await store.run(run_id)).status == "paused"
    await store.write(lambda c: c.execute(update(RUNS).values(state_version=1)))
    assert await go_on(deps, run_id) is True
    assert (await deps.runner.wait(run_id)).status == "done"


async def test_one_whose_models_are_gone_is_a_paused_one_again(deps: ServerDeps) -> None:
    run_id = await paused(deps)
    store = deps.runner.store
    options = (await store.run(run_id)).options.model_copy(
        update={"models": {"planner": ["openai:x"]}, "local_only": True}
    )
    await store.write(lambda c: c.execute(update(RUNS).values(options=options.model_dump_json())))
    with pytest.raises(ConfigurationError):
        await deps.runner.continue_(run_id)
    await deps.runner.answer(run_id, "parts", (await _default(deps, run_id)), go_on=True)
    assert await go_on(deps, run_id) is False
    assert (await store.run(run_id)).status == "paused"


async def _default(deps: ServerDeps, run_id: str) -> object:
    from kasen.runtime.approvals import approvals

    return (await approvals(deps.runner.store, run_id))[0].asked.default
