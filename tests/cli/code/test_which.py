from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.code.boards import BOARD
from cli.code.stored import place, show, stored
from kasen.cli.code.which import around, as_data, board_of, code_run, parted, run_and_agent, status_of
from kasen.errors import UnknownName, UsageError
from kasen.runtime.lock import owned
from kasen.runtime.rows import RunRow
from kasen.runtime.store import Store
from kasen.settings import load_settings


@pytest.fixture
def home(clean_environment: Path) -> Path:
    return clean_environment / "home"


def found(home: Path, named: str) -> RunRow:
    async def work() -> RunRow:
        async with Store(home) as store:
            return await code_run(store, named)

    return asyncio.run(work())


def test_the_newest_run_of_the_team_is_meant_where_none_is_named(home: Path) -> None:
    with pytest.raises(UnknownName, match="no run of team `code` yet"):
        found(home, "")
    first, second = stored(home), stored(home)
    stored(home, team="echo")
    assert found(home, "").id == second.id
    assert found(home, first.id[:20].lower() + first.id[20:]).id == first.id


def test_a_run_of_another_team_is_not_taken_for_one(home: Path) -> None:
    other = stored(home, team="echo")
    with pytest.raises(UsageError, match="is of team `echo`"):
        found(home, other.id)


@pytest.mark.parametrize(
    ("words", "run", "rest"),
    [
        (None, "", []),
        (["impl-1"], "", ["impl-1"]),
        (["01KB3V8Q5T0M8W6S1E7Z4R2N9C"], "01KB3V8Q5T0M8W6S1E7Z4R2N9C", []),
        (["01KB", "impl-1"], "01KB", ["impl-1"]),
        (["impl-1", "01KB", "is late"], "", ["impl-1", "01KB", "is late"]),
    ],
)
def test_a_run_is_told_from_an_agent(words: list[str] | None, run: str, rest: list[str]) -> None:
    assert parted(words) == (run, rest)


def test_more_than_one_agent_is_refused() -> None:
    assert run_and_agent(["01KB", "impl-1"]) == ("01KB", "impl-1")
    with pytest.raises(UsageError, match="more than one agent"):
        run_and_agent(["impl-1", "impl-2"])


def test_a_run_whose_process_is_gone_is_interrupted_and_one_that_is_driven_goes_on(home: Path) -> None:
    row = stored(home, status="running")

    async def work() -> list[str]:
        async with Store(home) as store:
            said = [status_of(store, row)]
            with owned(store.folder(row.id), row.id):
                said.append(status_of(store, row))
            return said

    assert asyncio.run(work()) == ["interrupted", "running"]


def test_a_board_is_read_as_it_was_written_and_one_that_cannot_be_read_is_none(home: Path) -> None:
    row = stored(home)
    there = place(home, row)
    assert board_of(there) is None
    show(there, BOARD)
    assert board_of(there) == BOARD.model_copy(update={"run_id": row.id})
    there.board.write_text("{", encoding="utf-8")
    assert board_of(there) is None


def test_what_programs_get_holds_all_of_it(home: Path) -> None:
    row = stored(home)

    async def work() -> object:
        async with Store(home) as store:
            return as_data(await around(store, row, load_settings()), BOARD)

    data = asyncio.run(work())
    assert isinstance(data, dict)
    assert (data["run"], data["status"], data["cap_usd"]) == (row.id, "done", 10.0)
    assert data["board"]["agents"][0]["tool"] == "npm test -- --watch=false"
