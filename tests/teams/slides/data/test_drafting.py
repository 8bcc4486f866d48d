from __future__ import annotations

from typing import Any

from kasen.teams.slides.data.draft import Draft
from kasen.teams.slides.data.drafting import drafted, told
from kasen.teams.slides.data.handed import Handed, Trace
from teams.slides.data.tabled import chart, table

SALES = "sales (million yen)"
PARTS = [Trace(rows=[2, 3], column=SALES, how="share", base="sum", whole=[2, 3, 4, 5])]


def made(figure: Handed, *, lang: Any = "en", unknown: bool = False) -> Draft:
    return drafted(figure, table(), unknown=unknown, lang=lang)


def test_shares_and_changes_are_in_percent() -> None:
    draft = made(chart(["East"], {"share": [64.3]}, [2, 3, 4, 5], traces={"share": PARTS}, unit="yen"))
    assert (draft.unit, draft.rate) == ("%", True)


def test_a_count_has_the_unit_that_the_code_says() -> None:
    count = Trace(rows=[2, 3], how="count")
    assert made(chart(["East"], {"n": [2]}, [2, 3], traces={"n": [count]}, unit="件")).unit == "cases"


def test_moments_are_shown_as_people_read_them_and_long_names_are_cut() -> None:
    draft = made(chart(["2024-04", "2024-05"], {"n": [1, 2]}, [2]), lang="ja")
    assert (draft.labels, draft.in_time) == (("2024年4月", "2024年5月"), True)
    (label,) = made(chart(["x" * 100], {"n": [1]}, [2])).labels
    assert len(label) == 60
    assert label.endswith("…")


def test_what_was_cut_off_is_no_whole() -> None:
    cut = Trace(rows=[2, 3], column=SALES, how="sum", cut=True)
    draft = told(made(chart(["East"], {"n": [270]}, [2, 3], traces={"n": [cut]})), "en")
    assert not draft.whole
    assert "of the total" not in draft.shows


def test_a_figure_without_a_title_is_called_by_its_columns() -> None:
    trace = Trace(rows=[2, 3], column="staff", how="sum")
    figure = chart(["East", "West"], {"staff": [21, 12]}, [2, 3, 4, 5], title="", traces={"staff": [trace, trace]})
    assert made(figure).title == "staff by region"
    assert made(figure, lang="ja").title == "region別のstaff"


def test_how_it_came_about_is_said_in_the_language_of_the_deck() -> None:
    trace = Trace(rows=[2], column="staff", how="mean")
    figure = chart(["East", "West"], {"staff": [10.5, 6]}, [2, 3, 4, 5], traces={"staff": [trace, trace]})
    assert made(figure, lang="ja").how == "「region」ごとの「staff」の平均。コードで計算し、行から計算し直して一致した"
    assert made(figure, unknown=True).how == "mean of `staff` by `region`; computed by code"


def test_numbers_in_cells_of_a_table_may_be_said() -> None:
    figure = Handed(
        id="F1", kind="table", rows=[2], columns=["a", "b"], cells=[["x 12%", 3.5], ["y", 4.5]], used=[[2], [2]]
    )
    draft = made(figure)
    assert {12, 3.5, 4.5, 8} <= set(draft.numbers)
    assert draft.cells == (("x 12%", "3.5"), ("y", "4.5"))
