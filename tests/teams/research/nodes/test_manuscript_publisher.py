"""What comes out is the best draft, with what became of its review."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.manuscript_publisher import manuscript_publisher
from kasen.teams.research.schemas import Draft, Excerpt, Request, ResearchPlan, Result, Section, Statement
from kasen.teams.research.schemas.supervised import DraftReview, Issue, Message, Scores, StatementCheck
from kasen.teams.research.schemas.verification import Changed, Verification
from kasen.testing.deps import fake_deps
from kasen.testing.search import web_hit

BEGAN = "Tea growing in Uji began in the 13th century."
SHADE = "Shaded cultivation gave the tea leaves of Uji a deeper colour."
REWORDED = "Uji gave the tea leaves a deeper colour by shaded cultivation."
HIT = web_hit(f"{BEGAN} {SHADE}", url="https://a.example/")
POINT = "When did tea growing begin in Uji"
FAILED = DraftReview(approved=False, overall_score=0.5, scores=Scores(logic=0.1), measured=Scores(), verdict="fail")


async def published(lang: str = "en", **more: Any) -> Result:
    deps = fake_deps(lang=lang)
    await deps.evidence.add([HIT])
    said = [Statement(text=BEGAN, evidence=["e1"]), Statement(text=REWORDED, evidence=["e2"])]
    state: Any = {
        "request": Request(question=POINT),
        "task_plan": ResearchPlan(theme="Uji", investigation_points=[POINT]),
        "best_draft": Draft(title="Uji tea", findings=said[:1], analysis=[Section(point=1, statements=said)]),
        "excerpts": [
            Excerpt(id="e1", point=1, passage_id=HIT.passage.id, start=0, end=len(BEGAN)),
            Excerpt(id="e2", point=1, passage_id=HIT.passage.id, start=len(BEGAN) + 1, end=len(HIT.passage.text)),
        ],
        "searches": [],
        "found": [],
        "research_data": [],
        "reviews": [FAILED],
        "iteration_count": 4,
        "messages": [],
        **more,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return (await manuscript_publisher(state, runtime))["result"]


@pytest.mark.parametrize(
    ("lang", "why", "words"),
    [
        ("en", "no_gain", "got no better"),
        ("en", "not_reviewed", "was not reviewed"),
        ("en", "budget", "budget was spent"),
        ("ja", "iterations", "最大イテレーション数（4）に到達した"),
    ],
)
async def test_the_report_says_why_there_was_no_further_review(lang: str, why: str, words: str) -> None:
    result = await published(lang, ended=why)
    assert any(words in line for line in result.document.banner)
    assert result.review is not None
    assert (result.review.ended, result.iterations) == (why, 4)


async def test_what_holds_comes_out() -> None:
    assert REWORDED in (await published()).report


async def test_what_a_verifier_cut_does_not_come_out_and_is_counted() -> None:
    cut = StatementCheck(text=REWORDED, evidence=["e2"], outcome="falls", by="x:m")
    elsewhere = [Changed(before=REWORDED), Changed(before="Of another draft.")]
    result = await published(checks=[cut], verification=Verification(removed=elsewhere, judged=2, by="x:m"))
    assert REWORDED not in result.report
    assert BEGAN in result.report
    assert result.document.how_made.removed == 1


async def test_a_refused_plan_claims_nothing() -> None:
    result = await published(best_draft=None, reviews=[], refused="plan")
    assert (result.findings, result.review) == ([], None)
    assert any("plan" in line for line in result.not_covered)


async def test_wishes_that_a_rule_could_not_follow_are_named() -> None:
    said = Message(
        role="writer", text="A rule cannot follow free text, so this wish about the draft was not carried out: x"
    )
    result = await published(messages=[said, Message(role="writer", text="Other.")])
    assert said.text in result.not_covered


async def test_a_point_that_a_model_passed_is_covered_unless_it_named_it_or_a_rule_reviewed() -> None:
    point = "When did tea growing commence within Uji gardens"
    plan = ResearchPlan(theme="Uji", investigation_points=[point])
    passed = FAILED.model_copy(update={"approved": True, "verdict": "pass", "by": "x:m"})
    assert (await published(task_plan=plan, reviews=[passed])).coverage[0].covered
    issue = Issue(type="completeness", description="The year is not told.", location="a1.1")
    by_rule, named = (passed.model_copy(update=one) for one in ({"by": "rule"}, {"issues": [issue]}))
    for review in (FAILED, by_rule, named):
        assert not (await published(task_plan=plan, reviews=[review])).coverage[0].covered
