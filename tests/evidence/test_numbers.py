"""Amounts read the same however they are written."""

from __future__ import annotations

import pytest

from kasen.evidence.dates import dates
from kasen.evidence.numbers import Number, numbers
from kasen.evidence.reading import Reading
from kasen.evidence.verify import problems


def read(text: str) -> list[Number]:
    return Reading(text).numbers


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3億円", "300 million yen"),
        ("３億５，０００万円", "¥350,000,000"),
        ("三割", "30%"),
        ("30パーセント", "thirty percent"),
        ("2兆3,000億円", "2.3 trillion yen"),
        ("五百万人", "5 million people"),
        ("1.5kg", "1500グラム"),
        ("2倍", "two times"),
        ("半分", "50 %"),
        ("3分の1", "one third"),
        ("90秒", "1.5 minutes"),
        ("80℃", "80 degrees"),
        ("百二十本", "120"),
        ("12か国", "twelve countries"),
        ("20世紀", "20 centuries"),
        ("3千トン", "3,000 tonnes"),
        ("10年間", "120 months"),
        ("1時間30分", "90分間"),
        ("1時間半", "90分"),
        ("1年半", "18か月"),
        ("2年6か月", "2年半"),
        ("1 hour 30 minutes", "90 minutes"),
        ("2 hours and 15 minutes", "135 minutes"),
        ("1時間2分3秒", "3723秒"),
        ("1メートル80センチ", "180センチ"),
        ("6 feet 2 inches", "74 inches"),
        ("two-thirds", "67%"),
        ("3分の2", "66.7%"),
        ("a third", "33 percent"),
        ("7分の1", "14%"),
        ("$1.5tn", "1.5 trillion dollars"),
        ("$1.5b", "1.5 billion dollars"),
        ("3 miles", "4.8 km"),
        ("5マイル", "8キロ"),
        ("6フィート", "1.83 m"),
        ("0.5 percentage points", "0.5ポイント"),
    ],
)
def test_the_same_amount_in_another_script(one: str, other: str) -> None:
    left = numbers(Reading(one).folded)
    right = numbers(Reading(other).folded)
    assert left[0].same(right[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3億円", "3億ドル"),
        ("20 mg", "20 g"),
        ("60秒", "60分"),
        ("3割", "3%"),
        ("364億円", "346億円"),
        ("5人", "5件"),
        ("8,798トン", "8,798kg"),
        ("3分の2", "66%"),
        ("a third", "34%"),
        ("a quarter", "24.8%"),
        ("1時間半", "1時間"),
        ("5 miles", "5 km"),
        ("6 feet", "6 inches"),
        ("9 feet", "3 m"),
        ("50 acres", "50 hectares"),
        ("2%", "2ポイント"),
        ("2 percent", "2 percentage points"),
    ],
)
def test_another_figure_or_unit_is_another_amount(one: str, other: str) -> None:
    assert not read(one)[0].same(read(other)[0])


def test_the_ends_of_a_range_share_unit_and_scale() -> None:
    assert [(int(n.value), n.unit.kind, n.in_range) for n in read("3〜5万円")] == [
        (30000, "yen", True),
        (50000, "yen", True),
    ]
    assert [(int(n.value), n.unit.kind) for n in read("between 10 and 20 grams")] == [(10, "mass"), (20, "mass")]
    assert not any(n.in_range for n in read("10 grams and 20 grams"))


@pytest.mark.parametrize(
    "text",
    ["千利休は一番茶を十分に飲んだ。", "三重県の八女茶", "COVID-19 and CO2", "万人に愛される", "No one came", ""],
)
def test_numerals_inside_words_are_no_amounts(text: str) -> None:
    assert read(text) == []


def test_dates_are_not_counted_as_amounts() -> None:
    text = Reading("1738年（元文3年）に3人が")
    assert [n.value for n in numbers(text.folded, [d.span for d in dates(text.folded)])] == [3]


def test_approximation_and_sign_are_read() -> None:
    assert read("約364億円")[0].about
    assert read("about 30 percent")[0].about
    assert not read("364億円")[0].about
    assert read("マイナス5℃")[0].value == -5
    assert all(
        read(text)[0].about for text in ("About a quarter", "nearly half of them", "約3分の1", "more than 10,000")
    )
    assert all(read(text)[0].about for text in ("1万人を超えた", "5割を上回る", "100人以上", "18歳未満"))


