from __future__ import annotations

import json

import pytest

from kasen.errors import InputError
from kasen.teams.resume.document.json_resume import as_markdown
from kasen.teams.resume.document.parse import parse

JA = {
    "basics": {
        "name": "見本 太郎",
        "label": "エンジニア",
        "email": "t@example.jp",
        "location": {"city": "東京"},
        "summary": "開発を10年担当しました。",
        "profiles": [{"network": "GitHub", "username": "mihon"}],
    },
    "work": [{"name": "株式会社例", "position": "主任", "startDate": "2019-04", "highlights": ["売上を3割伸ばした"]}],
    "skills": [{"name": "言語", "keywords": ["Python", "Go"], "level": "上級"}],
    "education": [
        {"institution": "架空大学", "area": "情報", "studyType": "学士", "startDate": "2010", "endDate": "2014"}
    ],
    "certificates": [{"name": "応用情報", "date": "2016-11-01"}],
}


def test_a_japanese_resume_is_written_in_japanese_and_parsed_again() -> None:
    text, problems = as_markdown(json.dumps(JA, ensure_ascii=False))
    assert problems == []
    resume = parse(text)
    assert resume.lang == "ja"
    assert [one.kind for one in resume.sections] == [
        "head",
        "summary",
        "experience",
        "skills",
        "education",
        "certifications",
    ]
    assert (resume.entries[0].employer, resume.entries[0].title) == ("株式会社例", "主任")
    assert resume.entries[0].period is not None
    assert resume.entries[0].period.start == (2019, 4)
    assert "- 売上を3割伸ばした" in text
    assert "- 応用情報 (2016年11月)" in text


def test_an_english_resume_is_written_in_english() -> None:
    work = {"name": "Example Corp", "position": "Manager", "startDate": "2019-04", "endDate": "2020-01"}
    text, _ = as_markdown(json.dumps({"basics": {"name": "Jo Specimen"}, "work": [work]}))
    assert "## Experience\n\n### Example Corp — Manager\n\n2019-04 – 2020-01\n" in text


def test_marks_of_markdown_in_values_stay_words() -> None:
    text, _ = as_markdown(
        '{"basics": {"name": "A"}, "skills": [{"name": "C*", "keywords": ["<script>", "# x", "snake_case"]}]}'
    )
    assert "\\<script\\>" in text
    assert "C\\*" in text
    assert "<script>" not in text


@pytest.mark.parametrize("value", ['"x"', "[1]", "{}", '{"a": 1}', '{"basics": "x"}', "not json", "", "[" * 100_000])
@pytest.mark.usefixtures("deep_stack")
def test_other_json_is_refused_in_one_sentence(value: str) -> None:
    with pytest.raises(InputError) as caught:
        as_markdown(value)
    assert "\n" not in str(caught.value)


def test_values_of_another_type_are_left_out_and_named() -> None:
    text, problems = as_markdown(
        '{"basics": {"name": "A", "label": 5, "email": ["x"]}, "work": ["x", {"name": true}], "pets": []}'
    )
    assert "# A" in text
    assert "True" not in text
    assert any("pets" in one for one in problems)
    assert any("work" in one for one in problems)
