"""The report: drafted by the role, checked and cited by code."""

from __future__ import annotations

import json
from typing import cast

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research import wording
from kasen.teams.research.checks import Checker, Lang
from kasen.teams.research.reading import excerpt_views
from kasen.teams.research.references import References
from kasen.teams.research.rules.coverage import WEAK
from kasen.teams.research.rules.synthesizer import compose
from kasen.teams.research.schemas import Draft, KeyFinding, Result, SourceUsed
from kasen.teams.research.state import Settled
from kasen.teams.research.writing import Material, Writer
from kasen.tools.report.html import html
from kasen.tools.report.markdown import markdown
from kasen.tools.report.model import Report

SYNTHESIZER = Role(
    name="synthesizer",
    package="kasen.teams.research",
    reply=Draft,
    rule=compose,
    tier="high_reasoning",
    answer_tokens=3000,
    target_s=30.0,
    maximum_s=60.0,
)
"""Seconds as those of a writer."""


async def synthesizer(state: Settled, runtime: Runtime[Deps]) -> dict[str, Result]:
    """Write the report, keep its claims, and store it as Markdown, HTML and JSON."""
    deps, plan, points = runtime.context, state["plan"], state["plan"].investigation_points
    question, lang = state["request"].question, cast("Lang", deps.lang)
    excerpts = state["analyzed_data"]
    views = await excerpt_views(deps.evidence, excerpts, points, question=question)
    answer = await deps.ask(SYNTHESIZER, question=question, points=points, evidence=views, lang=deps.lang)
    passages = {p.id: p for p in await deps.evidence.passages([e.passage_id for e in excerpts])}
    sources = {s.id: s for s in await deps.evidence.sources([p.source_id for p in passages.values()])}
    found = [*state["rag_results"], *state["search_results"]]
    writer = Writer(
        Material(
            question=question,
            lang=lang,
            date=deps.now().date().isoformat(),
            run_id=deps.run_id,
            plan=plan,
            coverage=state["evaluation"].coverage,
            searches=state["searches"],
            own_draft=compose(question=question, points=points, evidence=views, lang=deps.lang),
            usable=[view.id for view in views if view.coverage >= WEAK],
            by_rule=answer.is_rule,
            passages=len({one.passage_id for one in found}),
            sources=len({one.source_id for one in found}),
            notes=await _notes(state, deps, lang),
        ),
        Checker({e.id: e for e in excerpts}, passages, lang),
        References(passages, sources, state["request"].docs),
    )
    report = writer.write(answer.value, await deps.settled())
    await deps.evidence.record_claims(list(writer.checker.claims.values()))
    result = _result(report, state, writer)
    await _store(report, result, deps)
    return {"result": result}


async def _notes(state: Settled, deps: Deps, lang: Lang) -> list[str]:
    """What was not searched, and why."""
    request = state["request"]
    library = await deps.library(request.docs, request.kb)
    notes = []
    if (request.docs or request.kb) and not library.passages:
        notes.append(wording.no_documents(lang))
    if library.skipped:
        notes.append(wording.skipped([f"{s.path} ({s.reason})" for s in library.skipped], lang))
    evaluation = state["evaluation"]
    foreign = library.languages.get("en" if lang == "ja" else "ja", 0)
    if foreign and evaluation.by_rule:
        notes.append(wording.other_language(foreign, lang))
    judged = [text for text in evaluation.missing if text not in {point.text for point in evaluation.coverage}]
    if judged and not evaluation.by_rule and not evaluation.sufficient:
        notes.append(wording.judged_missing(judged, lang))
    if deps.search is None and not evaluation.sufficient:
        notes.append(wording.no_web(lang))
    return notes


def _result(report: Report, state: Settled, writer: Writer) -> Result:
    cited = dict(zip(writer.references.source_ids(), report.references, strict=True))
    return Result(
        title=report.title,
        lang=report.lang,
        question=report.question,
        findings=[
            KeyFinding(
                text=checked.text,
                passage_ids=list(checked.claim.passage_ids),
                support=checked.claim.support,
                marks=list(sentence.marks),
                quoted=checked.quoted,
            )
            for checked, sentence in zip(writer.findings, report.key_findings, strict=True)
        ],
        coverage=state["evaluation"].coverage,
        not_covered=list(report.not_covered),
        sources=[
            SourceUsed(number=r.number, source_id=id, title=r.title, file=r.file, uri=r.uri) for id, r in cited.items()
        ],
        report=markdown(report),
        document=report,
    )


async def _store(report: Report, result: Result, deps: Deps) -> None:
    await deps.artifacts.write("report.md", result.report.encode(), "text/markdown")
    await deps.artifacts.write("report.html", html(report).encode(), "text/html")
    data = json.dumps(report.model_dump(mode="json"), ensure_ascii=False, indent=2)
    await deps.artifacts.write("report.json", data.encode(), "application/json")
    await deps.emit("text", id="report", text=result.report, final=True)
    findings, sources = len(result.findings), len(result.sources)
    if deps.lang == "ja":
        deps.note(f"発見 {findings} 件、出典 {sources} 件")
    else:
        deps.note(f"findings: {findings}, sources: {sources}")
