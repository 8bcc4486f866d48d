from __future__ import annotations

from kasen.teams.slides.editing.speaking import said_of, words_of
from kasen.teams.slides.schemas.deck import Column, Point, Slide, Table

COLUMNS = (Column(heading="L", points=(Point(text="l", refs=("P1",)),)), Column(heading="R", points=(Point(text="r"),)))


def test_a_slide_is_said_with_its_sources_and_without_tables_of_figures() -> None:
    table = Table(id="T1", columns=("a",), rows=(("1",),), refs=("D1",))
    said = said_of(4, Slide(id="s", kind="two_columns", title="T", columns=COLUMNS, table=table, notes="N"))
    assert (said.number, said.title, said.left_heading, said.notes) == (4, "T", "L", "N")
    assert [point.sources for point in said.left] == [["P1"]]
    assert said.rows == []
    own = table.model_copy(update={"refs": ()})
    assert said_of(1, Slide(id="s", kind="table", title="T", table=own)).rows == [["1"]]


def test_all_words_of_a_slide_are_found() -> None:
    assert words_of(Slide(id="s", kind="two_columns", title="T", columns=COLUMNS, notes="N")) == "T\nL\nR\nl\nr\nN"
