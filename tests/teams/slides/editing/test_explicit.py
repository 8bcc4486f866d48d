from __future__ import annotations

import pytest

from kasen.teams.slides.editing.explicit import asks_for_a_chart, explicit, why_unchanged
from kasen.teams.slides.editing.forms import Order
from kasen.teams.slides.schemas.deck import Chart, Point, Series, Slide

CHART = Chart(id="C1", kind="column", categories=("a",), series=(Series(name="s", values=(1.0,)),))
SLIDES = [
    Slide(id="s-01", kind="title", title="Tea"),
    Slide(
        id="s-02", kind="bullets", title="Exports", points=(Point(text="Exports grew", refs=("P1",)),), notes="Say it."
    ),
    Slide(id="s-03", kind="chart", title="Year", chart=CHART),
]


@pytest.mark.parametrize(
    ("wish", "slide", "title"),
    [
        ("slide 2: title: Exports keep growing", 2, "Exports keep growing"),
        ("Slide 2 title to “New title”", 2, "New title"),
        ("スライド2 タイトル：輸出は伸び続ける", 2, "輸出は伸び続ける"),
        ("２枚目のタイトルを「輸出の伸び」にする", 2, "輸出の伸び"),
        ("第2ページ タイトルを輸出にしてください", 2, "輸出"),
    ],
)
def test_a_title_that_is_said_is_taken_as_it_stands(wish: str, slide: int, title: str) -> None:
    [edit] = explicit(wish, SLIDES)
    assert (edit.slide, edit.action) == (slide, "rewrite")
    assert edit.said is not None
    assert edit.said.title == title
    assert [point.sources for point in edit.said.points] == [["P1"]]


@pytest.mark.parametrize("wish", ["delete slide 2", "slide 2: delete", "2枚目を削除", "スライド2を削除してください"])
def test_a_slide_is_deleted(wish: str) -> None:
    assert [(one.slide, one.action) for one in explicit(wish, SLIDES)] == [(2, "delete")]


@pytest.mark.parametrize(
    "wish", ["move slide 3 to 2", "slide 3: move to 2", "3枚目を2枚目へ移動", "スライド3を2に移動する"]
)
def test_a_slide_is_moved(wish: str) -> None:
    assert [(one.slide, one.action, one.to) for one in explicit(wish, SLIDES)] == [(3, "move", 2)]


@pytest.mark.parametrize("wish", ['slide 2: replace "grew" with "rose"', "スライド2：「grew」を「rose」に置き換え"])
def test_words_are_replaced_where_they_stand(wish: str) -> None:
    [edit] = explicit(wish, SLIDES)
    assert edit.said is not None
    assert [point.text for point in edit.said.points] == ["Exports rose"]


@pytest.mark.parametrize(
    ("wish", "kind"),
    [("slide 3: as a line chart", "line"), ("3枚目を横棒グラフに", "bar"), ("3枚目を円グラフにする", "pie")],
)
def test_a_chart_gets_another_form(wish: str, kind: str) -> None:
    assert [(one.action, one.chart) for one in explicit(wish, SLIDES)] == [("chart", kind)]


@pytest.mark.parametrize(
    "wish",
    [
        "slide 3: shorter headline",
        "slide 3: shorten to one line",
        "3枚目の単位を円にする",
        "3枚目の画面を説明する",
        "slide 3: raise the bar",
        "slide 3: as a line chart or a bar chart",
    ],
)
def test_words_that_only_sound_like_a_form_of_chart_are_left_to_a_model(wish: str) -> None:
    assert explicit(wish, SLIDES) == []


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("as a line chart", True),
        ("グラフを折れ線にして", True),
        ("turn it into a pie", True),
        ("make it calmer", False),
    ],
)
def test_an_order_that_only_names_a_form_of_chart_is_known(text: str, asks: bool) -> None:
    assert asks_for_a_chart(Order(3, "other", text=text)) is asks
    assert not asks_for_a_chart(Order(3, "delete", text=text))


def test_notes_are_written() -> None:
    [edit] = explicit("slide 2 notes: Speak slowly.", SLIDES)
    assert edit.action == "notes"
    assert edit.said is not None
    assert edit.said.notes == "Speak slowly."


@pytest.mark.parametrize(
    "wish",
    [
        "",
        "make it nicer",
        "slide 9: title: x",
        "delete slide 0",
        "move slide 2 to 9",
        "slide 2: make the second point shorter",
        "2枚目をもっと分かりやすく",
        "slide 2: as a line chart",
        'slide 2: replace "nowhere" with "x"',
        "slide 3: line or bar?",
    ],
)
def test_what_is_not_said_exactly_is_nothing(wish: str) -> None:
    assert explicit(wish, SLIDES) == []


def test_why_an_order_changes_nothing_is_told_in_the_language_of_the_deck() -> None:
    replace = Order(2, "replace", old="茶", new="茶葉")
    assert why_unchanged(replace, is_found=False, lang="ja") == "何も変えていない：スライド2に「茶」という語はない。"
    assert why_unchanged(replace, is_found=True, lang="en") == "Nothing was changed: slide 2 is so already."
