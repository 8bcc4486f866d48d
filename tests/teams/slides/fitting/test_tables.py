"""Widths of columns and heights of rows."""

from __future__ import annotations

from kasen.teams.slides.fitting.tables import aired, laid, largest, measured, usual_size
from kasen.teams.slides.schemas.deck import Table
from teams.slides.fitting.decks import JA, design, table

WIDTH = 10_000_000


def test_columns_share_the_width_by_what_stands_in_them() -> None:
    mixed = Table(id="t", columns=("No", "説明"), rows=(("1", JA), ("2", JA)))
    found = laid(measured(mixed, design("light")), WIDTH, 14.0)
    assert sum(found.widths) == WIDTH
    assert found.widths[1] > 3 * found.widths[0]
    assert len(found.heights) == 3


def test_a_cell_that_breaks_makes_its_row_higher() -> None:
    mixed = Table(id="t", columns=("a",), rows=(("短い",), (JA * 4,)))
    found = laid(measured(mixed, design("light")), 4_000_000, 14.0)
    assert found.heights[2] > 3 * found.heights[1]


def test_no_word_is_divided_while_there_is_room_for_it() -> None:
    words = Table(id="t", columns=("a", "b"), rows=(("internationalization", "x " * 80),))
    cells = measured(words, design("light"))
    found = laid(cells, 6_000_000, 14.0)
    assert found.widths[0] / 12_700 - 14.4 >= cells.least[0] * 14.0 - 0.1
    assert not found.crowded
    many = Table(id="t", columns=("a",) * 9, rows=(("internationalization",) * 9,))
    assert laid(measured(many, design("light")), 6_000_000, 14.0).crowded


def test_the_largest_size_that_fits_is_taken_and_rows_get_a_little_air() -> None:
    cells, usual = measured(table(12, 4), design("light")), usual_size(design("light"))
    found = largest(cells, WIDTH, 4_000_000, usual)
    assert found.height <= 4_000_000
    assert found.size == usual or laid(cells, WIDTH, found.size + 1).height > 4_000_000
    assert found.height < aired(found, 4_000_000).height <= 4_000_000
    assert largest(cells, WIDTH, 100_000, usual).size == 10.0


def test_short_rows_and_empty_cells_are_measured_too() -> None:
    odd = Table(id="t", columns=("a", "b"), rows=(("1",), ("", "")))
    found = laid(measured(odd, design("light")), WIDTH, 12.0)
    assert len(found.heights) == 3
    assert min(found.heights) > 0
