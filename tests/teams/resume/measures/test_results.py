import pytest

from kasen.teams.resume.measures.results import has_figure, quantified_results
from teams.resume.measures.given import english, japanese, quoted, view


@pytest.mark.parametrize(
    "text",
    [
        "Cut costs by 12%",
        "Led a team of five",
        "Sold 2.1 million seats",
        "Halved the build time",
        "Served 2020 users",
        "Moved 41 services to Python 3",
        "売上を30％向上",
        "新人四名を指導",
        "処理時間を半減",
        "月12件から0件に削減",
        "TOEIC対策を受講者120名に実施",
        "全国１位を獲得",
    ],
)
def test_numbers_that_count_something_are_figures(text: str) -> None:
    assert has_figure(text)


@pytest.mark.parametrize(
    "text",
    [
        "Wrote services in Python 3.11",
        "Audited against ISO 9001",
        "Joined in March 2020",
        "Prepared the release of 2021",
        "On call 24/7",
        "Passed the exam in 04/2019",
        "Java 8からJava 17への移行を実施",
        "2020年4月に着任",
        "令和2年4月より勤務",
        "顧客との調整",
        "H2の保守",
        "",
    ],
)
def test_dates_versions_and_standards_are_none(text: str) -> None:
    assert not has_figure(text)


def test_the_note_says_what_was_counted() -> None:
    text = english("- Cut latency by 40%\n- Improved stability\n- Wrote the manual\n- Led three people")
    found = quantified_results(view(text))
    assert found.note == "2 of 4 items of the experience hold a figure."
    assert found.score == 5.0
    assert quoted(text, found) == ["Improved stability"]
    assert "By how much" in found.defects[0].question


def test_half_as_many_figures_give_half_the_score() -> None:
    text = english("\n".join(["- Cut latency by 40%", *(f"- Wrote part {letter}" for letter in "abc")]))
    assert quantified_results(view(text)).score == 2.5


def test_an_improvement_without_a_figure_is_asked_for_and_nothing_is_invented() -> None:
    text = japanese("- 業務を改善した\n- 資料を作成した\n- 会議を運営した\n- 帳票を設計した")
    found = quantified_results(view(text))
    assert found.score == 0.0
    assert quoted(text, found) == ["業務を改善した"]
    assert not any(char.isdigit() for char in found.defects[0].suggestion + found.defects[0].question)


def test_without_a_claim_one_finding_speaks_for_all() -> None:
    text = english("- Wrote manuals\n- Ran meetings\n- Answered calls")
    found = quantified_results(view(text, review="ja"))
    assert len(found.defects) == 1
    assert "どれだけの成果か" in found.defects[0].text


def test_two_items_prove_little_and_no_experience_nothing() -> None:
    few = quantified_results(view(english("- Cut latency by 40%\n- Led 5 people")))
    assert few.score == 3.0
    assert quantified_results(view("# Example Person\n\n## Skills\n\n- Python\n")).score is None


def test_paragraphs_count_where_there_are_no_items() -> None:
    text = japanese(
        "物流会社の在庫管理を担当し、処理時間を4時間から2時間に短縮した。\n\n顧客との仕様調整と試験の計画を担当した。"
    )
    assert quantified_results(view(text)).note.startswith("職務経歴の2項目のうち1項目")
