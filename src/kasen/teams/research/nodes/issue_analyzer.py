"""What is to be explained."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.headings import without_addresses
from kasen.teams.research.nodes.planner import documents_of
from kasen.teams.research.rules.issue_analyzer import LONGEST, analyse_issue
from kasen.teams.research.rules.question import content_words, folded
from kasen.teams.research.schemas.causal import MOST_SYMPTOMS, IssueAnalysis, Symptom
from kasen.teams.research.states.causal import Analysed, Wished

ISSUE_ANALYZER = Role(
    name="issue_analyzer",
    package="kasen.teams.research",
    reply=IssueAnalysis,
    rule=analyse_issue,
    tier="reasoning",
    answer_tokens=300,
    target_s=5.0,
    maximum_s=15.0,
)
MOST_NAMES = 5
"""Other words for one thing that are kept."""


async def issue_analyzer(state: Wished, runtime: Runtime[Deps]) -> Analysed:
    """Name the symptoms. Raises InputError when there is nothing to search at all."""
    deps, request = runtime.context, state["request"]
    await documents_of(deps, request)
    given: dict[str, Any] = {
        "question": request.question,
        "lang": deps.lang,
        "wishes": state.get("wishes", []),
        "today": deps.now().date().isoformat(),
    }
    answer = await deps.ask(ISSUE_ANALYZER, **given)
    found: dict[str, Symptom] = {}
    analysis = without_addresses(answer.value, request.question)
    for said in analysis.symptoms:
        text = " ".join(said.text.split())[:LONGEST]
        if content_words(text):
            found.setdefault(folded(text), Symptom(text=text, also=other_names(text, said.also)))
    symptoms = list(found.values())[:MOST_SYMPTOMS] or analyse_issue(**given).symptoms
    issue = " ".join(analysis.issue.split())[:LONGEST] or request.question
    deps.note("、".join(one.text for one in symptoms) if deps.lang == "ja" else "; ".join(one.text for one in symptoms))
    return {"issue": IssueAnalysis(issue=issue, symptoms=symptoms)}


def other_names(text: str, also: list[str]) -> list[str]:
    """Other words for a thing, cleaned; bare function words name nothing."""
    lines = dict.fromkeys(" ".join(one.split())[:LONGEST] for one in also)
    return [line for line in lines if content_words(line) and folded(line) != folded(text)][:MOST_NAMES]
