from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kasen.teams.slides.data.following import Following, near
from kasen.teams.slides.data.handed import Trace
from kasen.teams.slides.data.table import Value
from teams.slides.data.tabled import table

SALES = "sales (million yen)"
FOLLOWING = Following(table())


@pytest.mark.parametrize(
    ("trace", "value"),
    [
        (Trace(rows=[2, 3], column=SALES, how="sum"), 270),
        (Trace(rows=[2, 3], column=SALES, how="mean"), 135),
        (Trace(rows=[2, 3, 4], column="region", how="distinct"), 2),
        (Trace(rows=[2, 3], how="count"), 2),
        (Trace(rows=[2], column=SALES, how="share", base="sum", whole=[2, 4]), 60),
        (Trace(rows=[3], column=SALES, how="change", base="sum", whole=[2]), 25),
        (Trace(rows=[3], column=SALES, how="change", base="mean", whole=[2]), 25),
        (Trace(rows=[2], column=SALES, how="share", base="mean", whole=[2, 4]), None),
        (Trace(rows=[2], column=SALES, how="magic"), None),
        (Trace(rows=[2], column="other", how="sum"), None),
        (Trace(rows=[99], column=SALES, how="sum"), None),
        (Trace(), None),
    ],
)
def test_a_value_is_computed_again_the_way_it_says(trace: Trace, value: float | None) -> None:
    assert FOLLOWING.computed(trace) == value


@pytest.mark.parametrize(
    ("value", "key", "rows"),
    [
        (120, "", [2]),
        (270, "", [2, 3]),
        (270, "East", [2, 3, 4, 5]),
        (150, "2023", [2, 3]),
        (0.27, "", [2, 3]),
        (135, "East", [2, 3, 4, 5]),
        (64.3, "East", [2, 3, 4, 5]),
        (2, "", [2, 3]),
        (12.857, "", [2, 3]),
    ],
)
def test_a_value_that_follows_from_its_rows_in_a_simple_way_is_known(value: float, key: str, rows: list[int]) -> None:
    assert FOLLOWING.explains(value, key, rows)


@pytest.mark.parametrize(
    ("value", "key", "rows"), [(121, "", [2]), (270, "West", [2, 3, 4, 5]), (150, "", [2]), (70, "", [2, 3])]
)
def test_a_value_that_does_not_is_not(value: float, key: str, rows: list[int]) -> None:
    assert not FOLLOWING.explains(value, key, rows)


def test_rows_that_the_table_does_not_have_are_told() -> None:
    assert FOLLOWING.missing([1, 2, 6]) == [1, 6]
    assert FOLLOWING.has([2, 5])
    assert not FOLLOWING.has([])


def test_a_value_may_be_rounded_to_the_decimals_that_it_has() -> None:
    assert near(12.3, 12.34)
    assert near(12, 12.4)
    assert not near(12.3, 12.36)
    assert not near(12.34, 12.3)
    assert near(1 / 3, 1 / 3 + 1e-12)
    assert not near(1.0, float("inf"))


class _Looked(tuple[tuple[Value, ...], ...]):
    """Rows that count how often one of them is looked at."""

    times = 0

    def __getitem__(self, place: Any) -> Any:
        type(self).times += 1
        return super().__getitem__(place)


def test_a_large_table_is_looked_through_once_per_column_and_not_once_per_value() -> None:
    lines = "".join(f"R{n % 40},2{n % 7:03},{n}\n" for n in range(2000))
    known = table(f"region,year,sales\n{lines}")
    rows = _Looked(known.rows)
    following = Following(known.model_copy(update={"rows": rows}))
    named = list(known.at)
    assert not following.explains(0.123456789012345, "R1", named)
    first = rows.times
    assert 0 < first <= 10 * len(named)
    for n in range(400):
        assert not following.explains(0.123456789012345, f"R{n}", named)  # R0 … R39 are there, the others are not
    assert rows.times <= 2 * first


def test_an_empty_category_is_its_own_rows_and_not_all() -> None:
    known = table('region,sales\n"",5\nEast,7\nEast,11\n')
    assert Following(known).explains(18, "East", [2, 3, 4])
    assert Following(known).explains(23, "", [2, 3, 4])
    assert not Following(known).explains(23, "East", [3, 4])


def test_what_a_row_says_in_a_column_is_its_cell_and_no_other() -> None:
    known = table()
    sales = known.column(SALES)
    assert sales is not None
    assert FOLLOWING.is_cell(120, 2, sales)
    assert not FOLLOWING.is_cell(121, 2, sales)
    assert not FOLLOWING.is_cell(120, 99, sales)


class Counted(list[int]):
    """A list that counts how often it is gone through."""

    times = 0

    def __iter__(self) -> Iterator[int]:
        self.times += 1
        return super().__iter__()


def test_rows_that_thousands_of_values_name_are_gone_through_a_few_times_only() -> None:
    mine, whole, following = Counted([2, 3]), Counted([2, 3, 4, 5]), Following(table())
    trace = Trace(column=SALES, how="share", base="sum").model_copy(update={"rows": mine, "whole": whole})
    for _ in range(1_000):
        assert following.computed(trace) is not None
        assert not following.explains(0.123, "East", mine)
        assert not following.explains(0.123, "East", whole)
        assert not following.missing(mine)
    assert max(mine.times, whole.times) <= 4
