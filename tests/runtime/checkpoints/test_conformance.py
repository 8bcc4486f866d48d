"""The suite of the library, over both databases and with what is kept elsewhere."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.conformance.initializer import checkpointer_test
from langgraph.checkpoint.conformance.validate import validate

from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.memory import InMemory
from kasen.runtime.checkpoints.opening import InDatabase, States
from kasen.runtime.rows import Options
from kasen.runtime.store import Store

BASE = {"put", "put_writes", "get_tuple", "list", "delete_thread"}
ALL = BASE | {"delete_for_runs", "copy_thread", "prune"}


async def report_of(home: Path, database: str, states: States) -> dict[str, Any]:
    @checkpointer_test(name="kasen")
    async def saver() -> AsyncGenerator[Any, None]:
        async with Store(home, database=database, states=states) as store:
            row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
            yield store.states.saver(Attempt(store, row.id, await store.claim(row.id)), set())

    return (await validate(saver)).results


def passed(results: dict[str, Any]) -> set[str]:
    assert [failure for result in results.values() for failure in result.failures or ()] == []
    return {name for name, result in results.items() if result.passed}


async def test_the_database_has_all_that_a_checkpointer_can_have(home: Path, either: str) -> None:
    results = await report_of(home, either, InDatabase(history=True))
    assert passed(results) == ALL
    assert sum(result.tests_passed for result in results.values()) > 70


async def test_memory_has_all_that_a_checkpointer_must_have(home: Path) -> None:
    class Everything(InMemory):
        def saver(self, attempt: Attempt, models: set[tuple[str, str]]) -> Any:
            saver = super().saver(attempt, models)
            return type(saver)(attempt, saver._kept)  # the suite asks for what is dropped otherwise

    assert passed(await report_of(home, "", Everything())) == BASE


@pytest.mark.parametrize("broken", ["aput_writes", "alist"])
async def test_the_suite_sees_what_is_missing(home: Path, broken: str) -> None:
    class Broken(InDatabase):
        def saver(self, attempt: Attempt, models: set[tuple[str, str]]) -> Any:
            saver = super().saver(attempt, models)

            async def nothing(*_args: object, **_named: object) -> None:
                return None

            async def none(*_args: object, **_named: object) -> AsyncGenerator[Any, None]:
                nobody: tuple[Any, ...] = ()
                for each in nobody:
                    yield each

            object.__setattr__(saver, broken, nothing if broken == "aput_writes" else none)
            return saver

    results = await report_of(home, "", Broken(history=True))
    assert any(result.failures for result in results.values())
