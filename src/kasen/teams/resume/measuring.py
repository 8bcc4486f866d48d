"""What code measures of one text, as criteria and findings of the critics."""

from __future__ import annotations

import asyncio

from kasen.teams.resume.document.model import Material
from kasen.teams.resume.measures.measuring import measured
from kasen.teams.resume.measures.model import Defect, Measured
from kasen.teams.resume.prepared import Prepared
from kasen.teams.resume.rubric.model import Criterion
from kasen.teams.resume.rubric.reading import rubric_of
from kasen.teams.resume.schemas.feedback import CriterionScore, Finding
from kasen.teams.resume.schemas.part import Place
from kasen.tools.screenshot.model import PageFacts
from kasen.tools.textlint import lint


async def taken(
    ready: Prepared, material: Material, page: PageFacts | None
) -> tuple[list[CriterionScore], list[Finding]]:
    """The measured criteria of the rubric that apply, in its order, and the findings of code, without ids."""
    messages = await lint(ready.resume.text, lang=ready.resume.lang)
    values = await asyncio.to_thread(measured, material, page, lint=messages)
    criteria: list[CriterionScore] = []
    findings: list[Finding] = []
    for one in rubric_of(ready.resume.lang, names=material.lang).criteria:
        value = values.get(one.id)
        if value is not None:
            criteria.append(_score(one, value))
            findings += [_finding(one, defect, ready) for defect in value.defects]
    return criteria, findings


def _score(one: Criterion, value: Measured) -> CriterionScore:
    by = "nobody" if value.score is None else "code"
    return CriterionScore(id=one.id, name=one.name, score=value.score, by=by, note=value.note)


def _finding(one: Criterion, defect: Defect, ready: Prepared) -> Finding:
    start, end = defect.start, defect.end
    place = ready.place(start, end) if end > start else None
    if place is None and defect.line and (line := ready.resume.line(defect.line)):
        place = Place(line=line.number, start=line.start, end=line.end)
    return Finding(
        id="",
        critic=one.critic,
        criterion=one.id,
        severity=defect.severity,
        text=defect.text,
        place=place,
        quote=ready.resume.text[start:end],
        suggestion=defect.suggestion,
        question=defect.question,
        by="rule",
    )
