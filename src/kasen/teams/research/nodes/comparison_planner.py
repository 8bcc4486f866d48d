"""What is compared, and by what."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.door import too_few
from kasen.teams.research.headings import without_addresses
from kasen.teams.research.nodes.planner import VOCABULARY, documents_of
from kasen.teams.research.rules.comparison_planner import listed_in, plan_comparison, settle
from kasen.teams.research.schemas.compare import ComparisonPlan
from kasen.teams.research.states.compare import Compared, Replanned

COMPARISON_PLANNER = Role(
    name="comparison_planner",
    package="kasen.teams.research",
    reply=ComparisonPlan,
    rule=plan_comparison,
    tier="reasoning",
    answer_tokens=500,
    target_s=5.0,
    maximum_s=15.0,
)


async def comparison_planner(state: Replanned, runtime: Runtime[Deps]) -> Compared:
    """Plan. Raises InputError when there is nothing to search, or less than two things to compare."""
    deps, request = runtime.context, state["request"]
    library = await documents_of(deps, request)
    given: dict[str, Any] = {
        "question": request.question,
        "items": request.items,
        "criteria": request.criteria,
        "vocabulary": [term.text for term in await library.vocabulary(limit=VOCABULARY)],
        "wishes": state.get("wishes", []),
        "lang": deps.lang,
        "today": deps.now().date().isoformat(),
    }
    answer = await deps.ask(COMPARISON_PLANNER, **given)
    own = plan_comparison(**given)
    asked = [] if given["wishes"] else listed_in(request.question)
    said = without_addresses(answer.value, request.question)
    plan = settle(said, own, items=request.items, criteria=request.criteria, asked=asked)
    if len(plan.items) < 2:
        raise too_few()
    items, criteria = len(plan.items), len(plan.criteria)
    await deps.emit("plan", steps=[{"id": str(n), "text": one} for n, one in enumerate(shown(plan), start=1)])
    deps.note(f"{items} 項目 × {criteria} 観点" if deps.lang == "ja" else f"{items} items × {criteria} criteria")
    return {"comparison": plan}


def shown(plan: ComparisonPlan) -> list[str]:
    """The plan as a person reads it, one line for each item and each criterion."""
    signs = {"more": " ↑", "less": " ↓", "": ""}
    items = [_line(one.name, one.also) for one in plan.items]
    return [*items, *(_line(one.name, one.also) + signs[one.better] for one in plan.criteria)]


def _line(name: str, also: list[str]) -> str:
    return f"{name} (= {', '.join(also)})" if also else name
