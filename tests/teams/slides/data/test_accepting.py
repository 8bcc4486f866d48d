from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.data.accepting import Accepted, accepted, is_unsure
from kasen.teams.slides.data.handed import Handed, Trace
from teams.slides.data.tabled import chart, read, table

SALES = "sales (million yen)"
EAST = Trace(rows=[2, 3], column=SALES, how="sum")
WEST = Trace(rows=[4, 5], column=SALES, how="sum")
TRACED = chart(["East", "West"], {"sales": [270, 150]}, [2, 3, 4, 5], traces={"sales": [EAST, WEST]})


def take(*handed: Handed, lang: Any = "en", shaken: dict[str, Handed] | None = None) -> Accepted:
    return accepted(handed, [table()], lang=lang, shaken=shaken)


def test_values_that_say_how_they_were_computed_are_computed_again() -> None:
    assert not is_unsure(TRACED)
    (draft,) = take(TRACED).drafts
    assert (draft.unit, draft.columns, draft.whole) == ("million yen", ("region", SALES), True)
    assert draft.how == f"sum of `{SALES}` by `region`; computed by code and again from the rows"


def test_a_value_that_is_not_what_its_rows_give_is_refused() -> None:
    wrong = TRACED.model_copy(update={"series": {"sales": [271, 150]}})
    assert take(wrong).refused == [f"F1: `sales` of `East` is 271, but sum of `{SALES}` over its rows is 270"]


@pytest.mark.parametrize(
    ("figure", "why"),
    [
        (chart(["a"], {"x": [1]}, []), "it names no rows"),
        (chart(["a"], {"x": [1]}, [1, 99]), "rows 1, 99 are no rows of the table"),
        (chart(["a", "b"], {"x": [1]}, [2]), "each series needs one value per category"),
        (chart([], {}, [2]), "each series needs one value per category"),
        (chart(["a"], {"x": [None]}, [2]), "it has no value"),
        (chart(["a"], {"x": [1]}, [2], table="other"), "there is no table `other`"),
        (Handed(id="F1", kind="number", rows=[2]), "it has no value"),
        (Handed(id="F1", kind="table", rows=[2], columns=["a", "b"], cells=[["x"]]), "one cell per column"),
        (chart(["a"], {"x": [1]}, [2], traces={"x": [Trace(rows=[77], column=SALES, how="sum")]}), "does not have"),
    ],
)
def test_a_figure_that_is_not_whole_is_refused(figure: Handed, why: str) -> None:
    (told,) = take(figure).refused
    assert why in told


def test_of_several_tables_one_has_to_be_named() -> None:
    two = [table(), *read("a,b\nx,1\n", "b.csv")]
    assert (
        "does not say which table" in accepted([chart(["a"], {"x": [1]}, [2])], two, lang="en", shaken=None).refused[0]
    )
    figure = chart(["x"], {"b": [1]}, [2], table="b.csv")
    assert accepted([figure], two, lang="en", shaken=None).refused == []


def test_values_by_hand_stand_where_they_follow_from_their_rows_and_move_with_the_data() -> None:
    figure = chart(["East", "West"], {"sales": [270, 150]}, [2, 3, 4, 5])
    moved = chart(["East", "West"], {"sales": [400, 300]}, [2, 3, 4, 5])
    assert is_unsure(figure)
    (draft,) = take(figure, shaken={"F1": moved}).drafts
    assert "again from the rows" in draft.how
    assert not draft.whole
    assert "do not change when the data does" in take(figure, shaken={"F1": figure}).refused[0]


def test_values_by_hand_that_follow_from_nothing_are_refused_or_known_as_the_codes_own() -> None:
    figure = chart(["East", "West"], {"forecast": [411.7, 222.9]}, [2, 3, 4, 5])
    assert "do not follow from its rows" in take(figure).refused[0]
    moved = chart(["East", "West"], {"forecast": [511.7, 322.9]}, [2, 3, 4, 5])
    (draft,) = take(figure, shaken={"F1": moved}).drafts
    assert draft.how.endswith("computed by code")


