"""Sentences are found in both languages and nothing of a text is lost."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.evidence.sentences import sentences


def cut(text: str) -> list[str]:
    return [text[a:b] for a, b in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\n\t ", []),
        ("宇治は茶の産地だ。静岡も産地である。", ["宇治は茶の産地だ。", "静岡も産地である。"]),
        ("彼は「行こう。急げ。」と言った。皆が走った。", ["彼は「行こう。急げ。」と言った。", "皆が走った。"]),
        ("「行こう。」「待て。」", ["「行こう。」", "「待て。」"]),
        ("本文です。（注です。）次です。", ["本文です。", "（注です。）", "次です。"]),
        ("本当か？！そうだ。", ["本当か？！", "そうだ。"]),
        ("アニメ『けいおん！』のライブ。次。", ["アニメ『けいおん！』のライブ。", "次。"]),
        ("Yahoo!ニュースは速い。次。", ["Yahoo!ニュースは速い。", "次。"]),
        ("Brew it at 60 °C. Tea is hot.", ["Brew it at 60 °C.", "Tea is hot."]),
        ("A lamp draws 60 W. Most is heat.", ["A lamp draws 60 W.", "Most is heat."]),
        ("In 1990 W. Smith came. B. Jones left.", ["In 1990 W. Smith came.", "B. Jones left."]),
        ("円周率は3.14である．次に進む．", ["円周率は3.14である．", "次に進む．"]),
        ("出典がある。[12]次の文。", ["出典がある。[12]", "次の文。"]),
        ("It cost $3.50. Dr. Smith paid.", ["It cost $3.50.", "Dr. Smith paid."]),
        ("J. R. R. Tolkien wrote it. He was English.", ["J. R. R. Tolkien wrote it.", "He was English."]),
        ("He lives in the U.S. The house is big.", ["He lives in the U.S.", "The house is big."]),
        ("Acme Inc. Tokyo grew. Sales rose.", ["Acme Inc. Tokyo grew.", "Sales rose."]),
        ("See e.g. Fig. 3 on p. 4. It is clear.", ["See e.g. Fig. 3 on p. 4.", "It is clear."]),
        ("“Why?” he asked. “Go.” She went.", ["“Why?” he asked.", "“Go.”", "She went."]),
        ("One (see above. Really.) two. Three.", ["One (see above. Really.) two.", "Three."]),
        ("Cited here.[3] Then more.", ["Cited here.[3]", "Then more."]),
        ("日本語です。This is English. 終わり。", ["日本語です。", "This is English.", "終わり。"]),
        ("# Title. Two\nBody text. More.", ["# Title. Two", "Body text.", "More."]),
        ("| a. B | c |\n|---|---|\n| 1 | 2 |", ["| a. B | c |", "|---|---|", "| 1 | 2 |"]),
        ("- One. Two.\n- Three", ["- One.", "Two.", "- Three"]),
        ("1. 一つ目\n2. 二つ目", ["1. 一つ目", "2. 二つ目"]),
        ("```\na. B\nc\n```\nText.", ["```", "a. B", "c", "```", "Text."]),
        ("氏名：山田\n住所：東京", ["氏名：山田", "住所：東京"]),
        (
            "He visited Kyoto and praised the\ntea. It was green and sweet.",
            ["He visited Kyoto and praised the\ntea.", "It was green and sweet."],
        ),
        (
            "This line was wrapped by an editor at\nsome width. Next sentence here.",
            ["This line was wrapped by an editor at\nsome width.", "Next sentence here."],
        ),
        (
            "宇治が日本茶の中心となったのは、室町時代の将\n軍家が茶園を庇護したためである。次の文。",
            ["宇治が日本茶の中心となったのは、室町時代の将\n軍家が茶園を庇護したためである。", "次の文。"],
        ),
        ("「閉じない引用。次の文。", ["「閉じない引用。", "次の文。"]),
    ],
)
def test_a_text_is_cut_where_a_reader_would_cut_it(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


def test_a_quote_that_never_ends_soon_does_not_swallow_the_text() -> None:
    text = "「" + "一文である。" * 100 + "」と言った。"
    assert len(cut(text)) > 50


@given(
    st.text(alphabet=st.sampled_from(list("aB1 .!?\n\t|-#「」（）()。！？、あ漢“”`\r\u3000")), max_size=80) | st.text()
)
def test_nothing_is_lost_and_nothing_overlaps(text: str) -> None:
    spans = sentences(text)
    end = 0
    for start, stop in spans:
        assert not text[end:start].strip()
        assert start < stop
        assert text[start:stop] == text[start:stop].strip()
        end = stop
    assert not text[end:].strip()


@pytest.mark.alone
def test_time_grows_with_length_not_its_square() -> None:
    def seconds(repeats: int) -> float:
        text = "（" * repeats + "「文である。」と" * repeats + "）. A b." * repeats
        began = time.process_time()
        sentences(text)
        return time.process_time() - began

    small, large = (min(seconds(repeats) for _ in range(3)) for repeats in (500, 4000))
    assert large < 40 * small
