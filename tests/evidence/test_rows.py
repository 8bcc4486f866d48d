from __future__ import annotations

import pytest

from kasen.evidence.numbers import numbers
from kasen.evidence.reading import Reading
from kasen.evidence.rows import Misplaced, Table, in_own_row, misplaced
from kasen.evidence.types import Claim, Passage
from kasen.evidence.verify import verify

JAPANESE = """都道府県 | 荒茶生産量（t） | 特色
静岡県 | 25800 | 煎茶
三重県 | 5020 | かぶせ茶
京都府 | 2780 | 抹茶と玉露
福岡県 | 1650 | 玉露
全国 | 73900"""
ENGLISH = """Crude tea by prefecture, of 12 that were asked.

| prefecture | crude tea (t) | known for |
|---|---:|---|
| Shizuoka | 25800 | sencha |
| Mie | 5020 | covered tea |
| Kyoto | 2780 | matcha |
| all of Japan | 73900 | |"""
YEARS = "年度\t売上高（億円）\t従業員\n2021年度\t480\t1,820\n2022年度\t512\t1,875\n2023年度\t547\t1,930"


def found(claim: str, text: str) -> tuple[str, str, str] | None:
    """What the claim says, the row that it names, and that in which it stands."""
    read = Reading(claim)
    one = misplaced(read, Table.of(text))
    return (read.folded[slice(*one.span)], one.mine, one.theirs) if one else None


@pytest.mark.parametrize(
    ("claim", "text", "wrong"),
    [
        ("京都府の荒茶は25,800トン", JAPANESE, ("25,800トン", "京都府", "静岡県")),
        ("京都は5,020トン", JAPANESE, ("5,020トン", "京都府", "三重県")),
        ("静岡は5,020トン、三重は25,800トン", JAPANESE, ("5,020トン", "静岡県", "三重県")),
        ("Kyoto made 25,800 t", ENGLISH, ("25,800 t", "kyoto", "shizuoka")),
        ("Mie made 2,780 tonnes; Kyoto made 5,020 tonnes", ENGLISH, ("2,780 tonnes", "mie", "kyoto")),
        ("苺の出荷は1,450ケース", "品目\t出荷（ケース）\n苺\t2310\n梨\t1450", ("1,450", "苺", "梨")),
        ("2022年度は480億円を売り上げた", YEARS, ("480億円", "2022年度", "2021年度")),
    ],
)
def test_a_number_of_another_row_is_found(claim: str, text: str, wrong: tuple[str, str, str]) -> None:
    assert found(claim, text) == wrong


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("京都府の荒茶は2,780トン", JAPANESE),
        ("静岡は25,800トン、三重は5,020トン", JAPANESE),
        ("三重と京都はそれぞれ5,020、2,780トン", JAPANESE),
        ("京都より多い5,020トンの産地", JAPANESE),
        ("全国73,900トンのうち京都は2,780トン", JAPANESE),
        ("かぶせ茶の産地は京都の隣で、5,020トンを作る", JAPANESE),
        ("東京都は25,800トン", JAPANESE),
        ("京都は約5,000トン", JAPANESE),
        ("Kyoto and Mie made 2,780 and 5,020 t", ENGLISH),
        ("Kyoto follows Mie's 5,020 t", ENGLISH),
        ("Kyoto is one of 12", ENGLISH),
        ("2021年度から3年で547億円まで伸びた", YEARS),
        ("2023年度は547億円", YEARS),
        ("", JAPANESE),
        ("京都府の荒茶は25,800トン", ""),
        ("京都府の荒茶は25,800トン", "静岡県の荒茶は25,800トン。京都府は2,780トン。"),
    ],
)
def test_what_is_right_or_cannot_be_told_is_let_be(claim: str, text: str) -> None:
    assert found(claim, text) is None


def test_cells_count_what_their_column_says() -> None:
    [row] = Table.of("店 | 売上（万円） | 客数（人）\n東京店 | 2450 | 6800").rows
    (sales,) = numbers("2,450万円")
    (wrong,) = numbers("2,450億円")
    assert row.has(sales)
    assert not row.has(wrong)
    assert row.labels[0] == "東京店"


def test_headings_are_no_rows_and_go_with_the_rows_after_them() -> None:
    table = Table.of("都道府県 | 荒茶（t）\n\n静岡県 | 25800\n\n京都府 | 2780")
    assert [row.labels[0] for row in table.rows] == ["静岡県", "京都府"]
    assert table.rows[0].held[-1].unit.kind == "mass"
    assert "都道府県" in table.beside


def test_numbers_of_the_named_row_are_known_though_they_look_like_years() -> None:
    claim = Reading("京都府の荒茶は2,780トン")
    assert in_own_row(claim, claim.numbers[0], Table.of(JAPANESE))
    other = Reading("三重県の荒茶は2,780トン")
    assert not in_own_row(other, other.numbers[0], Table.of(JAPANESE))


@pytest.mark.parametrize(
    ("claim", "support"), [("京都府は2,780トン", "supported"), ("京都府は5,020トン", "contradicted")]
)
def test_verification_reads_tables(claim: str, support: str) -> None:
    passage = Passage(id="p", source_id="s", text=JAPANESE, end=len(JAPANESE))
    [made] = verify([Claim(id="1", text=claim, passage_ids=("p",))], {"p": passage}, lang="ja")
    assert made.support == support
    assert support == "supported" or "「三重県」の行" in made.reasons[-1]


def test_rows_of_long_tables_are_told_apart_by_number() -> None:
    rows = "\n".join(f"town {n} | {1000 + 70 * n}" for n in range(400))
    assert misplaced(Reading("town 3 made 1,280"), Table.of(rows)) == Misplaced((12, 17), "town 3", "town 4")
