"""The judge: original against best revision, unlabelled and in both orders; the original wins ties."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from langgraph.runtime import Runtime

from kasen.models.role import Answer, Role
from kasen.team import Deps
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.rules.judge import prefer
from kasen.teams.resume.schemas.preference import Preference
from kasen.teams.resume.schemas.result import Comparison, Look
from kasen.teams.resume.state import Compared, State

JUDGE = Role(
    name="judge",
    package="kasen.teams.resume",
    reply=Preference,
    rule=prefer,
    tier="reasoning",
    answer_tokens=300,
    target_s=60.0,
)
_SIDES: dict[bool, dict[str, Literal["original", "revision", "tie"]]] = {
    True: {"A": "original", "B": "revision", "tie": "tie"},
    False: {"A": "revision", "B": "original", "tie": "tie"},
}


async def judge(state: State, runtime: Runtime[Deps]) -> Compared:
    """Compare once a run, where models judged and a revision scored best; it has seen no score and no finding."""
    deps, best = runtime.context, state["best"]
    changes = state["versions"][best - 1]
    if not changes or not any(one.judged for one in state["history"]):
        return {"comparison": None}
    every = [change for version in state["versions"][:best] for change in version]
    revisors = {change.by.partition(":")[0] for change in every if change.by != "rule"}
    first, second = await asyncio.gather(
        _preferred(deps, state, state["texts"][best - 1], revisors, original_first=True),
        _preferred(deps, state, state["texts"][best - 1], revisors, original_first=False),
    )
    looks = (_look(first, original_first=True), _look(second, original_first=False))
    wins = all(look.preferred == "revision" for look in looks)
    judges = {look.by.partition(":")[0] for look in looks if look.preferred != "no_answer"}
    unheard = any(look.preferred == "no_answer" for look in looks)
    if not judges or (unheard and any(look.preferred == "revision" for look in looks)):
        return {"comparison": Comparison(looks=looks)}
    comparison = Comparison(
        looks=looks,
        preferred="revision" if wins else "original",
        by=", ".join(dict.fromkeys(look.by for look in looks if look.preferred != "no_answer")),
        same_vendor=bool(judges & revisors),
    )
    deps.note(_summary(comparison, deps.lang))
    return {"comparison": comparison}


async def _preferred(
    deps: Deps, state: State, revision: str, revisors: set[str], *, original_first: bool
) -> Answer[Preference]:
    texts = [state["qmd_content"], revision]
    first, second = texts if original_first else texts[::-1]
    return await deps.ask(
        JUDGE,
        avoid=revisors,
        role=state["target_role"],
        posting=state["job_posting_content"],
        first=prepared(first, state["lang"], state["hidden"]).masked.text,
        second=prepared(second, state["lang"], state["hidden"]).masked.text,
        lang=deps.lang,
    )


def _look(answer: Answer[Preference], *, original_first: bool) -> Look:
    order: Any = "original first" if original_first else "revision first"
    if answer.is_rule:
        return Look(order=order, preferred="no_answer", why=answer.why)
    why = " ".join(answer.value.why.split())
    return Look(order=order, preferred=_SIDES[original_first][answer.value.better], why=why, by=answer.by)


def _summary(comparison: Comparison, lang: str) -> str:
    if lang == "ja":
        return "改稿のほうがよい" if comparison.preferred == "revision" else "元の文書を残す"
    return "the revision is better" if comparison.preferred == "revision" else "the original stays"
