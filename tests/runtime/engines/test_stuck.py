from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.errors import RunBusy
from kasen.runtime.engines.stuck import END_SESSION, SupersedingOwners
from kasen.runtime.lock import is_owned
from kasen.runtime.lock import owned as file_owned
from kasen.runtime.owners import FileOwners, SessionOwners, key_of
from kasen.runtime.store import Store

NEVER_S = 3600.0


@pytest.fixture
async def shared(home: Path, database: str) -> AsyncIterator[Store]:
    async with Store(home, database=database) as store:
        yield store


@pytest.fixture
async def stuck(home: Path, database: str) -> AsyncIterator[SessionOwners]:
    """The owners of a process on the same machine that does nothing by itself."""
    owners = SessionOwners(database, home / "runs", beat_s=NEVER_S, silent_s=NEVER_S)
    yield owners
    await owners.close()


async def test_a_file_that_is_locked_is_nothing_without_a_session(shared: Store) -> None:
    owners = SupersedingOwners(shared)
    with file_owned(shared.folder("R"), "R"):
        with pytest.raises(RunBusy):
            await shared.owners.take("R")
        release = await owners.take("R")
        assert is_owned(shared.folder("R")), "there is another file, and it is locked as well"
        with pytest.raises(RunBusy):
            await owners.take("R")
    assert is_owned(shared.folder("R")), "who lost it lets go of its own"
    release()
    (await owners.take("R"))()


async def test_who_lives_keeps_its_run_until_it_is_superseded(shared: Store, stuck: SessionOwners) -> None:
    owners = SupersedingOwners(shared)
    keeps, lets_go = await stuck.take("R"), await stuck.take("CHILD")
    with pytest.raises(RunBusy):
        await owners.take("R")
    await owners.supersede("R")
    mine = await owners.take("R")
    child = await owners.take("CHILD")  # its session is gone, and what it held with it
    assert await shared.read(lambda c: owners.of(c, ["R", "CHILD", "OTHER"])) == {"R", "CHILD"}
    keeps()
    lets_go()
    assert is_owned(shared.folder("R"))
    assert await shared.owned_of(["R", "CHILD"]) == {"R", "CHILD"}
    mine()
    child()


async def test_nobody_takes_from_oneself(shared: Store) -> None:
    owners = SupersedingOwners(shared)
    release = await owners.take("R")
    await owners.supersede("R")
    with pytest.raises(RunBusy):
        await owners.take("R")
    assert await shared.owned_of(["R"]) == {"R"}
    release()


async def test_of_two_who_take_at_the_same_time_one_has_it(shared: Store) -> None:
    """The first has locked the file, and waits for its session: that nobody has the run there says nothing yet."""
    owners = SupersedingOwners(shared)
    for _ in range(20):
        both = await asyncio.gather(*(owners.take("R") for _ in "ab"), return_exceptions=True)
        assert sorted(isinstance(one, RunBusy) for one in both) == [False, True]
        for one in both:
            if not isinstance(one, BaseException):
                one()


async def test_who_could_not_take_a_run_may_try_again(shared: Store, stuck: SessionOwners) -> None:
    owners = SupersedingOwners(shared)
    keeps = await stuck.take("R")
    with pytest.raises(RunBusy):
        await owners.take("R")
    keeps()
    async with asyncio.timeout(20):
        while await shared.owned_of(["R"]):  # noqa: ASYNC110 - its session lets go by and by
            await asyncio.sleep(0.01)
    (await owners.take("R"))()


async def test_who_has_the_file_alone_is_waited_for_once(shared: Store) -> None:
    owners, clock = SupersedingOwners(shared, back_s=0.3), asyncio.get_running_loop().time
    with file_owned(shared.folder("R"), "R"), file_owned(shared.folder("OTHER"), "OTHER"):
        begun = clock()
        release = await owners.take("R")
        waited = clock()
        other = await owners.take("OTHER")  # of the same process
        assert (waited - begun >= 0.3, clock() - waited < 0.3) == (True, True)
    release()
    other()


async def test_who_was_slow_once_is_waited_for_again_later(shared: Store, home: Path, database: str) -> None:
    """The number of a process says little: in containers each server has the same."""
    owners = SupersedingOwners(shared, back_s=5.0, stuck_s=0.2)
    with file_owned(shared.folder("OTHER"), "OTHER"):
        (await owners.take("OTHER"))()
    lives = SessionOwners(database, home / "runs", beat_s=1.5)
    release = await lives.take("R")
    await asyncio.sleep(0.3)
    await shared.read(lambda c: c.execute(END_SESSION, {"key": key_of("R")}).all())
    async with asyncio.timeout(20):
        while await shared.owned_of(["R"]):  # noqa: ASYNC110 - the server ends it by and by
            await asyncio.sleep(0.01)
    with pytest.raises(RunBusy):
        await owners.take("R")
    assert is_owned(shared.folder("R")), "nobody has broken its file"
    release()
    await lives.close()


async def test_who_has_its_session_again_after_an_outage_keeps_its_run(
    shared: Store, home: Path, database: str
) -> None:
    lives = SessionOwners(database, home / "runs", beat_s=1.5)
    release = await lives.take("R")
    await shared.read(lambda c: c.execute(END_SESSION, {"key": key_of("R")}).all())
    async with asyncio.timeout(20):
        while await shared.owned_of(["R"]):  # noqa: ASYNC110 - the server ends it by and by
            await asyncio.sleep(0.01)
    with pytest.raises(RunBusy):
        await SupersedingOwners(shared, back_s=5.0).take("R")
    assert is_owned(shared.folder("R")), "nobody has broken its file"
    assert await shared.owned_of(["R"]) == {"R"}
    release()
    await lives.close()


async def test_on_one_machine_alone_a_locked_file_is_an_owner(store: Store) -> None:
    owners = SupersedingOwners(store)
    release = await FileOwners(store.folders).take("R")
    await owners.supersede("R")
    with pytest.raises(RunBusy):
        await owners.take("R")
    release()
    (await owners.take("R"))()
    await owners.close()
