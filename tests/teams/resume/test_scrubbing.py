"""What a sentence about a résumé is sent without: personal words in every form, and nothing else."""

from __future__ import annotations

import pytest

from kasen.teams.resume.prepared import prepared

JAPANESE = """# 職務経歴書

氏名：架空 太郎
電話：090-1234-5678

## 学歴

2010年3月 見本大学 工学部 卒業

## 職務経歴

### 架空建設株式会社（2012年4月 〜 現在）

- 橋の設計を担当した。
"""
ENGLISH = """# Sample Li

sample.li@mail.example.com

## Education

BSc, Keio University, 2010

## Experience

### Engineer, Sample Systems Inc. (2012 – Present)

- Ran Linux servers.
"""


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("架空太郎が主導した。", "…が主導した。"),
        ("架空さんは表彰された。", "…さんは表彰された。"),
        ("連絡は09012345678まで。", "連絡は…まで。"),
        ("連絡は０９０－１２３４－５６７８まで。", "連絡は…まで。"),
        ("other@mail.example.com に送る。", "… に送る。"),
        ("見本大で学んだ。", "…で学んだ。"),
        ("架空建設株式会社で2012年から設計した。", "架空建設株式会社で2012年から設計した。"),
    ],
)
def test_a_japanese_sentence_loses_personal_words_in_every_form(sentence: str, expected: str) -> None:
    assert prepared(JAPANESE, "ja").scrubbed(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Li, Sample led it.", "… led it."),
        ("S. Li ran it, SAMPLE LI says.", "… ran it, … says."),
        ("Keio is named twice.", "… is named twice."),
        ("Linux was limited.", "Linux was limited."),
        ("Sample Systems Inc. is named in 2012.", "Sample Systems Inc. is named in 2012."),
        ("Call +81 90 1234 5678 at once.", "Call … at once."),
        ("", ""),
    ],
)
def test_an_english_sentence_loses_personal_words_in_every_form(sentence: str, expected: str) -> None:
    assert prepared(ENGLISH, "en").scrubbed(sentence) == expected


def test_a_long_resume_and_many_sentences_are_one_look_each() -> None:
    text = JAPANESE + "- 架空さんが設計した。\n" * 2000
    ready = prepared(text, "ja")
    assert {ready.scrubbed(f"{n} 件を架空太郎が直した。") for n in range(300)} == {
        f"{n} 件を…が直した。" for n in range(300)
    }
