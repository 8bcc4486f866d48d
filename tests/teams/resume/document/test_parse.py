from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.teams.resume.document.parse import parse

WORDS = st.text(
    st.sampled_from("ab1 \t\r\n`~|-=#:<!>{}[]()*・$+\\\ufeff\x00@/.年月大学株式会社山田〜\u200b\ud800"), max_size=300
)
HOSTILE = (
    "<!--",
    "[",
    "`",
    "*",
    "_",
    "|a",
    "東大学",
    "A",
    "{{<",
    "1",
    "株式会社",
    "--\n",
    "::: {.a}\n",
    "$",
    "![",
    "a@",
    "2019年",
    "> ",
)


@given(WORDS)
@settings(max_examples=150)
def test_no_text_makes_it_raise_and_every_range_is_inside(text: str) -> None:
    resume = parse(text)
    assert resume.text == text
    for start, end in [*resume.protected, *((one.start, one.end) for one in resume.identity)]:
        assert 0 <= start < end <= len(text)
    ranges = [(one.first, one.last) for one in resume.sections] + [(one.first, one.last) for one in resume.entries]
    assert all(1 <= first <= last <= len(resume.lines) for first, last in ranges)


def test_front_matter_is_plain_data() -> None:
    resume = parse("---\ntitle: 経歴\nauthor:\n  - name: A\n---\n")
    assert resume.front_matter == {"title": "経歴", "author": [{"name": "A"}]}


@pytest.mark.parametrize(
    "yaml",
    [
        "title: [unclosed",
        "a: !!python/object/apply:os.system ['true']",
        "a: &x [1]\nb: [*x, *x]",
        "- a list",
        "\tx: 1",
        "? {a: b}\n: c",
        "a: 2024-99-99",
    ],
)
def test_front_matter_that_is_broken_or_hostile_is_empty_and_does_not_raise(yaml: str) -> None:
    assert parse(f"---\n{yaml}\n---\ntext\n").front_matter == {}


def test_the_language_can_be_given() -> None:
    assert parse("職務経歴").lang == "ja"
    assert parse("職務経歴", lang="en").lang == "en"


@pytest.mark.alone
@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_costs_no_more_than_its_length(unit: str) -> None:
    def seconds(length: int) -> float:
        text = "- " + (unit * length)[:length]
        best = 9.0
        for _ in range(2):
            before = time.perf_counter()
            parse(text)
            best = min(best, time.perf_counter() - before)
        return best

    short = max(seconds(4_000), 0.004)
    assert seconds(32_000) < 30 * short, "eight times the length; squared it would be 64 times"


def test_a_thousand_lines_are_parsed_in_order() -> None:
    text = "## 職務経歴\n" + "".join(f"### 株式会社{n}（20{n % 20:02d}年4月〜現在）\n- a\n" for n in range(500))
    resume = parse(text)
    assert len(resume.entries) == 500
    assert [one.first for one in resume.entries] == list(range(2, 1002, 2))
