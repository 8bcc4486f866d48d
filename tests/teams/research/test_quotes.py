"""A quotation is found as whole sentences of its passage, mended, or not found."""

from __future__ import annotations

import pytest

from kasen.teams.research.quotes import around, locate

TEXT = "宇治茶の歴史は１２７１年に始まる。将軍の庇護で広まった。\n煎茶は1738年に完成した。"
ENGLISH = "Tea grows in Uji. It has been shaded since the\n16th century. Exports rose to 5,274 tonnes."


@pytest.mark.parametrize(
    ("text", "quote", "expected", "exact"),
    [
        (TEXT, "将軍の庇護で広まった。", "将軍の庇護で広まった。", True),
        (TEXT, "「将軍の庇護で広まった」", "将軍の庇護で広まった。", True),
        (TEXT, "宇治茶の歴史は1271年に始まる", "宇治茶の歴史は１２７１年に始まる。", True),
        (TEXT, "庇護で広まった。煎茶は", "将軍の庇護で広まった。\n煎茶は1738年に完成した。", True),
        (ENGLISH, "shaded since the 16th century", "It has been shaded since the\n16th century.", True),
        (ENGLISH, "Exports rose to 6,274 tonnes.", "Exports rose to 5,274 tonnes.", False),
    ],
)
def test_a_quotation_becomes_whole_sentences(text: str, quote: str, expected: str, exact: bool) -> None:
    found = locate(text, quote)
    assert found is not None
    (start, end), was_exact = found
    assert (text[start:end], was_exact) == (expected, exact)


@pytest.mark.parametrize("quote", ["", "「」", "全く関係のない文である。", "Something else entirely."])
def test_what_stands_nowhere_is_not_found(quote: str) -> None:
    assert locate(TEXT, quote) is None


def test_a_quotation_is_shown_with_the_sentences_around_it() -> None:
    text = "一文目。二文目。三文目。四文目。"
    start, end = around(text, (8, 12), size=12)
    assert text[start:end] == "一文目。二文目。三文目。"
    assert around(text, (8, 12), size=2) == (8, 12)
    assert around(text, (0, 4), size=100) == (0, len(text))


def test_a_row_of_a_table_stands_alone() -> None:
    text = "| 県 | 量 |\n| 静岡 | 40 |\n| 鹿児島 | 34 |"
    assert around(text, (10, 20), size=100) == (10, 20)


def test_code_is_not_mixed_with_prose() -> None:
    text = "The cell gives figures.\n```\n{'a': 1}\n```"
    assert around(text, (0, 23), size=100) == (0, 23)


def test_a_paragraph_is_not_left() -> None:
    text = "First paragraph here.\n\nSecond one. Third one."
    start, end = around(text, (23, 34), size=100)
    assert text[start:end] == "Second one. Third one."
