from __future__ import annotations

import pytest

from kasen.teams.code.page.labels import _LABELS, label, money, span


def test_both_languages_take_the_same_values() -> None:
    def holes(text: str) -> list[str]:
        return sorted(part.partition("}")[0] for part in text.split("{")[1:])

    assert len(_LABELS) > 40
    assert {name: both for name, both in _LABELS.items() if holes(both[0]) != holes(both[1])} == {}


def test_a_word_that_is_not_known_stands_for_itself() -> None:
    assert (label("answer.later", "en"), label("later", "ja")) == ("later", "later")


def test_words_follow_the_language() -> None:
    assert (label("open", "en"), label("open", "ja")) == ("Open findings", "残っている指摘")


@pytest.mark.parametrize(
    ("seconds", "en", "ja"),
    [(12.4, "12 s", "12秒"), (861, "14 min 21 s", "14分21秒"), (4830, "1 h 20 min", "1時間20分")],
)
def test_spans_of_time(seconds: float, en: str, ja: str) -> None:
    assert (span(seconds, "en"), span(seconds, "ja")) == (en, ja)


def test_money_and_a_price_that_nobody_knows() -> None:
    assert [money(usd, "en") for usd in (0, 0.0312, 1.843, None)] == ["$0.00", "$0.0312", "$1.84", "price unknown"]
    assert money(None, "ja") == "料金不明"
