from __future__ import annotations

import pytest

from kasen.errors import ConfigurationError, UsageError
from kasen.runtime.deleting import delete
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.team import Team, load


async def test_a_run_of_a_team_that_another_run_still_wants_is_not_wiped(store: Store) -> None:
    made = {"team": "echo", "mode": "echo", "title": "t", "lang": "en", "request": {"text": "a b"}}
    parent = await store.create(**made, options=Options())  # type: ignore[arg-type]
    child = await store.create(**made, options=Options(parent=parent.id))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=f"belongs to run {parent.id}, which is created"):
        await delete(store, load, child.id)
    assert (await delete(store, load, parent.id)).id == parent.id
    assert (await delete(store, load, child.id)).id == child.id
    assert await store.runs() == []


async def test_a_run_whose_team_is_gone_is_wiped(store: Store) -> None:
    row = await store.create(team="removed", mode="m", title="t", lang="en", request={"text": "a b"}, options=Options())
    (store.folder(row.id) / "code").mkdir(parents=True)
    assert (await delete(store, load, row.id)).id == row.id
    assert await store.runs() == []
    assert not store.folder(row.id).exists()


async def test_a_run_whose_team_cannot_be_loaded_is_wiped(store: Store) -> None:
    def broken(name: str) -> Team:
        raise ConfigurationError(f"the team `{name}` cannot be loaded")

    row = await store.create(team="grants", mode="m", title="t", lang="en", request={"text": "a b"}, options=Options())
    assert (await delete(store, broken, row.id)).id == row.id
    assert await store.runs() == []
    assert not store.folder(row.id).exists()
