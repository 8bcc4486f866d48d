"""Each kind of mismatch is its own problem with its own severity."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kasen.evidence.align import Aligned, align
from kasen.evidence.compare import (
    Problem,
    date_problems,
    denial_problems,
    direction_problems,
    name_problems,
    number_problems,
    place_problems,
)
from kasen.evidence.reading import Reading

Look = Callable[[Reading, Aligned], Iterator[Problem]]


def problems(look: Look, claim: str, passage: str) -> list[tuple[str, str]]:
    text = Reading(passage)
    aligned = align(Reading(claim), [text], text)
    assert aligned is not None
    return [(p.severity, p.key) for p in look(Reading(claim), aligned)]


def test_a_number_that_differs_contradicts_when_the_rest_agrees() -> None:
    assert problems(number_problems, "茶の輸出額は3億円だった", "茶の輸出額は4億円だった。") == [
        ("contradicted", "number_differs")
    ]
    assert problems(number_problems, "紙の値段は3億円だった", "茶の輸出額は4億円だった。") == [
        ("unsupported", "number")
    ]


def test_a_number_that_was_rounded_is_unsupported() -> None:
    assert problems(number_problems, "茶の輸出額は約4億円だった", "茶の輸出額は3.9億円だった。") == [
        ("unsupported", "number_about")
    ]


def test_one_end_of_a_range_is_partial() -> None:
    assert problems(number_problems, "80℃で淹れる", "70〜80℃で淹れる。") == [("partial", "number_in_range")]


def test_a_date_that_differs_contradicts() -> None:
    assert problems(date_problems, "栄西は1181年に帰国した", "栄西は1191年に帰国した。") == [
        ("contradicted", "date_differs")
    ]
    assert problems(date_problems, "栄西は12世紀に帰国した", "栄西は建久2年に帰国した。") == []


def test_a_coarser_date_that_agrees_does_not_contradict() -> None:
    for claim, passage in [
        ("The event runs from 3 to 5 May 2024.", "The event will be held May 3–5, 2024."),
        ("The law took effect on 1 April 2023.", "The law took effect on 01/04/2023."),
        ("法律は2023年4月1日に施行された", "法律は2023年に施行された。"),
    ]:
        assert "contradicted" not in [severity for severity, _ in problems(date_problems, claim, passage)]
    assert problems(date_problems, "法律は2023年4月1日に施行された", "法律は2024年に施行された。") == [
        ("contradicted", "date_differs")
    ]


def test_the_name_of_a_work_is_no_time_of_day_in_another_language() -> None:
    passage = "『ミッドナイト・イン・パリ』は2011年に公開された。"
    assert problems(number_problems, "Midnight in Paris was released in 2011.", passage) == []
    assert problems(number_problems, "It closes at midnight.", "閉館は22時である。") != []
    assert problems(number_problems, "Midnight in Paris came first.", "Noon in Paris came first.") != []


def test_year_and_day_may_stand_apart() -> None:
    assert problems(date_problems, "2020年3月3日に開いた", "2020年の春である。店は3月3日に開いた。") == []


def test_a_swapped_topic_is_worse_than_a_new_noun() -> None:
    assert problems(name_problems, "明恵は宋から帰国した", "栄西は宋から帰国した。") == [("unsupported", "swap")]
    assert problems(name_problems, "宋から帰国した栄西と弁慶", "栄西は宋から帰国した。") == [("partial", "name")]


def test_opposite_directions_contradict() -> None:
    assert problems(direction_problems, "輸出は減った", "輸出は増えた。") == [("contradicted", "opposite")]


def test_denials_are_compared_both_ways() -> None:
    assert problems(denial_problems, "麦茶はカフェインを含む", "麦茶はカフェインを含まない。") == [
        ("contradicted", "denied_there")
    ]
    assert problems(denial_problems, "緑茶はカフェインを含まない", "緑茶はカフェインを含む。") == [
        ("contradicted", "denied_here")
    ]
    assert problems(denial_problems, "熱湯は使わない", "熱湯は用いない。") == []


def test_a_denial_of_what_the_sentence_asserts_contradicts_even_where_it_denies_something_else() -> None:
    passage = "江戸時代には、幕府が覆下栽培を宇治の茶師だけに許したため、上等な抹茶は宇治でしか作れなかった。"
    claim = "宇治の茶師だけに覆下栽培が許されたわけではなかった。"
    assert ("contradicted", "denied_here") in problems(denial_problems, claim, passage)
    assert problems(denial_problems, "上等な抹茶は宇治でしか作れなかった。", passage) == []


def test_a_direction_that_belongs_to_something_else_contradicts() -> None:
    passage = "Shaded leaves keep more theanine and hold fewer catechins."
    claim = "Shaded leaves keep less theanine and hold more catechins."
    assert problems(direction_problems, claim, passage) == [("contradicted", "opposite")]


def test_a_figure_inside_a_quoted_name_is_no_new_name() -> None:
    passage = "この「五月雨式」という語は、物事が長く続くことを言う。"
    assert problems(name_problems, "なお、この「五月雨式」という語は、物事が長く続くことを言う。", passage) == []


def test_what_stands_in_the_place_of_something_else_is_told_although_the_passage_has_it() -> None:
    passage = "The gap found by Giovanni Cassini in 1675 is kept open by the moon Mimas. Maxwell came in 1859."
    claim = "The gap found by Mimas in 1675 is kept open by the moon Giovanni Cassini."
    assert problems(place_problems, claim, passage) == [("unsupported", "exchanged")]
    later = "The gap found by Giovanni Cassini in 1859 is kept open by the moon Mimas."
    assert problems(place_problems, later, passage) == [("contradicted", "number_differs")]
    other = "The gap found by Maxwell in 1675 is kept open by the moon Mimas."
    assert problems(place_problems, other, passage) == [("partial", "swap_elsewhere")]


MUNICIPALITIES = "2024年の調査では、対象となる自治体は214に上った。参加した企業は35である。"


def test_a_bare_number_that_differs_for_the_same_subject_contradicts() -> None:
    differs = [("contradicted", "number_differs")]
    assert problems(number_problems, "対象の自治体は124", MUNICIPALITIES) == differs
    assert problems(number_problems, "自治体は124に上る", MUNICIPALITIES) == differs
    assert problems(number_problems, "対象の自治体数は124である", MUNICIPALITIES) == differs
    reached = "In 2024, the number of municipalities covered by the scheme reached 214, up from 180."
    assert problems(number_problems, "The number of municipalities is 124.", reached) == differs
    assert problems(number_problems, "The scheme covers 124 municipalities.", reached) == differs


def test_a_bare_number_of_another_subject_is_only_not_borne_out() -> None:
    missing = [("unsupported", "number")]
    assert problems(number_problems, "対象の学校は124", MUNICIPALITIES) == missing
    assert problems(number_problems, "岐阜県の対象の自治体は124", MUNICIPALITIES) == missing
    assert problems(number_problems, "対象の自治体は124以上", MUNICIPALITIES) == missing
    urban = "The number of schools in urban areas was 214."
    assert problems(number_problems, "The number of schools in rural areas was 124.", urban) == missing
    assert problems(number_problems, "対象の自治体は214", MUNICIPALITIES) == []