@pytest.mark.parametrize(
    "text",
    ["最低気温は−5℃だった", "成長率は-5%", "成長率:-5%", "成長率：−5%", "氷点下5度", "-5 percent", "気温が（-5℃）"],
)
def test_a_minus_sign_behind_kana_or_a_colon_is_read(text: str) -> None:
    assert [int(number.value) for number in read(text)] == [-5]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("ページは5-10である", [5, 10]),
        ("5−10%の間", [5, 10]),
        ("3〜5回", [3, 5]),
        ("2つ-3つ", [2, 3]),
        ("10 -15 and 3:-1", [10, -15, 3, -1]),
        ("表2-3", [2, 3]),
    ],
)
def test_a_dash_between_two_figures_is_no_minus(text: str, values: list[int]) -> None:
    assert [int(number.value) for number in read(text)] == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("5 kg, 300 g", [5, 300]),
        ("30分1時間", [30, 1]),
        ("2年半ば", [2]),
        ("between 1 hour and 30 minutes", [1, 30]),
        ("1 hour to 90 minutes", [1, 90]),
        ("3 hours and 4 hours", [3, 4]),
    ],
)
def test_amounts_that_are_not_one_measure_stay_apart(text: str, values: list[int]) -> None:
    assert [int(number.value) for number in read(text)] == values


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("成長率は1.2%だった。", "成長率は-1.2%だった。"),
        ("1月の最低気温は5度だった。", "1月の最低気温は−5℃だった。"),
        ("最低気温は5度だった。", "最低気温は氷点下5度だった。"),
        ("The trail is 5 miles long.", "The trail is 5 km long."),
        ("He is 6 feet tall.", "He is 6 inches tall."),
        ("The farm covers 50 acres.", "The farm covers 50 hectares."),
        ("失業率は2%低下した。", "失業率は2ポイント低下した。"),
        ("Unemployment fell by 2 percent.", "Unemployment fell by 2 percentage points."),
    ],
)
def test_another_amount_with_the_same_figure_is_not_supported(claim: str, passage: str) -> None:
    assert {p.severity for p in problems(claim, passage)} & {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("成長率はマイナス1.2%だった。", "成長率は-1.2%だった。"),
        ("最低気温は氷点下5度だった。", "最低気温はマイナス5度だった。"),
        ("最低気温は氷点下5度だった。", "最低気温は-5℃だった。"),
        ("試合は90分間続いた。", "試合は1時間30分続いた。"),
        ("The film is 90 minutes long.", "The film is 1 hour 30 minutes long."),
        ("工事には1年半かかった。", "工事には18か月かかった。"),
        ("上映時間は1時間半である。", "上映時間は90分である。"),
        ("彼の身長は1メートル80センチである。", "彼の身長は180センチである。"),
        ("Two-thirds of voters backed the plan.", "The plan was backed by 67% of voters."),
        ("A third of adults smoke.", "33% of adults smoke."),
        ("約3分の2が賛成した。", "有権者の67%が賛成した。"),
        ("The GDP is $1.5tn.", "The GDP is 1.5 trillion dollars."),
        ("The trail is about 3 miles long.", "The trail is 4.8 km long."),
    ],
)
def test_the_same_amount_written_otherwise_is_borne_out(claim: str, passage: str) -> None:
    assert problems(claim, passage) == []


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("About a quarter of adults smoke.", "24.8% of adults smoke."),
        ("More than 10,000 people attended.", "The event was attended by 10,250 people."),
        ("参加者は1万人を超えた。", "参加者は10,250人だった。"),
        ("The trail is 5 miles long.", "The trail is 8.2 km long."),
    ],
)
def test_an_amount_that_is_only_near_does_not_contradict(claim: str, passage: str) -> None:
    assert "contradicted" not in [p.severity for p in problems(claim, passage)]


def test_an_endless_row_of_digits_is_read_without_failing() -> None:
    assert read("9" * 10_000)
