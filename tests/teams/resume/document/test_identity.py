from __future__ import annotations

import pytest

from kasen.teams.resume.document.identity import phones_in
from kasen.teams.resume.document.parse import parse

JA = """# 見本 太郎

メール：taro@example.jp

## 職務要約

株式会社見本で8年働きました。

## 職務経歴

### 株式会社見本（2016年4月〜現在）
**開発リーダー**

- 株式会社見本の売上を伸ばした

## 資格

- 2016年11月 応用情報技術者試験 合格

## 学歴

- 2016年3月 架空大学 工学部 卒業
"""


def test_what_is_on_record_is_identity_by_kind() -> None:
    found = {(one.kind, one.text) for one in parse(JA).identity}
    assert {
        ("employer", "株式会社見本"),
        ("date", "2016年4月〜現在"),
        ("title", "開発リーダー"),
        ("date", "2016年11月"),
        ("certification", "応用情報技術者試験 合格"),
    } <= found
    assert any(kind == "name" and "見本 太郎" in text for kind, text in found)
    assert any(kind == "contact" and "taro@example.jp" in text for kind, text in found)
    assert any("架空大学" in text for _, text in found)


def test_sentences_stay_editable_although_they_name_the_employer() -> None:
    resume = parse(JA)
    places = [one for one in resume.identity if resume.line_at(one.start) in (7, 14)]
    assert places == []


def test_spans_are_in_order_hold_their_text_and_do_not_overlap() -> None:
    resume = parse(JA * 3)
    assert all(resume.text[one.start : one.end] == one.text for one in resume.identity)
    assert all(a.end <= b.start for a, b in zip(resume.identity, resume.identity[1:], strict=False))


@pytest.mark.parametrize(
    "text",
    [
        "090-1234-5678",
        "03-1234-5678",
        "+81 90-1234-5678",
        "(555) 010-4477",
        "555-010-4477",
        "09012345678",
        "+44 20 7946 0958",
    ],
)
def test_phones_are_found(text: str) -> None:
    assert [f"x {text} y"[start:end] for start, end in phones_in(f"x {text} y")] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "2019-2022",
        "+2000 users",
        "04-2019",
        "2016/04-2019/03",
        "12,345,678",
        "ISBN 978-4-00-310101-8",
        "100-200 people",
    ],
)
def test_other_numbers_are_no_phones(text: str) -> None:
    assert list(phones_in(text)) == []
