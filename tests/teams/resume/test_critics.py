"""One look of a critic: what it is shown, and what code makes of its answer."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.resume.critics import judge_nothing, look, rotated
from kasen.teams.resume.nodes.recruiter import RECRUITER
from kasen.teams.resume.nodes.visual_designer import VISUAL_DESIGNER
from kasen.teams.resume.rubric.reading import rubric_of
from kasen.teams.resume.schemas.feedback import CriterionScore, Critique, Finding
from kasen.teams.resume.scoring import MEASURED
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from teams.resume.bench import ENGLISH, WEAK, criteria_of, critique, finding


def state(**more: Any) -> Any:
    return {
        "revised_content": ENGLISH,
        "lang": "en",
        "hidden": [],
        "target_role": "Backend engineer",
        "job_posting_content": "",
        "iteration": 1,
        "measured_criteria": [],
        "measured_findings": [],
        "screenshot_path": "",
        "seen_iteration": 0,
        "page": None,
        "confirmed": [],
    } | more


def test_the_rule_of_a_critic_judges_nothing() -> None:
    assert judge_nothing(resume="x") == Critique()


@pytest.mark.parametrize("count", [1, 2, 5, 6])
def test_no_two_looks_see_the_criteria_in_the_same_order(count: int) -> None:
    criteria = list(rubric_of("en").criteria[:count])
    orders = [[one.id for one in rotated(criteria, number)] for number in (1, 2, 3)]
    assert all(sorted(order) == sorted(one.id for one in criteria) for order in orders)
    if count > 2:
        assert len({tuple(order) for order in orders}) == 3


async def test_a_critic_sees_its_own_criteria_and_what_needs_a_posting_only_with_one() -> None:
    model = ScriptedModel(critique(3))
    deps = fake_deps(model=model)
    await look(deps, state(), RECRUITER)
    await look(deps, state(job_posting_content="Python engineer wanted"), RECRUITER)
    own = {one.id for one in rubric_of("en").of("recruiter", measured=False)}
    seen, with_posting = (criteria_of(request) for request in model.requests)
    assert set(seen) == own
    assert set(with_posting) >= own


async def test_findings_are_located_in_the_text_and_numbered() -> None:
    model = ScriptedModel(critique(3, [finding(), finding("Python, PostgreSQL,  Docker"), finding("Golang")]))
    said = await look(fake_deps(model=model), state(iteration=2), RECRUITER)
    assert [(one.id, one.quote) for one in said.findings] == [("2R1", WEAK), ("2R2", "Python, PostgreSQL, Docker")]
    assert all(one.place and ENGLISH[one.place.start : one.place.end] == one.quote for one in said.findings)
    assert said.dropped == 1


async def test_what_code_measures_counts_beside_what_a_model_judges() -> None:
    first = rubric_of("en").of("recruiter", measured=True)[0]
    measured = [CriterionScore(id=first.id, name=first.name, score=0.0, by="code")]
    said = await look(fake_deps(model=ScriptedModel(critique(5))), state(measured_criteria=measured), RECRUITER)
    assert said.score == pytest.approx(10 * (1 - MEASURED))
    assert said.verdict == "pass"


async def test_measured_findings_of_other_critics_are_not_its_own() -> None:
    own = Finding(id="", critic="recruiter", severity="minor", text="mine")
    other = Finding(id="", critic="copywriter", severity="minor", text="theirs")
    said = await look(fake_deps(), state(measured_findings=[own, other]), RECRUITER)
    assert [one.text for one in said.findings] == ["mine"]
    assert said.verdict == "no_verdict"


async def test_a_critical_finding_is_a_fail_whatever_the_values_are() -> None:
    model = ScriptedModel(critique(5, [finding(severity="critical")]))
    assert (await look(fake_deps(model=model), state(), RECRUITER)).verdict == "fail"


async def test_who_has_to_see_is_not_asked_without_a_picture() -> None:
    model = ScriptedModel([])
    said = await look(fake_deps(model=model), state(), VISUAL_DESIGNER)
    assert (said.verdict, said.score, said.why) == ("no_verdict", None, "no picture")
    assert model.requests == []


async def test_an_answer_about_nothing_that_was_asked_is_no_verdict() -> None:
    model = ScriptedModel(lambda _: {"criteria": [{"criterion": "beauty", "score": 5}], "findings": []})
    said = await look(fake_deps(model=model), state(), RECRUITER)
    assert said.verdict != "pass"
    assert said.by == "rule"
