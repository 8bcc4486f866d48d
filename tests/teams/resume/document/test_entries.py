from __future__ import annotations

import pytest

from kasen.teams.resume.document.entries import pieces_of
from kasen.teams.resume.document.parse import parse


@pytest.mark.parametrize(
    ("heading", "employer", "title"),
    [
        ("### 株式会社A商事（2019年4月〜2022年3月）\n**営業部長**\n", "株式会社A商事", "営業部長"),
        ("### Senior Engineer, Example Corp\n*Apr 2019 – Mar 2022*\n", "Example Corp", "Senior Engineer"),
        ("### Example Corp — Senior Engineer (2019/04-2022/03)\n", "Example Corp", "Senior Engineer"),
        ("**Example Corp** | Senior Engineer | 2019/04-2022/03\n", "Example Corp", "Senior Engineer"),
        ("2019年4月～2022年3月　株式会社A商事　営業部長\n", "株式会社A商事", "営業部長"),
        ("### 2019年4月〜2022年3月\n会社名：A商事\n役職：営業部長\n", "A商事", "営業部長"),
        ("| 2019年4月〜2022年3月 | 株式会社A商事 | 営業部長 |\n|---|---|---|\n", "株式会社A商事", "営業部長"),
        ("### Data Analyst at Example Foundation\nApril 2019 to March 2022\n", "Example Foundation", "Data Analyst"),
        ("□2019年4月～2022年3月　株式会社A商事　営業部長\n", "株式会社A商事", "営業部長"),
    ],
)
def test_an_entry_has_employer_title_and_period(heading: str, employer: str, title: str) -> None:
    section = "職務経歴" if "年" in heading else "Experience"
    resume = parse(f"## {section}\n\n{heading}\n- 売上を伸ばした\n")
    assert len(resume.entries) == 1, resume.entries
    entry = resume.entries[0]
    assert (entry.employer, entry.title) == (employer, title)
    assert entry.period is not None
    assert (entry.period.start, entry.period.end) == ((2019, 4), (2022, 3))
    assert resume.text[slice(*entry.period.span)].startswith(("2019", "Apr"))


def test_entries_follow_one_another_to_the_end_of_their_section() -> None:
    text = (
        "## 職務経歴\n\n### 株式会社A\n2019年4月〜現在\n- a\n\n"
        "### 株式会社B\n2015年4月〜2019年3月\n- b\n\n## 学歴\n- 2015年3月 見本大学 卒業\n"
    )
    resume = parse(text)
    assert [(one.section, one.first, one.last) for one in resume.entries] == [
        ("experience", 3, 6),
        ("experience", 7, 10),
        ("education", 12, 12),
    ]
    assert resume.entries[0].period is not None
    assert resume.entries[0].period.end is None


def test_parts_of_a_position_are_no_entries() -> None:
    text = "## 職務経歴\n\n### 株式会社A（2019年4月〜現在）\n\n#### 業務内容\n- a\n\n#### 実績\n- b\n"
    assert len(parse(text).entries) == 1


def test_a_sentence_with_years_is_no_entry() -> None:
    text = (
        "## Experience\n\n### Example Corp (2019 – 2022)\n\nBetween 2019 – 2021 we doubled the revenue of the shop.\n"
    )
    assert len(parse(text).entries) == 1


def test_pieces_say_where_they_stand() -> None:
    text = "### **株式会社A**（2019年4月〜現在）　部長"
    assert [(one.text, text[one.start : one.end]) for one in pieces_of(text)] == [
        ("株式会社A", "株式会社A"),
        ("部長", "部長"),
    ]
