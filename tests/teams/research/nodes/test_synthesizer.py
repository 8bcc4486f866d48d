"""The synthesizer drafts from the excerpts, for its readers, and as a person wants it."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.synthesizer import synthesizer
from kasen.teams.research.reading import found_by
from kasen.teams.research.schemas import Evaluation, Excerpt, PointCoverage, Request, ResearchPlan
from kasen.teams.research.state import Drafted
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

HIT = document_hit("宇治は日本茶の中心である。静岡は最大の産地である。", path="/docs/uji.md", page=2)


async def draft(deps: FakeDeps, **request: Any) -> Drafted:
    await deps.evidence.add([HIT])
    point = PointCoverage(point=1, text="宇治とは", coverage=1.0, covered=True)
    state: Any = {
        "request": Request(question="宇治とは？", **request),
        "plan": ResearchPlan(theme="宇治", investigation_points=["宇治とは"]),
        "loop_count": 1,
        "search_results": [],
        "rag_results": found_by("q", [HIT]),
        "searches": [],
        "analyzed_data": [Excerpt(id="e1", point=1, passage_id=HIT.passage.id, start=0, end=13)],
        "evaluation": Evaluation(sufficient=True, reason="", coverage=[point], by_rule=True),
        "draft_wishes": ["価格も書く"],
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await synthesizer(state, runtime)


async def test_the_rule_drafts_quotations_and_that_is_kept_with_the_draft() -> None:
    drafted = await draft(fake_deps(lang="ja", documents=[HIT]))
    assert drafted["draft_by_rule"]
    assert [one.text for one in drafted["draft"].findings] == ["宇治は日本茶の中心である。"]


@pytest.mark.parametrize(("length", "said"), [("short", "1 to 3 statements"), ("long", "5 to 12 statements")])
async def test_a_model_is_told_length_readers_and_wishes(length: str, said: str) -> None:
    model = ScriptedModel([{"title": "宇治"}])
    drafted = await draft(fake_deps(lang="ja", model=model), length=length, audience="小学生")
    (request,) = model.requests
    assert said in request.prompt
    assert "小学生" in request.prompt
    assert "価格も書く" in request.prompt
    assert (drafted["draft"].title, drafted["draft_by_rule"]) == ("宇治", False)
