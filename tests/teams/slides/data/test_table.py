from __future__ import annotations

from kasen.teams.slides.data.table import Table, ranges
from teams.slides.data.tabled import table


def test_row_numbers_become_ranges() -> None:
    assert ranges([5, 2, 3, 4, 9, 9]) == ((2, 5), (9, 9))
    assert ranges([]) == ()


def test_columns_are_found_by_type_and_by_name() -> None:
    found = table()
    assert [column.name for column in found.columns("number")] == ["sales (million yen)", "staff"]
    assert [column.name for column in found.columns()] == ["region", "year", "sales (million yen)", "staff"]
    staff = found.column("staff")
    assert staff is not None
    assert found.values(staff) == [10, 11, 6, 6]
    assert found.column("nothing") is None


def test_a_title_is_a_heading_without_its_unit() -> None:
    found = table()
    titles = {column.name: column.title for column in found.columns()}
    assert titles["sales (million yen)"] == "sales"
    assert titles["region"] == "region"


def test_a_total_of_the_file_that_is_more_than_the_rows_is_the_whole() -> None:
    found = table("pref,tea\nA,30\nB,20\n全国,100\n")
    tea = found.column("tea")
    assert tea is not None
    assert found.whole(tea) == 100
    same = table("pref,tea\nA,30\nB,20\n合計,50\n")
    column = same.column("tea")
    assert column is not None
    assert same.whole(column) is None


def test_what_is_made_of_the_rows_is_made_once_and_again_for_a_copy_with_other_rows() -> None:
    found, times = table(), list[int]()

    def count(one: Table) -> int:
        return one.once("count", lambda: times.append(1) or len(one.rows))  # type: ignore[func-returns-value]

    assert [count(found), count(found), len(times)] == [4, 4, 1]
    other = found.model_copy(update={"rows": found.rows[:1], "at": found.at[:1]})
    assert [count(other), count(found), len(times)] == [1, 4, 2]
    assert found == table().model_copy(update={"profile": found.profile})
    assert "kept" not in found.model_dump()
