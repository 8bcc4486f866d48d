import importlib.resources
import re
import tomllib
from collections import Counter
from typing import get_args

import pytest

from kasen.teams.resume.rubric.model import Criterion, Rubric
from kasen.teams.resume.rubric.reading import rubric_of
from kasen.teams.resume.schemas.part import CRITICS, Lang

LANGS: tuple[Lang, ...] = get_args(Lang)
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.fixture(params=LANGS)
def rubric(request: pytest.FixtureRequest) -> Rubric:
    return rubric_of(request.param)


def test_about_fifty_criteria_are_spread_over_the_five_critics(rubric: Rubric) -> None:
    assert 44 <= len(rubric.criteria) <= 54
    assert {one.critic for one in rubric.criteria} == set(CRITICS)
    for critic in CRITICS:
        judged = rubric.of(critic, measured=False, posting=True, page=True)
        measured = rubric.of(critic, measured=True, posting=True, page=True)
        assert 4 <= len(judged) <= 6, critic
        assert 5 <= len(measured) <= 7, critic


def test_ids_and_names_are_unique_and_fit_the_replies_of_critics(rubric: Rubric) -> None:
    for values in ([one.id for one in rubric.criteria], [one.name for one in rubric.criteria]):
        assert not [value for value, count in Counter(values).items() if count > 1]
    assert all(re.fullmatch(r"[a-z_]{3,60}", one.id) for one in rubric.criteria)


def test_a_judged_criterion_is_anchored_and_a_measured_one_is_not(rubric: Rubric) -> None:
    for one in rubric.criteria:
        assert set(one.anchors) == (set() if one.measured else {0, 1, 3, 5}), one.id
        assert len(set(one.anchors.values())) == len(one.anchors), one.id


def _sentences(one: Criterion) -> list[str]:
    return [one.question, *one.anchors.values()]


def test_questions_and_anchors_are_short_sentences_of_the_language(rubric: Rubric) -> None:
    for one in rubric.criteria:
        for text in _sentences(one):
            assert bool(JAPANESE.search(text)) is (rubric.lang == "ja"), text
            assert text.endswith(("。", ".", "?", "か。", "？")), text
            assert len(text) <= (90 if rubric.lang == "ja" else 180), text


def test_the_page_belongs_to_the_visual_designer_and_the_posting_to_the_recruiter(rubric: Rubric) -> None:
    needs = {one.id: one.needs for one in rubric.criteria if one.needs}
    assert {needs[one.id] for one in rubric.criteria if one.critic == "visual_designer"} == {"page"}
    assert [name for name, need in needs.items() if need == "posting"] == ["posting_fit", "keyword_coverage"]
    assert set(needs.values()) == {"page", "posting"}
    assert rubric.of("visual_designer", measured=True) == []


def test_names_are_in_the_language_of_the_review() -> None:
    for lang, names in (("ja", "en"), ("en", "ja")):
        own, other = rubric_of(lang), rubric_of(lang, names=names)
        assert [one.id for one in own.criteria] == [one.id for one in other.criteria]
        assert all(bool(JAPANESE.search(one.name)) is (names == "ja") for one in other.criteria)
        assert [one.question for one in own.criteria] == [one.question for one in other.criteria]


def test_the_japanese_rubric_is_of_its_own() -> None:
    ja = {one.id for one in rubric_of("ja").criteria}
    en = {one.id for one in rubric_of("en").criteria}
    own = {"employer_facts", "register", "self_pr_backed", "duties_and_results_apart", "mixed_language", "prose_rules"}
    assert ja - en == own
    assert en - ja == {"evidence_of_skills", "first_person", "balance", "concision"}


def test_a_table_has_no_field_that_nobody_reads() -> None:
    known = {"id", "critic", "name", "also", "question", "anchors", "measured", "needs"}
    for lang in LANGS:
        text = (importlib.resources.files("kasen.teams.resume.rubric") / f"{lang}.toml").read_text(encoding="utf-8")
        for table in tomllib.loads(text)["criteria"]:
            assert set(table) <= known, table["id"]
