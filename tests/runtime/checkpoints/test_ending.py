from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from kasen.runtime.checkpoints.ending import Ending, without_errors
from kasen.runtime.node import NodeRun
from kasen.runtime.store import Store
from kasen.runtime.tables import SOURCES
from kasen.settings.redact import Redactor


@pytest.fixture(scope="module")
def graphs() -> ModuleType:
    return import_module("runtime.checkpoints.graphs")


async def test_what_a_node_wrote_and_that_it_ended_are_one_commit(store: Store, graphs: Any) -> None:
    attempt = await graphs.new_attempt(store)
    ending = Ending(attempt)
    attempt.finishing["t"] = NodeRun(name="work", task="t", seconds=1.5, note="3 things")

    def fails(connection: Connection) -> None:
        connection.execute(insert(SOURCES).values(id="a", body=""))
        raise OSError("broken")

    await ending.write("t", fails)
    with pytest.raises(OSError, match="broken"):
        await attempt.settle()
    assert await store.events(attempt.run_id) == []
    await attempt.let_go_of_lost()
    attempt.finishing["t"] = NodeRun(name="work", task="t", seconds=1.5, note="3 things")
    await ending.write("t", lambda c: c.execute(insert(SOURCES).values(id="b", body="")))  # type: ignore[arg-type]
    await ending.write("t", lambda _c: None)
    await attempt.settle()
    (told,) = await store.events(attempt.run_id)
    assert (told.type, told.node, told.seconds, told.summary) == ("node_finished", "work", 1.5, "3 things")  # type: ignore[union-attr]
    assert await store.read(lambda c: c.execute(select(SOURCES.c.id)).scalars().all()) == ["b"]


async def test_an_error_is_kept_as_words_without_secrets(home: Path, graphs: Any) -> None:
    async with Store(home, redact=Redactor(["geheimnis"])) as store:
        attempt = await graphs.new_attempt(store)
        ((_, words), (_, other)) = without_errors(attempt, [("__error__", ValueError("geheimnis!")), ("a", 1)])
    assert "ValueError" in words
    assert "geheimnis" not in words
    assert other == 1
