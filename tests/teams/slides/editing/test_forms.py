from __future__ import annotations

import pytest

from kasen.teams.slides.editing.forms import Order, beyond, understood


def test_words_come_out_as_they_were_written() -> None:
    assert understood("スライド２　タイトル：売上（２０２４年）", 3) == Order(2, "title", text="売上（２０２４年）")
    assert understood("slide 2: replace “㈱A” with “Ａ社”", 3) == Order(2, "replace", old="㈱A", new="Ａ社")


@pytest.mark.parametrize(
    ("wish", "order"),
    [
        ("delete slide 2", Order(2, "delete")),
        ("３枚目を１枚目へ移動", Order(3, "move", to=1)),
        ("slide 1 notes: “Say it.”", Order(1, "notes", text="Say it.")),
        ("slide 1: shorter", Order(1, "other", text="shorter")),
    ],
)
def test_an_order_names_its_slide_and_what_to_do(wish: str, order: Order) -> None:
    assert understood(wish, 3) == order


@pytest.mark.parametrize("wish", ["", "shorter", "slide 9: title: x", "slide 0: delete", "move slide 1 to 9"])
def test_what_means_no_slide_is_no_order(wish: str) -> None:
    assert understood(wish, 3) is None


@pytest.mark.parametrize(
    ("wish", "number"),
    [
        ("slide 9: title: x", 9),
        ("スライド０を削除", 0),
        ("move slide 1 to 9", 9),
        ("9枚目を短く", 9),
        ("slide 3: shorter", None),
        ("shorter", None),
        ("page 120 of the report has the new figures", None),
        ("120ページの数字に直して", None),
        ("page 9: title: x", 9),
    ],
)
def test_a_slide_that_is_meant_and_not_there_is_named(wish: str, number: int | None) -> None:
    assert beyond(wish, 3) == number
