"""Times of day are single values, the same however they are written; what only looks like one is none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kasen.evidence.clock import clocks
from kasen.evidence.reading import Reading
from kasen.evidence.types import Claim, Passage, Support
from kasen.evidence.units import CLOCK
from kasen.evidence.verify import verify


def hours(text: str) -> list[Fraction]:
    return [one.hours for one in clocks(Reading(text).folded)]


def judged(claim: str, passage: str) -> Support | None:
    held = {"p": Passage(id="p", source_id="s", text=passage, end=len(passage))}
    return verify([Claim(id="c", text=claim, passage_ids=("p",))], held)[0].support


SAME = {
    Fraction(19, 2): (
        *("9:30", "09:30", "9.30 am", "9:30 a.m.", "half past nine", "half past 9 in the morning"),
        *("午前9時30分", "9時半", "九時半", "朝の9時半", "午前9：30"),
    ),
    Fraction(43, 2): (
        *("21:30", "9:30 p.m.", "9:30PM", "9.30 pm", "9:30 in the evening", "half past nine at night"),
        *("午後9時半", "２１：３０", "二十一時三十分", "夜9時半", "PM9:30"),
        *("2026-11-23T21:30:00Z", "2026-11-23 21:30", "2026-11-23T21:30+09:00"),
    ),
    Fraction(35, 4): ("8:45", "a quarter to nine", "quarter to nine in the morning", "8:45 a.m.", "8時45分"),
    Fraction(9): ("9:00", "9時", "9 a.m.", "9am", "AM9:00", "nine o'clock", "at nine in the morning", "午前九時"),
    Fraction(53, 4): ("13:15", "a quarter past one in the afternoon", "1:15 pm", "13時15分", "昼の1時15分"),
    Fraction(0): ("12 a.m.", "0:00", "24時", "午前0時", "夜12時", "12:00 at night", "零時"),
    Fraction(12): ("12 p.m.", "12:00", "午後0時", "昼の12時"),
    Fraction(1): ("午前1時", "深夜1時", "1:00 a.m.", "午前一時", "25時"),
}


@pytest.mark.parametrize(("value", "text"), [(value, text) for value, texts in SAME.items() for text in texts])
def test_a_time_is_one_value_in_any_notation(value: Fraction, text: str) -> None:
    assert hours(text) == [value]
    assert [(n.value, n.unit) for n in Reading(text).numbers] == [(value, CLOCK)]


@pytest.mark.parametrize("text", ["scheduled 9:30", "wonderful: 9:30", "contacts 9:30", "The match was won at 9:30."])
def test_a_word_that_only_holds_another_does_not_hide_a_time(text: str) -> None:
    assert hours(text) == [Fraction(19, 2)]


def test_seconds_are_part_of_a_time() -> None:
    assert hours("11:58:30 a.m.") == hours("午前11時58分30秒") == [Fraction(1437, 120)]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("open from 9 to 5:30 p.m.", [9, 17.5]),
        ("6:00–9:30 p.m.", [18, 21.5]),
        ("between 9:30 and 11 a.m.", [9.5, 11]),
        ("11:30 to 1 p.m.", [11.5, 13]),
        ("午後6時から9時まで", [18, 21]),
        ("午後10時から6時まで", [22, 6]),
        ("9〜17時", [9, 17]),
        ("9時から午後5時まで", [9, 17]),
        ("9:30-17:00", [9.5, 17]),
        ("22:00–6:00", [22, 6]),
    ],
)
def test_one_end_of_a_span_says_the_half_of_the_day_for_both(text: str, ends: list[float]) -> None:
    assert hours(text) == [Fraction(end) for end in ends]


@pytest.mark.parametrize(
    "text",
    [
        "a ratio of 3:1, in 16:9, at a scale of 1:25,000",
        "a 1:10 dilution, a ratio of 1:50, odds of 2:15",
        "They won 21:15. The score was 3:2, then 10:12 score.",
        "John 3:16, Genesis 1:26, Quran 2:55; ヨハネ3:16、創世記1:26",
        "in 1:23:45; it lasts 4:33; a running time of 1:45",
        "9時間、24時間営業、9時限、10時代、第2時、2時点、12時制",
        "a.py:10, a.py:10:30, localhost:80, 10.0.0.1:53, [fe80:10:20::1]:22",
        "UTC+09:00, UTC-05:00, GMT+1:00",
        "一時は同時に何時も、七時雨山",
        "9.30 is a price, $9 and 30 amps, 25:10, 9:60, 9:5",
        "比率は1:10、縮尺1:50、スコアは11:10で勝った",
        "30 pm, 9 amps, 5 PMs",
    ],
)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert hours(text) == []


OPENS = "The museum on the hill opens at 9:30 instead of 10:00 and closes at 9:00 p.m. It has 9 rooms."
OPENS_JA = "丘の上の美術館は午前9時30分に開き、最終入場は午後8時で、午後9時に閉まる。30の部屋がある。"


@pytest.mark.parametrize(
    ("claim", "passage", "support"),
    [
        ("The museum on the hill opens at 9:30.", OPENS, "supported"),
        ("The museum on the hill opens at half past nine.", OPENS, "supported"),
        ("The museum on the hill opens at 09:30.", OPENS, "supported"),
        ("The museum on the hill closes at 21:00.", OPENS, "supported"),
        ("The museum on the hill closes at 9 p.m.", OPENS, "supported"),
        ("The museum on the hill closes at 9:00.", OPENS, "supported"),
        ("The museum on the hill closes at nine.", OPENS, "supported"),
        ("The museum on the hill has 9 rooms.", OPENS, "supported"),
        ("丘の上の美術館は午前9時半に開く。", OPENS_JA, "supported"),
        ("丘の上の美術館は9:30に開く。", OPENS_JA, "supported"),
        ("丘の上の美術館は21時に閉まる。", OPENS_JA, "supported"),
        ("丘の上の美術館は九時に閉まる。", OPENS_JA, "supported"),
        (
            "The library is open on Sundays from 9 a.m. until 5 p.m.",
            "The library is open on Sundays 9:00–17:00.",
            "supported",
        ),
        ("図書館は日曜は9時から17時まで開いている。", "図書館は日曜は午前9時から5時まで開いている。", "supported"),
        (
            "The train leaves Kyoto daily at 2:15.",
            "The train leaves Kyoto daily at 2:15, and another at 15:02.",
            "supported",
        ),
        ("市の式典は21時に終わる。", "市の式典は午前9時30分に始まり、午後9時に終わる。", "supported"),
        (
            "夕食は午後6時半から9時まで出される。",
            "朝食は7:00から9:30まで、夕食は18:30から21:00まで出される。",
            "supported",
        ),
        (
            "The train leaves Kyoto at 9:15.",
            "The train leaves Kyoto at 9.15 a.m. and comes to Tokyo at 11.30 a.m.",
            "supported",
        ),
        ("The train leaves at 8:45.", "The train leaves at a quarter to nine in the morning.", "supported"),
        ("The earthquake struck at 11:58 a.m.", "The earthquake in Tokyo struck at 11:58:32 a.m.", "supported"),
        ("The ratio of tea to water is 1:50.", "The tea to water ratio is 1 : 50 by weight.", "supported"),
    ],
)
def test_a_time_that_the_passage_gives_is_borne_out_in_any_notation(claim: str, passage: str, support: Support) -> None:
    assert judged(claim, passage) == support


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The museum on the hill opens at 9:10.", OPENS),
        ("The museum on the hill opens at 10:30.", OPENS),
        ("The museum on the hill opens at 9:00 a.m.", OPENS),
        ("The museum on the hill opens at 9:30 p.m.", OPENS),
        ("The museum on the hill opens at 21:30.", OPENS),
        ("The museum on the hill closes at 9:00 a.m.", OPENS),
        ("The museum on the hill has 30 rooms.", OPENS),
        ("The hall opens at 9:00.", "The hall opens at 9:30 instead of 10:00."),
        ("The hall opens at 10:30.", "The hall opens at 9:30 instead of 10:00."),
        ("The hall opens at 9:30.", "The hall opens at 21:30."),
        ("The hall has 9 doors.", "The hall opens at 9:30."),
        ("The hall with 9 doors opens at 9:00.", "The hall with 9 doors opens at 8:00."),
        ("丘の上の美術館は10時30分に開く。", OPENS_JA),
        ("丘の上の美術館は午後9時半に開く。", OPENS_JA),
        ("丘の上の美術館は午前9時に開く。", OPENS_JA),
        ("丘の上の美術館は9時間開いている。", OPENS_JA),
        ("会館は9:00に開く。", "会館は10:00ではなく9:30に開く。"),
        ("会館は10時半に開く。", "会館は10時ではなく9時半に開く。"),
        ("夕食は午後7時半から9時まで出される。", "朝食は7:00から9:30まで、夕食は18:30から21:00まで出される。"),
        ("The train comes to Tokyo at 9:15.", "The train leaves Kyoto at 9:15 and comes to Tokyo at 11:30."),
        ("The earthquake struck at 11:58:10 a.m.", "The earthquake in Tokyo struck at 11:58:32 a.m."),
        ("会館の見学は30分かかる。", "会館の見学は9時30分に始まる。"),
        ("The library closes at midnight.", "The library closes at 9 p.m."),
        ("The store closes at midnight.", "The store closes at 21:00."),
        ("The meeting of the board starts at noon.", "The meeting of the board starts at 3 p.m."),
        ("会議は正午に始まる。", "会議は15時に始まる。"),
    ],
)
def test_a_time_that_the_passage_lacks_is_not_supported(claim: str, passage: str) -> None:
    assert judged(claim, passage) != "supported"


def test_a_time_in_another_notation_is_not_taken_for_another_figure_of_the_sentence() -> None:
    passage = "The old market hall by the river opens at 9:00 and closes at 21:30 on every weekday."
    assert judged(
        "The old market hall by the river opens at 9:00 and closes at 9:30 p.m. on every weekday.", passage
    ) == ("supported")
    assert judged("The old market hall by the river opens at 21:30 and closes at 9:00 on every weekday.", passage) == (
        "contradicted"
    )


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The library closes at midnight.", "The library closes at 12 midnight."),
        ("The library closes at midnight.", "The library closes at 12 a.m. every day."),
        ("The meeting starts at noon.", "The meeting always starts at 12:00."),
        ("The meeting starts at 12:00.", "The meeting always starts at noon."),
        ("会議は正午に始まる。", "会議は12時に始まる。"),
        ("会議は午前0時に終わる。", "会議は0:00に終わる。"),
        ("The bar is open from 9 until midnight.", "The bar is open from 9:00 until midnight on Fridays."),
    ],
)
def test_noon_and_midnight_are_times_like_others(claim: str, passage: str) -> None:
    assert judged(claim, passage) == "supported"


def test_endless_digits_and_colons_are_read_without_failing() -> None:
    assert hours("9:" * 5_000) == []
    assert hours("9時" * 2_000 + "間")
