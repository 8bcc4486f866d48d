from __future__ import annotations

import pytest

from kasen.teams.resume.document.words import CERTIFICATE, COMPANY, DEGREE, SCHOOL, TITLE


@pytest.mark.parametrize(
    "text", ["株式会社サンプル", "サンプル株式会社", "（株）見本", "Example Corp.", "Sample & Sons Ltd", "見本銀行"]
)
def test_organisations_are_known_by_their_form(text: str) -> None:
    found = COMPANY.search(text)
    assert found is not None
    assert len(found.group()) >= len(text) - 1


@pytest.mark.parametrize(
    "text", ["Senior Software Engineer", "Project Manager", "バックエンドエンジニア", "営業部長", "PM", "Lead Designer"]
)
def test_titles_are_known(text: str) -> None:
    found = TITLE.search(text)
    assert found is not None
    assert found.group() == text


@pytest.mark.parametrize(
    "text", ["BSc in Physics", "Master of Arts", "Ph.D", "修士", "理工学部", "MBA", "Bachelor of Science in Biology"]
)
def test_degrees_are_known(text: str) -> None:
    assert DEGREE.search(text)


@pytest.mark.parametrize(
    ("text", "school"),
    [
        ("2015年3月 早稲田大学 理工学部 卒業", "早稲田大学"),
        ("2015年東京架空大学大学院修了", "東京架空大学大学院"),
        ("県立見本高等学校 卒業", "県立見本高等学校"),
        ("BSc, University of Nowhere, 2014", "University of Nowhere"),
        ("University of California, Berkeley, B.S.", "University of California, Berkeley"),
        ("Computer Science, Sample State College", "Sample State College"),
        ("Massachusetts Institute of Technology", "Massachusetts Institute of Technology"),
        ("日本大学 法学部", "日本大学"),
    ],
)
def test_a_school_is_its_name_without_degree_and_subject(text: str, school: str) -> None:
    found = SCHOOL.search(text)
    assert found is not None
    assert found.group() == school


@pytest.mark.parametrize(
    "text", ["大学生向けの研修", "国立大学との契約", "全国の小学校", "a high school math app", "every college student"]
)
def test_schools_in_general_are_nobodys(text: str) -> None:
    assert SCHOOL.search(text) is None


@pytest.mark.parametrize(
    "text", ["応用情報技術者試験", "TOEIC 850", "AWS Certified Developer", "普通自動車免許", "簿記検定2級"]
)
def test_certificates_are_known(text: str) -> None:
    assert CERTIFICATE.search(text)
