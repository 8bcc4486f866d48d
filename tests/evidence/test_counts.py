"""A number without a unit counts the noun after it, or the subject that it is said of."""

from __future__ import annotations

import pytest

from kasen.evidence.counts import counted, counted_thing
from kasen.evidence.reading import Reading
from kasen.evidence.verify import problems


def things(text: str) -> list[str]:
    read = Reading(text)
    return [counted(read, number) for number in read.numbers]


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("対象の自治体は124", "自治体"),
        ("対象となる自治体は、2024年度には214に上った。", "自治体"),
        ("自治体数は124である。", "自治体"),
        ("自治体の数が124に達した。", "自治体"),
        ("合格者：3,214", "合格者"),
        ("the number of rural municipalities is 124.", "municipality"),
        ("In 2024, the number of municipalities covered by the scheme reached 214.", "municipality"),
        ("the score was 3.5", "scor"),
    ],
)
def test_a_bare_number_counts_its_subject(text: str, thing: str) -> None:
    assert things(text) == [thing]


@pytest.mark.parametrize(
    "text",
    [
        "自治体は124を採用した。",
        "自治体は124の部署を持つ。",
        "自治体は124を超える。",
        "自治体は前年より124に近い。",
        "自治体は前年に比べ124だ。",
        "実際には124だった。",
        "there were 124",
        "it was 3.5",
        "chapter 7",
    ],
)
def test_a_number_that_no_subject_is_said_to_be_counts_nothing(text: str) -> None:
    assert things(text) == [""]


def test_a_second_number_does_not_take_the_subject_of_the_first() -> None:
    assert things("自治体は214、35だ。") == ["自治体", ""]
    assert things("the number of schools reached 214 and was 180") == ["school", ""]


def test_what_follows_a_number_goes_before_its_subject() -> None:
    assert things("橋は6車線") == ["車線"]
    assert things("the bridge was 3 lanes") == ["lan"]
    assert things("参加者は3人") == ["people"]
    read = Reading("自治体は124")
    assert counted_thing(read, read.numbers[0]) == ""


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("The tank holds 48 million cubic feet.", "The tank holds 48 million cubic metres."),
        ("The mill gave 90 megawatts.", "The mill gave 90 kilowatts."),
        ("The barrel holds 60 gallons.", "The barrel holds 60 litres."),
        ("The barrel holds 60 hogsheads.", "The barrel holds 60 firkins."),
        ("The barrel holds 60 litres of beer.", "The barrel holds 60 firkins of beer."),
        ("The barrel holds 60 firkins of beer.", "The barrel holds 60 litres of beer."),
        ("The hall has 40 doors.", "The hall has 40 windows and a few doors."),
        ("昨年は930組が参加した。", "昨年は930人が参加した。"),
        ("昨年は930人が参加した。", "昨年は930組が参加した。"),
        ("昨年は930世帯が参加した。", "昨年は930人が参加した。"),
        ("この路線には12両がある。", "この路線には12駅がある。"),
    ],
)
def test_a_figure_that_counts_something_else_is_told(claim: str, said: str) -> None:
    assert problems(claim, said)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("The hall has 40 windows.", "The hall has 40 large windows, and it is old."),
        ("The hall has 40 large windows.", "The hall has 40 windows, and it is old."),
        ("The hall has 40 windows.", "In the hall there are windows, 40 in all."),
        ("In all, 40 ships sank.", "Of the ships, 40 sank in the storm."),
        ("The tower is 40 metres.", "The tower: 40"),
        ("The wall, which is 40 metres high, is old.", "The wall is old. It is 40 m high."),
        ("240 workers took part.", "In the strike 240 people took part, all of them workers."),
        ("It took 12 months.", "It took 12 long months to build it."),
        ("The mill gave 90 kW of power.", "The mill gave 90 kilowatts of power at first."),
        ("参加したのは930名だった。", "昨年は930人が参加した。"),
        ("全部で12カ所にある。", "全部で12か所にあるという。"),
        ("電車は12両である。", "電車は12両編成である。"),
        ("塔は3つある。", "塔は3基ある。"),
        ("The town has 12 towers.", "町には12基の塔がある。"),
        ("利用者は930を超えた。", "利用者は930人を超えた。"),
    ],
)
def test_a_figure_that_counts_the_same_in_other_words_is_left_alone(claim: str, said: str) -> None:
    assert not [problem for problem in problems(claim, said) if problem.key != "language"]
