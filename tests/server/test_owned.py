from __future__ import annotations

import pytest

from kasen.errors import UnknownName
from kasen.server.caller import Caller
from kasen.server.context import ServerDeps
from kasen.server.owned import is_left, owned_run


async def test_a_run_is_there_for_its_owner_under_its_whole_id(deps: ServerDeps) -> None:
    run_id = await deps.runner.start("echo", {"text": "a b"}, owner="yuki")
    await deps.runner.wait(run_id)
    assert (await owned_run(deps, Caller("yuki"), run_id)).id == run_id
    for caller, asked in (
        (Caller(), run_id),
        (Caller("ken"), run_id),
        (Caller("yuki"), run_id[:-1]),
        (Caller("yuki"), run_id.lower()),
        (Caller("yuki"), ""),
        (Caller("yuki"), "%"),
        (Caller("yuki"), "０" * 26),
    ):
        with pytest.raises(UnknownName):
            await owned_run(deps, caller, asked)


async def test_a_run_is_left_when_it_says_it_works_and_nobody_drives_it(deps: ServerDeps) -> None:
    store = deps.runner.store
    run_id = await deps.runner.start("echo", {"text": "a b"})
    assert not await is_left(store, await store.run(run_id)), "it is driven here"
    await deps.runner.wait(run_id)
    row = await store.run(run_id)
    assert not await is_left(store, row)
    assert await is_left(store, row.model_copy(update={"status": "running"}))
    assert await is_left(store, row.model_copy(update={"status": "created"}))
