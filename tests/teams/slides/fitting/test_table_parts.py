"""A table over several slides."""

from __future__ import annotations

from kasen.teams.slides.fitting.table_parts import pages, taken, trimmed
from kasen.teams.slides.fitting.tables import laid, measured
from kasen.teams.slides.schemas.deck import Table
from teams.slides.fitting.decks import JA, design, table

ROOM = (10_000_000, 3_000_000.0)


def test_rows_go_on_under_the_same_header_about_equally_many() -> None:
    whole = table(40, 4)
    found = pages(whole, design("light"), [ROOM] * 5)
    assert len(found) > 1
    assert [row for each in found for row in each.rows] == list(whole.rows)
    assert {each.columns for each in found} == {whole.columns}
    assert all(laid(measured(each, design("light")), ROOM[0], 10.0).height <= ROOM[1] for each in found)
    counts = [len(each.rows) for each in found]
    assert max(counts) - min(counts) <= len(counts)


def test_the_last_room_takes_what_is_left() -> None:
    found = pages(table(60, 4), design("light"), [ROOM] * 2)
    assert len(found) == 2
    assert sum(len(each.rows) for each in found) == 60


def test_columns_that_have_no_room_for_their_words_go_on_beside_the_first() -> None:
    long = "internationalization" * 2
    whole = Table(id="t", columns=tuple(f"c{at}" for at in range(10)), rows=((long,) * 10,) * 2)
    found = pages(whole, design("light"), [ROOM] * 6)
    assert len(found) > 1
    assert {each.columns[0] for each in found} == {"c0"}
    assert {column for each in found for column in each.columns} == set(whole.columns)
    assert len(pages(whole, design("light"), [ROOM])) == 1


def test_a_selection_keeps_what_is_numeric() -> None:
    whole = Table(id="t", columns=("a", "b"), rows=(("x", "1"),), numeric=(False, True))
    assert taken(whole, (1,)) == Table(id="t", columns=("b",), rows=(("1",),), numeric=(True,))


def test_what_is_trimmed_fits_and_keeps_the_beginning() -> None:
    whole = table(60, 3)
    found = trimmed(whole, design("light"), *ROOM)
    assert 0 < len(found.rows) < 60
    assert found.rows == whole.rows[: len(found.rows)]
    huge = Table(id="t", columns=("a", "b"), rows=((JA * 50, "x"),))
    cut = trimmed(huge, design("light"), 4_000_000, 2_000_000.0)
    assert laid(measured(cut, design("light")), 4_000_000, 10.0).height <= 2_010_000
    assert JA.startswith(cut.rows[0][0][:10])
