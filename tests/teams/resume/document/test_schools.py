from __future__ import annotations

import pytest

from kasen.teams.resume.document.folding import fold
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.document.schools import schools_in, short_forms


def schools(text: str) -> set[str]:
    return {text[start:end] for start, end in schools_in(parse(text), fold(text))}


def test_a_school_of_the_education_is_found_everywhere_with_its_short_forms() -> None:
    text = "## 学歴\n\n- 2015年3月 東京大学 工学部 卒業\n\n## 自己PR\n\n東大での研究。東京大学では助手も。\n"
    assert schools(text) == {"東京大学", "東大"}


def test_an_employer_stays_although_it_is_a_school() -> None:
    text = "## 職務経歴\n\n### 東京架空大学　助教　2018年4月〜現在\n- x\n\n## 学歴\n- 2015年3月 京都仮想大学 卒業\n"
    assert schools(text) == {"京都仮想大学"}


def test_one_that_is_both_goes() -> None:
    text = "## 職務経歴\n\n### 東京架空大学　助教　2018年4月〜現在\n- x\n\n## 学歴\n- 2015年3月 東京架空大学 卒業\n"
    assert schools(text) == {"東京架空大学"}


def test_acronyms_in_parentheses_are_learnt() -> None:
    text = "## Education\n\nBSc, Fictional Institute of Technology (FIT), 2010\n\n"
    text += "## Summary\n\nAt FIT I led the team; a good fit.\n"
    assert {"Fictional Institute of Technology", "FIT"} <= schools(text)
    assert "fit" not in schools(text)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("東京大学", "東大"),
        ("大阪大学", "阪大"),
        ("早稲田大学", "早大"),
        ("慶應義塾大学", "慶應"),
        ("Keio University", "Keio"),
        ("University of Nowhere", "Nowhere University"),
    ],
)
def test_short_forms(name: str, form: str) -> None:
    assert form in short_forms(name)


def test_a_town_is_no_short_form() -> None:
    assert short_forms("Boston University") == ()
