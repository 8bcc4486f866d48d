from __future__ import annotations

import pytest

from kasen.teams.slides.data.totals import is_total, total_rows
from teams.slides.data.tabled import table


def totals(*rows: str) -> list[int]:
    """Numbers of the rows that are totals; the first is row 2."""
    found = table("name,a,b\n" + "\n".join(rows) + "\n")
    assert len(found.totals) + len(found.rows) == len(rows)
    return sorted(set(range(2, 2 + len(rows))) - set(found.at))


@pytest.mark.parametrize(
    "word", ["合計", "総計", "合 計", "小計", "Total", "GRAND TOTAL", "平均", "Average", "関東合計", "Subtotal"]
)
def test_a_row_that_says_so_is_a_total(word: str) -> None:
    assert totals("East,1,2", "West,3,4", f"{word},9,9") == [4]


def test_a_row_that_may_be_one_is_where_its_numbers_add_up() -> None:
    assert totals("East,1,2", "West,3,4", "計,4,6") == [4]
    assert totals("全国,4,6", "East,1,2", "West,3,4") == [2]
    assert totals("East,1,2", "West,3,4", "Total assets,4,6") == [4]
    assert totals("East,10,2", "West,3,4", "計,4,6") == []


def test_a_whole_of_which_not_all_parts_are_listed_is_a_total() -> None:
    assert totals("East,1,2", "West,3,4", "all of Japan,40,60") == [4]
    assert totals("East,-1,2", "West,3,4", "all of Japan,40,60") == []


def test_subtotals_are_found_among_their_groups() -> None:
    rows = ["A1,1,1", "A2,2,2", "A計,3,3", "B1,10,10", "B2,20,20", "B計,30,30", "総計,33,33"]
    assert totals(*rows) == [4, 7, 8]


def test_a_table_of_totals_only_has_rows() -> None:
    assert totals("Total 2022,1,2", "Total 2023,3,4") == []
    assert totals("合計,1,2", "平均,3,4") == []


def test_words_that_only_sound_like_it_are_none() -> None:
    assert not any(map(is_total, ("totally", "設計", None, "計画", "全国大会" * 20)))
    assert totals("設計,1,2", "計画,3,4", "営業,5,6") == []


def test_without_numbers_nothing_adds_up() -> None:
    assert total_rows([("合計",), ("a",)], [("合計",), ("a",)], ()) == set()
