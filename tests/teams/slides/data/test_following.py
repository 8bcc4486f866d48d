from __future__ import annotations

import pytest

from kasen.teams.slides.data.following import Following, near
from kasen.teams.slides.data.handed import Trace
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
