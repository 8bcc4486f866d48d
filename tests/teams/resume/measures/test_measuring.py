import string
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kasen.teams.resume.measures.measuring import MEASURES, measured
from kasen.teams.resume.measures.mechanical import corrections
from kasen.teams.resume.measures.model import MOST_DEFECTS, Measured
from kasen.teams.resume.rubric.reading import rubric_of
from kasen.teams.resume.schemas.part import Lang
from kasen.tools.screenshot.model import PageFacts
from teams.resume.measures.given import FILES, english, file, japanese, material

POSTING = "Requirements: Python, Kubernetes, PostgreSQL, machine learning."
PAGE = PageFacts(axe="4.14.1", mobile_overflow=0, smallest_font=12, line_length=60, pages=2, ats_text=1.0)
NAMES = sorted(path.name for path in FILES.iterdir())


def total(found: dict[str, Measured]) -> float:
    values = [one.score for one in found.values() if one.score is not None]
    return 2 * sum(values) / len(values)


def test_there_are_four_résumés() -> None:
    assert NAMES == ["good.en.qmd", "good.ja.qmd", "weak.en.md", "weak.ja.md"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_measured_criterion_has_its_measure_and_no_measure_is_idle(lang: Lang) -> None:
    rubric = {one.id for one in rubric_of(lang).criteria if one.measured}
    assert rubric - MEASURES.keys() <= {"prose_rules"}
    assert set(MEASURES) <= {
        one.id for language in ("en", "ja") for one in rubric_of(language).criteria if one.measured
    }


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("posting", ["", POSTING])
@pytest.mark.parametrize("page", [None, PAGE])
def test_exactly_the_criteria_that_apply_are_measured(name: str, posting: str, page: PageFacts | None) -> None:
    given_one = material(file(name), posting=posting)
    found = measured(given_one, page)
    has = {"": True, "posting": bool(posting), "page": page is not None}
    wanted = [one.id for one in rubric_of(given_one.resume.lang).criteria if one.measured and has[one.needs]]
    assert list(found) == wanted
    assert all(one.criterion == name and one.note for name, one in found.items())
    assert all(one.score is None or 0 <= one.score <= 5 for one in found.values())


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_good_résumé_measures_clearly_higher_than_a_weak_one(lang: str) -> None:
    good, weak = (next(name for name in NAMES if name.startswith(f"{kind}.{lang}")) for kind in ("good", "weak"))
    best, worst = measured(material(file(good)), None), measured(material(file(weak)), None)
    assert total(best) >= 9
    assert total(worst) <= 5
    higher = [name for name in best if (best[name].score or 0) < (worst[name].score or 0)]
    assert higher == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("review", ["en", "ja"])
def test_findings_are_few_point_at_words_and_speak_the_language_of_the_review(name: str, review: Lang) -> None:
    text = file(name)
    given_one = material(text, review=review)
    for one in measured(given_one, PAGE).values():
        assert len(one.defects) <= MOST_DEFECTS
        for defect in one.defects:
            assert 0 <= defect.start <= defect.end <= len(text)
            assert "\n\n" not in text[defect.start : defect.end]
            assert defect.text.endswith((".", "。", "）"))
            assert ("。" in defect.text or "）" in defect.text) is (review == "ja")
            assert len(defect.text) <= 160
            if defect.line:
                assert 1 <= defect.line <= len(given_one.resume.lines)


def test_suggestions_and_questions_hold_no_figure_of_their_own() -> None:
    for name in NAMES:
        for one in measured(material(file(name)), None).values():
            if one.criterion in ("quantified_results", "strong_openings", "empty_phrases", "repetition"):
                said = "".join(defect.suggestion + defect.question for defect in one.defects)
                assert not any(char.isdigit() for char in said)


def test_notes_read_as_they_are_written() -> None:
    found = measured(material(file("weak.en.md")), None)
    assert found["quantified_results"].note == "0 of 11 items of the experience hold a figure."
    assert found["strong_openings"].note == "9 of 11 items begin with a duty or a weak verb."
    assert found["career_gaps"].note == "Gaps of more than 3 months: 1 (26 months)."
    found = measured(material(file("weak.ja.md")), None)
    assert found["quantified_results"].note == "職務経歴の12項目のうち0項目に数値がある。"
    assert found["essential_parts"].note == "4項目のうち3項目がある（ない項目：職務要約）。"
    found = measured(material(file("weak.ja.md"), review="en"), None)
    assert found["career_gaps"].note == "Gaps of more than 3 months: 1 (18 months)."


ODD = [
    "",
    "\n",
    "\ufeff",
    "# ",
    "---\n",
    "---\ntitle: [unclosed\n",
    "- \n- \n-",
    "|||\n|-|\n||",
    "```\nnever closed",
    ":::\n{{< x",
    "\x00\x01\u200b\u202e",
    "🙂" * 50,
    "年年年 2020年13月〜99年 平成99年 令和元年元月",
    "## Experience\n\n### 2020-13 – 1900-00\n\n### – present\n",
    "\r\rA\r\n\rB",
    "職務経歴書\n履歴書\n" * 3,
    "（" * 400 + "「" * 400,
]


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("review", ["en", "ja"])
def test_no_text_makes_it_fail(text: str, review: Lang) -> None:
    given_one = material(text, review=review, posting=text, role=text[:50])
    assert all(one.note for one in measured(given_one, PageFacts()).values())
    corrections(given_one)


_PARTS = st.sampled_from(
    [
        *("# ", "## ", "### ", "- ", "| ", "\n", "\n\n", " ", "　", "。", "、", ".", ",", "：", "**", "`", "(", "）"),
        *(
            "職務経歴",
            "職務要約",
            "自己PR",
            "スキル",
            "株式会社",
            "担当",
            "改善しました。",
            "Experience",
            "Skills",
            "Summary",
        ),
        *(
            "2020年4月",
            "〜",
            "現在",
            "2019-01",
            " – ",
            "present",
            "平成30年",
            "I ",
            "Responsible for",
            "30%",
            "ｶﾅ",
            "the the",
        ),
        *("---\n", "```\n", ":::\n", "{{< x >}}", "<br>", "\r\n", "🙂", "\u200b"),
    ]
)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(_PARTS | st.text(string.printable, max_size=8), max_size=60).map("".join))
def test_pieces_of_résumés_in_any_order_are_measured(text: str) -> None:
    given_one = material(text, posting=text)
    for one in measured(given_one, PageFacts()).values():
        assert one.score is None or 0 <= one.score <= 5
        assert all(0 <= defect.start <= defect.end <= len(text) for defect in one.defects)
    last = 0
    for start, end, new, _ in corrections(given_one):
        assert last <= start < end <= len(text)
        assert new != text[start:end]
        last = end


def _seconds(text: str) -> float:
    given_one = material(text, posting=POSTING)
    begun = time.process_time()
    measured(given_one, PAGE)
    corrections(given_one)
    return time.process_time() - begun


@pytest.mark.parametrize(
    "unit", [english("- Built the shop with 40% less code\n" * 30), japanese("- 設計を改善しました。\n" * 30)]
)
def test_the_time_grows_with_the_text_and_not_with_its_square(unit: str) -> None:
    _seconds(unit)
    once, eight = min(_seconds(unit * 4) for _ in range(3)), min(_seconds(unit * 32) for _ in range(2))
    assert eight < 8 * 4 * max(once, 0.002), (once, eight, sys.version)
