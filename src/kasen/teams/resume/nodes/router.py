"""The router: begins a round of review, measures its text, and lets every critic look at it at once."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.resume.document.hidden import find_hidden
from kasen.teams.resume.document.model import Material
from kasen.teams.resume.measuring import taken
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.schemas.change import Change
from kasen.teams.resume.schemas.result import IterationCost
from kasen.teams.resume.state import Intake, Round, Seen


class Begun(Intake, Seen, total=False):
    """What the router reads; nothing below is there in the first round."""

    iteration: int
    proposed: list[Change]
    proposed_content: str


async def router(state: Begun, runtime: Runtime[Deps]) -> Round:
    """The next iteration: its number only grows, its text is the original or what the validator let through."""
    deps = runtime.context
    iteration = state.get("iteration", 0) + 1
    text = state.get("proposed_content", state["qmd_content"])
    visible, _ = find_hidden(text, where="resume")
    ready = prepared(visible, state["lang"], state["hidden"])
    page = state["page"] if state["seen_iteration"] in (0, iteration) or state["screenshot_path"] else None
    material = Material(
        resume=ready.resume,
        role=state["target_role"],
        posting=state["job_posting_content"],
        today=deps.now().date(),
        lang="ja" if deps.lang == "ja" else "en",
        pages=page.pages if page else None,
    )
    criteria, findings = await taken(ready, material, page)
    figures = await deps.settled()
    deps.note(f"{iteration} 回目" if deps.lang == "ja" else f"round {iteration}")
    return {
        "iteration": iteration,
        "revised_content": text,
        "changes": state.get("proposed", []),
        "measured_criteria": criteria,
        "measured_findings": findings,
        "snapshots": [
            IterationCost(
                iteration=iteration,
                calls=figures.calls,
                input_tokens=figures.input_tokens,
                output_tokens=figures.output_tokens,
                usd=figures.usd,
            )
        ],
    }
