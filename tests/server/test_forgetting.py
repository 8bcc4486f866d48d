from __future__ import annotations

from collections.abc import AsyncIterator

from kasen.runtime.rows import Options
from kasen.server.context import ServerDeps
from kasen.server.forgetting import forget_files


async def sent(deps: ServerDeps, owner: str) -> str:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"tea"

    return (await deps.uploads.receive(owner, "茶.md", chunks())).id


async def test_an_upload_goes_with_the_last_run_of_its_owner_that_names_it(deps: ServerDeps) -> None:
    store = deps.runner.store
    mine, other = await sent(deps, "yuki"), await sent(deps, "yuki")
    rows = [
        await store.create(
            team="echo",
            mode="echo",
            title="茶",
            lang="ja",
            request={"docs": [f"{deps.settings.home}/uploads/yuki/{mine}"], "text": "0" * 31},
            options=Options(),
            owner=owner,
        )
        for owner in ("yuki", "yuki", "ken")
    ]
    folder = deps.uploads.folder("yuki", mine)
    for row, is_there in ((rows[2], True), (rows[0], True), (rows[1], False)):
        await store.delete(row.id)
        await forget_files(deps, row)
        assert folder.exists() is is_there
    assert deps.uploads.look("yuki", other).exists()