def test_a_number_is_held_against_its_rows_too() -> None:
    good = Handed(
        id="F1", kind="number", value=420, rows=[2, 3, 4, 5], trace=Trace(rows=[2, 3, 4, 5], column=SALES, how="sum")
    )
    (draft,) = take(good).drafts
    assert (draft.value, draft.unit) == (420, "million yen")
    assert "is 999, but sum" in take(good.model_copy(update={"value": 999})).refused[0]


def test_cells_of_a_table_are_those_of_its_rows() -> None:
    cells: list[list[Any]] = [["East", "2022", 120], ["East", "2023", 150]]
    good = Handed(id="F1", kind="table", rows=[2, 3], columns=["region", "year", SALES], cells=cells, used=[[2], [3]])
    (draft,) = take(good).drafts
    assert (draft.cells, draft.numeric) == ((("East", "2022", "120"), ("East", "2023", "150")), (False, False, True))
    lie = good.model_copy(update={"cells": [["East", "2022", 120], ["East", "2023", 151]]})
    assert take(lie).refused != []
    hidden = good.model_copy(update={"columns": ["region", "note"], "cells": [["East", "999 units"], ["East", "x"]]})
    assert take(hidden, shaken=None).refused != []


def test_a_sentence_whose_numbers_were_not_computed_is_another() -> None:
    honest = TRACED.model_copy(update={"shows": "East sells 270 million yen, 64.3% of all."})
    assert take(honest).drafts[0].shows == "East sells 270 million yen, 64.3% of all."
    lie = TRACED.model_copy(update={"shows": "East sells 300 million yen."})
    assert take(lie).drafts[0].shows == (
        "Sales is 80% higher for East (270 million yen) than for West (150 million yen)."
    )
    plain = TRACED.model_copy(update={"shows": "East leads."})
    assert take(plain).drafts[0].shows.startswith("East leads. Sales is 80% higher for East (270")


def test_a_sentence_in_the_wrong_language_is_another() -> None:
    told = take(TRACED.model_copy(update={"shows": "East leads."}), lang="ja").drafts[0].shows
    assert told == "「sales」は「East」が270百万円で、「West」の150百万円より80%大きい。"
    english = take(TRACED.model_copy(update={"shows": "東が多いです。"})).drafts[0].shows
    assert english.startswith("Sales is 80% higher")


def test_a_title_brings_in_no_number() -> None:
    assert take(TRACED.model_copy(update={"title": "Sales up 45%"})).drafts[0].title == f"{SALES} by region"
    assert take(TRACED.model_copy(update={"title": "Sales by region"})).drafts[0].title == "Sales by region"


def test_a_unit_that_is_not_that_of_the_column_is_put_right() -> None:
    assert take(TRACED.model_copy(update={"unit": "dollars"})).drafts[0].unit == "million yen"


def test_what_code_can_mend_of_a_chart_it_mends() -> None:
    years = chart(["2023", "2022"], {"staff": [17, 16]}, [2, 3, 4, 5], chart="pie")
    traces = {"staff": [Trace(rows=[3, 5], column="staff", how="sum"), Trace(rows=[2, 4], column="staff", how="sum")]}
    (draft,) = take(years.model_copy(update={"traces": traces})).drafts
    assert (draft.labels, draft.series["staff"]) == (("2022", "2023"), [16, 17])


def test_units_that_do_not_go_together_are_refused() -> None:
    found = table("k,a (t),b (円)\nx,1,2\ny,3,4\n")
    both = chart(["x", "y"], {"a (t)": [1, 3], "b (円)": [2, 4]}, [2, 3])
    (told,) = accepted([both], [found], lang="en", shaken=None).refused
    assert "stand on one axis" in told
