from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from kasen.errors import InputError
from kasen.teams.slides.data.child import tables_of
from kasen.teams.slides.data.tables import ANALYSIS, mounted, named, reopened, unchanged
from teams.slides.data.tabled import SALES, read, table


def test_the_sandbox_gets_typed_rows_and_never_the_file() -> None:
    files = mounted([table()], "print(1)")
    assert set(files) == {ANALYSIS, "kasen_data.py", "tables.json", "t1.json"}
    rows, listed = files["t1.json"], files["tables.json"]
    assert isinstance(rows, bytes)
    assert isinstance(listed, bytes)
    assert orjson.loads(rows)["rows"][0] == ["East", "2022", 120, 10]
    assert orjson.loads(rows)["at"] == [2, 3, 4, 5]
    (entry,) = orjson.loads(listed)
    assert entry["aliases"] == ["sales.csv", "T1"]


def test_shaken_rows_have_other_numbers_and_the_same_words() -> None:
    found = table("k,n,ok\na,0,yes\nb,5,no\nc,5,yes\n")
    rows = mounted([found], "", shaken=True)["t1.json"]
    assert isinstance(rows, bytes)
    shaken = orjson.loads(rows)["rows"]
    assert [(row[0], row[2]) for row in shaken] == [("a", True), ("b", False), ("c", True)]
    assert all(row[1] != was[1] for row, was in zip(shaken, found.rows, strict=True))
    assert len({row[1] / (was[1] or 1) for row, was in zip(shaken, found.rows, strict=True)}) == 3


def test_half_a_surrogate_pair_in_code_does_no_harm() -> None:
    assert mounted([], "x = '\ud800'")[ANALYSIS] == b"x = '?'"


def test_a_table_is_known_by_each_of_its_names() -> None:
    two = [table(), *read("a,b\nx,1\n\nk,n\ny,2\n", "b.csv")]
    assert [named(two, name) for name in ("Sales.csv", "T1", " t2 ", "b.csv#2", "2")] == [
        two[0], two[0], two[1], two[2], two[2],
    ]  # fmt: skip
    assert named(two, "") is None
    assert named(two[:1], "") is two[0]
    assert named(two, "other") is None


async def test_a_file_is_opened_again_under_the_names_of_its_profiles(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(SALES)
    profiles = [found.profile for found in tables_of(path, "en")]
    renamed = [profiles[0].model_copy(update={"file": "x (2).csv"})]
    (found,) = await reopened(renamed, lang="en")
    assert (found.profile.file, len(found.rows)) == ("x (2).csv", 4)


async def test_a_file_that_is_not_what_it_was_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(SALES)
    profiles = [found.profile for found in tables_of(path, "en")]
    path.write_text(SALES.replace("120", "999"))
    with pytest.raises(InputError, match=r"^`a\.csv` has changed since this run began$"):
        await reopened(profiles, lang="en")
    with pytest.raises(InputError, match=r"^`a\.csv` has changed since this run began$"):
        await unchanged(profiles)
    path.unlink()
    with pytest.raises(InputError, match=r"^`a\.csv` cannot be read: no such file"):
        await reopened(profiles, lang="en")
    with pytest.raises(InputError, match=r"^`a\.csv` cannot be read: no such file"):
        await unchanged(profiles)


async def test_a_file_that_is_what_it_was_is_left_at_that(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(SALES)
    await unchanged([found.profile for found in tables_of(path, "en")] * 2)
    await unchanged([])
