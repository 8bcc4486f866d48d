"""What research found, as evidence for slides: statements that hold, with the passages they rest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kasen.evidence.types import Hit
from kasen.team import Deps, TeamAnswer
from kasen.teams.slides.research.asking import Outcome
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.story.pool import evidence_of

HOLD = ("supported", "partial")
"""Support with which a statement may be told; the others are never passed on."""
MOST_PASSAGES = 12
"""Passages of one question that writers are shown."""
_PARTLY = {"ja": "（一部のみ裏付けあり）", "en": " (only partly supported)"}


class Statement(BaseModel):
    """One finding of a report of the research team, as its JSON says it; more fields are no matter."""

    model_config = ConfigDict(extra="ignore")

    text: str
    support: str = ""
    passage_ids: list[str] = Field(default_factory=list)


def findings_of(answer: TeamAnswer) -> list[Statement]:
    """The statements of an answer that hold and name passages that may be cited; what cannot be read is left out."""
    may_cite = set(answer.passage_ids)
    found = []
    for one in _listed(answer.result):
        try:
            said = Statement.model_validate(one)
        except ValidationError:
            continue
        ids = [id for id in dict.fromkeys(said.passage_ids) if id in may_cite]
        text = " ".join(said.text.split())
        if said.support in HOLD and ids and text:
            found.append(Statement(text=text, support=said.support, passage_ids=ids))
    return found


def _listed(result: Mapping[str, Any]) -> list[Any]:
    found = result.get("findings")
    return found if isinstance(found, list) else []


async def evidence_of_findings(deps: Deps, outcome: Outcome, *, step: str, lang: Lang) -> list[Evidence]:
    """Each passage once, as `R<task>-<n>`, with what was concluded from it."""
    if outcome.answer is None:
        return []
    concluded: dict[str, list[str]] = {}
    for finding in findings_of(outcome.answer):
        said = finding.text + (_PARTLY[lang] if finding.support == "partial" else "")
        for id in finding.passage_ids:
            concluded.setdefault(id, []).append(said)
    ids = list(concluded)[:MOST_PASSAGES]
    passages = await deps.evidence.passages(ids)
    sources = await deps.evidence.sources([passage.source_id for passage in passages])
    found = []
    for n, (passage, source) in enumerate(zip(passages, sources, strict=True), start=1):
        one = evidence_of(Hit(passage=passage, source=source, score=0.0), f"{outcome.task.id}-{n}", lang)
        found.append(one.model_copy(update={"finding": " ".join(concluded[passage.id]), "step": step}))
    return found
