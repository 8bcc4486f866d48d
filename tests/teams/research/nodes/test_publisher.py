"""The publisher stores the report in three forms and says what was not searched."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.knowledge.library import Skipped
from kasen.team import Deps
from kasen.teams.research.nodes.publisher import publisher
from kasen.teams.research.reading import found_by
from kasen.teams.research.schemas import (
    Draft,
    Evaluation,
    Excerpt,
    PointCoverage,
    Request,
    ResearchPlan,
    Result,
    Statement,
)
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.search import document_hit
from kasen.testing.stores import FakeLibrary

HIT = document_hit("宇治は日本茶の中心である。静岡は最大の産地である。", path="/docs/uji.md", page=2)


async def write(deps: FakeDeps, *, coverage: float = 1.0, **more: Any) -> Result:
    await deps.evidence.add([HIT])
    point = PointCoverage(point=1, text="宇治とは", coverage=coverage, covered=coverage > 0.5)
    state: Any = {
        "request": Request(question="宇治とは？", docs=["/docs"]),
        "plan": ResearchPlan(theme="宇治", investigation_points=["宇治とは"]),
        "loop_count": 1,
        "search_results": [],
        "rag_results": found_by("q", [HIT]),
        "searches": [],
        "analyzed_data": [Excerpt(id="e1", point=1, passage_id=HIT.passage.id, start=0, end=13)],
        "evaluation": Evaluation(sufficient=coverage > 0.5, reason="", coverage=[point], by_rule=True),
        "draft": Draft(findings=[Statement(text="宇治は日本茶の中心である。", evidence=["e1"])]),
        "draft_by_rule": True,
        **more,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return (await publisher(state, runtime))["result"]


async def test_markdown_html_and_json_say_the_same() -> None:
    deps = fake_deps(lang="ja", documents=[HIT])
    result = await write(deps)
    stored = json.loads(deps.artifacts.text("report.json"))
    assert stored == result.document.model_dump(mode="json")
    assert deps.artifacts.text("report.md") == result.report
    for name in ("report.md", "report.html"):
        assert "宇治は日本茶の中心である。" in deps.artifacts.text(name)
    assert [(e.id, e.final) for e in deps.events.of("text")] == [("report", True)]


async def test_findings_name_their_passages_and_sources() -> None:
    result = await write(fake_deps(lang="ja", documents=[HIT]))
    (finding,) = result.findings
    assert (finding.text, finding.passage_ids, finding.quoted) == ("宇治は日本茶の中心である。", [HIT.passage.id], True)
    assert [(source.number, source.file) for source in result.sources] == [(1, "uji.md")]
    assert result.title == "宇治"


@pytest.mark.parametrize(
    ("library", "coverage", "expected"),
    [
        (FakeLibrary([HIT]), 1.0, []),
        (FakeLibrary([HIT]), 0.2, ["ウェブ検索は設定されていないため、資料だけを調べた。"]),
        (FakeLibrary(), 1.0, ["読める資料が無かった。"]),
        (
            FakeLibrary([HIT], skipped=[Skipped("/documents/a.pdf", "is broken: not a readable PDF")]),
            1.0,
            ["読めなかった資料：a.pdf（壊れている）。"],
        ),
        (
            FakeLibrary([HIT], languages={"ja": 1, "en": 2}),
            1.0,
            ["英語の資料 2 件は、問いと同じ綴りの語でしか探していない。"],
        ),
    ],
)
async def test_what_was_not_searched_is_said(library: FakeLibrary, coverage: float, expected: list[str]) -> None:
    result = await write(fake_deps(lang="ja", documents=library), coverage=coverage)
    assert [line for line in result.not_covered if "宇治とは" not in line] == expected


async def test_a_refused_plan_ends_in_a_report_that_claims_nothing_and_says_why() -> None:
    deps = fake_deps(lang="ja", documents=[HIT])
    state: Any = {
        "request": Request(question="宇治とは？", docs=["/docs"]),
        "plan": ResearchPlan(theme="宇治", investigation_points=["宇治とは"]),
        "loop_count": 1,
        "refused": "plan",
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    result = (await publisher(state, runtime))["result"]
    assert result.findings == []
    assert result.document.key_findings == ()
    assert "計画が承認されなかったため、調べていない。" in result.not_covered


async def test_a_draft_that_was_not_approved_says_so() -> None:
    result = await write(fake_deps(lang="ja", documents=[HIT]), refused="draft")
    assert "この内容は承認されなかった。" in result.not_covered
    assert result.findings
