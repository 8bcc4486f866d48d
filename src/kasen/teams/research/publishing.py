"""From a draft to the files of a report: checked, cited, stored; the same end for every mode."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import cast

from kasen.evidence.types import Claim
from kasen.knowledge.reasons import told
from kasen.team import Deps
from kasen.teams.research import headings, wording
from kasen.teams.research.checks import Lang
from kasen.teams.research.nodes.verifier import checker_of
from kasen.teams.research.reading import excerpt_views
from kasen.teams.research.references import References, shown_path
from kasen.teams.research.rules.coverage import WEAK
from kasen.teams.research.rules.synthesizer import compose
from kasen.teams.research.schemas import (
    Draft,
    Excerpt,
    Found,
    KeyFinding,
    PointCoverage,
    Request,
    Result,
    SearchDone,
    SourceUsed,
)
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.writing import Front, Material, Sections, Writer
from kasen.tools.report.html import html
from kasen.tools.report.markdown import markdown
from kasen.tools.report.model import Report


@dataclass(frozen=True, kw_only=True)
class Brief:
    """What a report is about and rests on, apart from its draft. `points[n - 1]` is point n of the excerpts."""

    question: str
    mode: str
    points: list[str]
    coverage: list[PointCoverage]
    excerpts: list[Excerpt]
    searches: list[SearchDone] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    refused: str = ""
    """What a person did not approve: `plan` or `draft`."""
    notes: list[str] = field(default_factory=list)
    """What else was not covered, in sentences."""
    says_open: bool = False
    """Whether the notes name the points that are open, so that they are not listed one by one."""
    banner: list[str] = field(default_factory=list)
    """What the mode has to say at the top of the report, in sentences."""
    front: Front | None = None
    """Summary and findings that code says itself; None: those of the draft."""
    theme: str = ""
    nothing: str = ""
    """Said as a warning where there is no finding; empty: that nothing answers the question."""
    whole: str = ""
    """All of the text that is checked, where the question is only its beginning."""
    by_rule: bool = False
    """Whether a rule wrote the draft."""
    verification: Verification = field(default_factory=Verification)
    own_draft: Draft | None = None
    """What fills up a draft in which too little stands; None: quotations of the excerpts, see `compose`."""


async def publish(
    deps: Deps, request: Request, brief: Brief, draft: Draft, *, sections: Sections | None = None
) -> Result:
    """Write the report, keep its claims, store it as Markdown, HTML and JSON; the result of the run.

    `sections` gives what stands under *Detailed Analysis*; None: each point with what the draft says of it.
    """
    writer = await _writer(deps, request, brief)
    report = writer.write(draft, await deps.settled(), sections)
    await deps.evidence.record_claims([_judged(claim, brief.verification) for claim in writer.checker.claims.values()])
    result = _result(report, brief, writer)
    await _store(report, result, deps)
    if not result.findings and not brief.refused:
        await deps.emit("warning", text=_nothing(brief, cast("Lang", deps.lang)), about="findings")
    return result


def _nothing(brief: Brief, lang: Lang) -> str:
    """That nothing was found, and the next step."""
    if brief.nothing and not brief.points:
        return brief.nothing
    web = [one for one in brief.searches if one.where == "web"]
    said = brief.nothing or wording.no_answer(lang)
    step = wording.look_elsewhere(lang, web_failed=bool(web) and all(one.error for one in web))
    return f"{said}{'' if lang == 'ja' else ' '}{step}"


def _judged(claim: Claim, verification: Verification) -> Claim:
    """The claim with who judged its support."""
    if claim.text not in verification.confirmed:
        return claim
    return claim.model_copy(update={"by": verification.by})


async def _writer(deps: Deps, request: Request, brief: Brief) -> Writer:
    lang = cast("Lang", deps.lang)
    checker = await checker_of(deps, brief.excerpts, weak=brief.verification.weak)
    sources = await deps.evidence.sources(list({p.source_id for p in checker.passages.values()}))
    views = await excerpt_views(deps.evidence, brief.excerpts, brief.points, question=brief.question)
    words = (*request.outline, *request.items, *request.criteria, *(f"{view.origin}\n{view.quote}" for view in views))
    known = "\n".join((brief.question, brief.whole, *words))
    points = headings.headed(brief.coverage, known, lang, supposed=brief.mode == "causal")
    own = brief.own_draft or compose(question=brief.question, points=brief.points, evidence=views, lang=lang)
    material = Material(
        question=brief.question,
        lang=lang,
        mode=brief.mode,
        date=deps.now().date().isoformat(),
        run_id=deps.run_id,
        theme=brief.theme,
        coverage=points,
        searches=brief.searches,
        own_draft=own,
        usable=[view.id for view in views if view.coverage >= WEAK],
        by_rule=brief.by_rule,
        passages=len({one.passage_id for one in brief.found}),
        sources=len({one.source_id for one in brief.found}),
        notes=await _notes(deps, request, brief, lang),
        says_open=brief.says_open,
        banner=brief.banner,
        front=brief.front,
        verification=brief.verification,
    )
    return Writer(material, checker, References(checker.passages, {s.id: s for s in sources}, request.docs))


async def _notes(deps: Deps, request: Request, brief: Brief, lang: Lang) -> list[str]:
    """What was not searched, and why; what else was not covered."""
    library = await deps.library(request.docs, request.kb)
    notes = []
    if (request.docs or request.kb) and not library.passages:
        notes.append(wording.no_documents(lang))
    if library.skipped:
        shown = [
            wording.unread_file(shown_path(s.path, request.docs), told(s.reason, lang), lang) for s in library.skipped
        ]
        notes.append(wording.skipped(shown, lang))
    if deps.search is None and not all(point.covered for point in brief.coverage):
        notes.append(wording.no_web(lang))
    if brief.refused:
        notes.append(wording.refused(brief.refused, lang))
    return [*notes, *brief.notes]


def _result(report: Report, brief: Brief, writer: Writer) -> Result:
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
        coverage=list(writer.material.coverage),
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
