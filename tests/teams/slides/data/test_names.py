from __future__ import annotations

import pytest

from kasen.teams.slides.data import names
from kasen.teams.slides.schemas.part import Lang
from teams.slides.data.tabled import table


@pytest.mark.parametrize(
    ("name", "lang", "said"),
    [
        ("volume", "ja", "「volume」"),
        ("KPI", "ja", "KPI"),
        ("売上", "ja", "売上"),
        ("iPhone売上", "ja", "iPhone売上"),
        ("店舗売上", "en", "“店舗売上”"),
        ("sales", "en", "sales"),
        ("「volume」の平均", "ja", "「volume」の平均"),
        ("製品の初期設定が手引きどおりに進まない", "ja", "「製品の初期設定が手引きどおりに進まない」"),
    ],
)
def test_a_name_of_the_other_language_or_a_long_one_is_quoted(name: str, lang: Lang, said: str) -> None:
    assert names.quoted(name, lang) == said


@pytest.mark.parametrize(
    ("unit", "lang", "said"),
    [
        ("million yen", "ja", "百万円"),
        ("USD", "ja", "ドル"),
        ("USD million", "ja", "百万ドル"),
        ("t", "ja", "t"),
        ("mg per 100 ml", "ja", "mg per 100 ml"),
        ("千円", "en", "thousand yen"),
        ("人", "en", "people"),
        ("億円", "en", "億円"),
        ("%", "en", "%"),
        ("", "en", ""),
    ],
)
def test_a_unit_is_said_in_the_language_of_the_deck_and_never_of_another_scale(
    unit: str, lang: Lang, said: str
) -> None:
    assert names.unit_in(unit, lang) == said


def test_what_a_japanese_column_counts_is_in_its_name() -> None:
    found = table("店,来店者数,席数,売上\n甲,1,2,3\n乙,2,3,4\n", lang="ja")
    assert [names.unit_of(column, "ja") for column in found.columns("number")] == ["人", "席", ""]
    assert [names.unit_of(column, "en") for column in found.columns("number")] == ["", "", ""]


def test_a_name_in_a_title_loses_its_brackets_before_its_end() -> None:
    assert names.short("お問い合わせの種類（窓口で受けたもの）", "ja") == "お問い合わせの種類"
    assert names.short("一年を通じて最もよく売れた商品の数", "ja") == "「一年を通じて最もよく売れた商…」"
    assert names.short("売上", "ja") == "売上"
    assert (len(names.cut("x" * 60)), names.cut("short")) == (40, "short")


def test_rates_are_high_counts_are_many_and_amounts_are_large() -> None:
    assert [names.extremes(name, "", "ja")[0] for name in ("離職率", "件数", "売上")] == ["高い", "多い", "大きい"]
