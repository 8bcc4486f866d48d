from __future__ import annotations

from datetime import date, timedelta

from kasen.teams.slides.data.grouping import MOST_POINTS, Grouped, as_coarse, coarser, grouped, in_order
from kasen.teams.slides.data.table import Column, Table
from teams.slides.data.tabled import table


def by(found: Table, key: str, value: str, **more: list[int]) -> Grouped:
    return grouped(found, column(found, key), column(found, value), lang="en", only=more.get("only"))


def column(found: Table, name: str) -> Column:
    wanted = found.column(name)
    assert wanted is not None
    return wanted


def days(count: int, start: date = date(2024, 1, 1)) -> Table:
    lines = [f"{start + timedelta(days=n)},{'AB'[n % 2]},{n + 1}" for n in range(count)]
    return table("date,shop,sales\n" + "\n".join(lines) + "\n")


def test_rows_of_one_key_are_added_up_under_their_numbers() -> None:
    found = by(table(), "region", "sales (million yen)")
    assert (found.keys, found.values, found.rows) == (("East", "West"), (270, 150), ((2, 3), (4, 5)))
    assert not found.single
    assert found.all_rows() == (2, 3, 4, 5)


def test_time_is_in_order_and_shown_as_it_is_read() -> None:
    found = by(table("month,n\nMar 2024,3\n2024-01,1\n2024年2月,2\n"), "month", "n")
    assert (found.keys, found.values, found.single) == (("2024-01", "2024-02", "2024-03"), (1, 2, 3), True)
    assert found.labels == ("Jan 2024", "Feb 2024", "Mar 2024")


def test_empty_cells_are_no_zeros_and_rows_without_a_key_are_left_out() -> None:
    found = by(table("k,n,m\na,1,1\nb,,2\n,5,3\na,2,4\n"), "k", "n")
    assert (found.keys, found.values) == (("a", "b"), (3, None))


def test_only_some_rows_are_looked_at_where_that_is_wanted() -> None:
    assert by(table(), "region", "staff", only=[0, 2]).values == (10, 6)


def test_fine_time_is_brought_together_until_it_fits() -> None:
    few, many = by(days(20), "date", "sales"), by(days(120), "date", "sales")
    assert coarser(few, "en") is few
    months = coarser(many, "en")
    assert months.keys == ("2024-01", "2024-02", "2024-03", "2024-04")
    assert months.values[0] == sum(range(1, 32))
    assert months.rows[0] == tuple(range(2, 33))
    years = coarser(by(days(3_650), "date", "sales"), "en")
    assert len(years.keys) <= MOST_POINTS
    assert years.grain == "quarter"


def test_a_month_that_is_not_over_is_left_out_and_named() -> None:
    months = coarser(by(days(140), "date", "sales"), "en")
    assert months.keys == (*("2024-01", "2024-02", "2024-03", "2024-04", "2024-05")[:4], "2024-05")
    shorter = coarser(by(days(130), "date", "sales"), "en")
    assert shorter.keys[-1] == "2024-04"
    assert shorter.left_out == ("May 2024",)


def test_parts_are_brought_together_as_their_whole_was() -> None:
    found = days(130)
    whole = coarser(by(found, "date", "sales"), "en")
    part = as_coarse(by(found, "date", "sales", only=list(range(0, 130, 2))), whole, "en")
    assert part.keys == whole.keys
    few = by(found, "date", "sales", only=[0, 1])
    assert as_coarse(few, few, "en") is few


def test_months_without_a_year_are_in_order_as_they_stand() -> None:
    found = table("月,店,売上\n4月,A,1\n5月,B,2\n6月,C,3\n")
    assert [in_order(found, one) for one in found.columns()] == [True, False, False]


def test_the_same_of_the_same_rows_is_brought_together_once() -> None:
    found = table()
    assert by(found, "region", "staff") is by(found, "region", "staff")
    assert by(found, "region", "staff").rows is by(found, "region", "sales (million yen)").rows
    assert by(found, "region", "staff", only=[0, 2]) is by(found, "region", "staff", only=[0, 2])
    mean = grouped(found, column(found, "region"), column(found, "staff"), lang="en", mean=True)
    assert (mean.values, by(found, "region", "staff").values) == ((10.5, 6), (21, 12))
