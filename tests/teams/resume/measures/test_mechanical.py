from itertools import pairwise

import pytest

from kasen.teams.resume.measures.mechanical import corrections, reason, troubles
from teams.resume.measures.given import english, japanese, material


def corrected(text: str) -> str:
    shown = material(text)
    for start, end, new, _ in reversed(corrections(shown)):
        text = text[:start] + new + text[end:]
    return text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- ｾﾐﾅｰを運営し、ﾊﾞｯﾁを作成", "- セミナーを運営し、バッチを作成"),
        (
            "- ＪａｖａＳｃｒｉｐｔでAPIを実装、Python3で試験、SQLで集計",
            "- JavaScriptでAPIを実装、Python3で試験、SQLで集計",
        ),
        ("- 品質をを改善し、、記録した。。", "- 品質を改善し、記録した。"),
        ("- 東京のの拠点 、大阪の拠点", "- 東京の拠点、大阪の拠点"),
    ],
)
def test_japanese_slips_are_mended(before: str, after: str) -> None:
    assert corrected(japanese(before)) == japanese(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- Built the the shop", "- Built the shop"),
        ("- Built  it , then  sold it", "- Built it, then sold it"),
        ("- Sold it,, then left..", "- Sold it, then left."),
        ("- It’s ours and it's theirs and it’s good", "- It’s ours and it’s theirs and it’s good"),
    ],
)
def test_english_slips_are_mended(before: str, after: str) -> None:
    assert corrected(english(before)) == english(after)


@pytest.mark.parametrize(
    "items",
    [
        "- Ends with two spaces  \n  and goes on",
        "- Use `a  b` and <https://example.com/a,,b> and $x  y$",
        "- He had had enough, and that that was true",
        "- Etc... and 1,,000",
        "-   Indented item\n1.  Numbered item",
        "- a . b is code .NET and .env",
        "- Don't and 'quoted' \"words\"",
        "- The A a and I I",
    ],
)
def test_what_may_be_meant_stays(items: str) -> None:
    text = english(items)
    assert corrected(text) == text


@pytest.mark.parametrize(
    "items", ["- 全角スペース　　を使う", "- 母の、のちの妻", "- はははと笑う", "- ＡＢＣ商事", "- 日々の、様々な"]
)
def test_japanese_that_may_be_meant_stays(items: str) -> None:
    assert corrected(japanese(items)) == japanese(items)


def test_full_width_letters_stay_where_the_text_is_written_in_them() -> None:
    text = japanese("- ＡＢＣＤシステムの設計、ＥＦＧの保守")
    assert corrected(text) == text


def test_headings_code_tables_and_identity_are_not_touched() -> None:
    head = "# Ｅｘａｍｐｌｅ  Ｐｅｒｓｏｎ\n\n## Experience\n\n### Engineer,  Example  Ltd,  2020-01 – present\n\n"
    text = head + "```\nthe the ｶﾅ\n```\n\n| the the | a  b |\n|---|---|\n\n- Built it\n"
    assert corrections(material(text)) == []


def test_names_stay_even_within_prose() -> None:
    text = japanese("- 見本ｼｽﾃﾑ株式会社の移行", head="見本ｼｽﾃﾑ株式会社（2020年1月〜現在）")
    shown = material(text)
    closed = {(one.start, one.end) for one in shown.resume.identity}
    assert not [one for one in troubles(shown.resume) for start, end in closed if one[0] < end and start < one[1]]


def test_corrections_are_in_order_and_do_not_overlap() -> None:
    text = english("- Built  the the  shop , and and sold  it,,  then")
    found = corrections(material(text, review="ja"))
    assert len(found) > 4
    assert all(a[1] <= b[0] for a, b in pairwise(found))
    assert {one[3] for one in found} >= {"二重の空白", "語の重複"}
    assert reason("doubled", "en") == "word written twice"


def test_correcting_twice_changes_nothing_more() -> None:
    once = corrected(english("- Built  the the  shop , and and sold  it,,  then"))
    assert corrected(once) == once
