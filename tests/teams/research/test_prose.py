"""What a model writes is plain words in the language of the report, and what it adds of its own is seen."""

from __future__ import annotations

import pytest

from kasen.teams.research.prose import (
    ENOUGH,
    LEAST,
    Lang,
    facts,
    held,
    is_in,
    may_head,
    pieces,
    plain,
    repeats,
    strange_addresses,
)

TEA = "Theanine gives green tea its savoury taste, which is called umami. Sunlight turns theanine into catechins."
UJI = "覆下栽培によって濃い緑とうま味の抹茶を作れたため、宇治は日本茶の中心になった。"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Uji is a town [e1].", "Uji is a town."),
        ("Uji is a town (e1, e2).", "Uji is a town."),
        ("宇治は町である[1]。", "宇治は町である。"),
        ("宇治は町である【e1、e2】。", "宇治は町である。"),
        ("Uji is a town.[^3]", "Uji is a town."),
        ("- **Uji** is a `town`.", "Uji is a town."),
        ("## Uji", "Uji"),
        ("The shogun (1358–1408) and a range [a, b]", "The shogun (1358–1408) and a range [a, b]"),
        ("It fell by 3 (2020) -- -5 °C", "It fell by 3 (2020) -- -5 °C"),
        ("", ""),
    ],
)
def test_marks_and_markdown_are_taken_off_and_nothing_else(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("lang", "text", "found"),
    [
        ("ja", "宇治は町である。", True),
        ("ja", "Nagatani Sōen が煎茶を完成させた。", True),
        ("ja", "1738年", True),
        ("ja", "Uji is a town.", False),
        ("en", "Uji is a town.", True),
        ("en", "The procession (御茶壺道中) began in 1633.", True),
        ("en", "宇治は町である。", False),
        ("en", "Uji: 宇治は日本茶の中心である。", False),
        ("en", "", True),
    ],
)
def test_the_language_of_a_sentence_is_seen_past_the_names_in_it(lang: Lang, text: str, found: bool) -> None:
    assert is_in(lang, text) is found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See https://evil.example/x now", ["https://evil.example/x"]),
        ("Go to evil.com.", ["evil.com"]),
        ("It stands at https://known.example/a", []),
        ("About 3.5 kg, i.e. much.", []),
    ],
)
def test_addresses_that_no_source_gives_are_found(text: str, found: list[str]) -> None:
    assert strange_addresses(text, ["written at https://known.example/a in 2020"]) == found


@pytest.mark.parametrize(
    ("text", "shown", "kind"),
    [
        ("Theanine gives green tea its savoury taste, called umami.", TEA, "kept"),
        ("One source says that sunlight turns theanine into catechins.", TEA, "kept"),
        ("Theanine gives green tea its savoury taste, and it cures every disease.", TEA, "partial"),
        ("Tea cures cancer.", TEA, "falls"),
        ("覆下栽培によって宇治は日本茶の中心になった。", UJI, "kept"),
        ("別の資料によれば、宇治は日本茶の中心になった。", UJI, "kept"),
        ("宇治は日本茶の中心になり、濃い緑とうま味の抹茶を作り、病気の薬も作れた。", UJI, "partial"),
        ("覆下栽培によって宇治は中心になり、病気の薬として世界で売られた。", UJI, "falls"),
        ("宇治の茶は空から降ってきた。", UJI, "falls"),
        ("It cures every disease.", UJI, "kept"),
        ("The procession (御茶壺道中) carried tea.", TEA, "falls"),
    ],
)
def test_what_the_words_shown_do_not_hold_is_seen(text: str, shown: str, kind: str) -> None:
    share = held(text, [shown])
    assert ("kept" if share >= ENOUGH else "partial" if share >= LEAST else "falls") == kind, share


def test_words_are_compared_with_those_of_the_same_script_where_both_were_shown() -> None:
    assert held("宇治の茶は空から降ってきた。", [UJI, TEA * 9]) < LEAST
    assert held("Tea cures cancer.", [UJI * 9, TEA]) < LEAST
    assert held("Tea cures cancer.", []) == 1.0


@pytest.mark.parametrize(
    ("lang", "title", "fits"),
    [
        ("en", "Theanine and the taste of green tea", True),
        ("en", "Ten ways to get rich", False),
        ("en", "Green tea in 1999", False),
        ("en", "Green tea " * 20, False),
        ("en", "Green tea: www.evil.com", False),
        ("en", "緑茶", False),
        ("en", "", False),
    ],
)
def test_a_title_has_the_words_of_what_was_asked_or_found(lang: Lang, title: str, fits: bool) -> None:
    assert may_head(title, TEA, lang) is fits


def test_a_statement_is_cut_into_sentences() -> None:
    assert pieces("宇治は町である。茶を作る。") == ["宇治は町である。", "茶を作る。"]
    assert pieces("Tea is green. It is drunk.") == ["Tea is green.", "It is drunk."]
    assert pieces("") == [""]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Uji lies close to Kyoto.", "Uji lies very, very close to Kyoto.", True),
        ("The tea jar procession to Edo began in 1632.", "The tea jar procession to Edo began in 1633.", False),
        ("宇治は都に近い。", "都に近いのは宇治である。", True),
        ("宇治は都に近い。", "栂尾は都に近い。", False),
        ("", "", True),
    ],
)
def test_a_statement_that_only_turns_another_round_repeats_it(one: str, other: str, same: bool) -> None:
    assert repeats(one, other) is same


def test_words_about_the_sources_are_no_facts_of_theirs() -> None:
    assert facts("別の資料は1632年とする。1633年とする資料もある。") == "ものは1632年とする。1633年とするものもある。"
    assert facts("資料館は宇治にある。") == "資料館は宇治にある。"
