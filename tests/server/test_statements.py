"""What a page asks of the database of runs does not grow with what it shows: no statement for each row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from sqlalchemy import Engine, event

from kasen.server.context import ServerDeps
from server.chat.talking import say


@contextmanager
def told_statements() -> Iterator[list[str]]:
    """The SELECTs that SQLAlchemy sends to the database of runs while the block runs."""
    found: list[str] = []

    def heard(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            found.append(statement)

    event.listen(Engine, "before_cursor_execute", heard)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", heard)


async def asked(client: httpx.AsyncClient, path: str) -> int:
    with told_statements() as found:
        answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return len(found)


async def runs_made(deps: ServerDeps, times: int) -> str:
    for number in range(times):
        id = await deps.runner.start("echo", {"text": f"茶 {number}"})
        assert (await deps.runner.wait(id)).status == "done"
    return id


@pytest.mark.parametrize("path", ["/api/runs", "/api/runs?limit=100"])
async def test_a_list_of_many_asks_as_often_as_one_of_few(
    deps: ServerDeps, client: httpx.AsyncClient, path: str
) -> None:
    await runs_made(deps, 2)
    few = await asked(client, path)
    assert few >= 1
    await runs_made(deps, 12)
    assert await asked(client, path) == few


async def test_chats_are_listed_with_two_statements_however_many_there_are(client: httpx.AsyncClient) -> None:
    for number in range(3):
        await say(client, f"c{number}", "words", team="echo")
        assert await asked(client, "/api/chat") == 2


async def test_a_run_is_read_with_a_few_statements(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    id = await runs_made(deps, 1)
    assert 1 <= await asked(client, f"/api/runs/{id}") <= 8
