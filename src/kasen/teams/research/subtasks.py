"""Subtasks of a plan: named, ordered by what they depend on, none twice; and how a plan becomes points of a report."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from kasen.evidence.types import Passage
from kasen.teams.research import prose
from kasen.teams.research.rules.coverage import NEAR, coverage
from kasen.teams.research.rules.planner import same
from kasen.teams.research.schemas import Excerpt
from kasen.teams.research.schemas.deep import Depth, MasterPlan, PlannedSubtask, Subtask, SubtaskResult, SubtaskView

SHOWN = 3
"""Findings of a subtask that are shown to roles which judge the whole plan."""
LONGEST_FINDING = 240
"""Characters of one of them."""


def without_circles(wanted: Sequence[Sequence[int]]) -> tuple[list[list[int]], int]:
    """Dependencies by number from 1 without unknown ones and circles, and how many were left out."""
    kept: list[list[int]] = [[] for _ in wanted]
    dropped = 0
    for number, needs in enumerate(wanted, start=1):
        for need in dict.fromkeys(needs):
            if 1 <= need <= len(wanted) and not _leads_to(need, number, kept):
                kept[number - 1].append(need)
            else:
                dropped += 1
    return kept, dropped


def _leads_to(start: int, goal: int, needs: Sequence[Sequence[int]]) -> bool:
    """Whether `start` is `goal` or waits for it."""
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        now = waiting.pop()
        if now == goal:
            return True
        if now not in seen:
            seen.add(now)
            waiting += needs[now - 1]
    return False


def distinct(planned: Sequence[PlannedSubtask], known: Sequence[str] = ()) -> list[PlannedSubtask]:
    """Those that ask what neither another of them nor anything known asks; `depends_on` counts them anew."""
    kept: list[PlannedSubtask] = []
    place: dict[int, int] = {}
    for number, one in enumerate(planned, start=1):
        question = " ".join(one.question.split())
        if not same(question) or any(is_same(question, other) for other in known):
            continue
        twin = next((n for n, other in enumerate(kept, start=1) if is_same(question, other.question)), None)
        if twin is None:
            kept.append(one.model_copy(update={"question": question}))
            twin = len(kept)
        place[number] = twin
    renumbered = [[place.get(need, 0) for need in one.depends_on] for one in kept]
    return [one.model_copy(update={"depends_on": needs}) for one, needs in zip(kept, renumbered, strict=True)]


def readable(planned: Sequence[PlannedSubtask], lang: str) -> list[PlannedSubtask]:
    """Those that are in the language of the report, where people read them."""
    return [one for one in planned if prose.is_in("ja" if lang == "ja" else "en", one.question)]


def is_same(question: str, other: str) -> bool:
    """Whether two questions ask the same, by their words."""
    return same(question) == same(other) or prose.repeats(question, other)


def unasked(parts: Sequence[str], questions: Sequence[str]) -> list[str]:
    """Parts of the user's question whose words hardly stand in any of the questions that are looked up."""
    asked = "\n".join(questions)
    return [part for part in parts if coverage(part, asked) < NEAR]


def ready(plan: MasterPlan, done: Collection[str]) -> list[Subtask]:
    """Subtasks that are not done and wait for none that is not."""
    known = {subtask.id for subtask in plan.subtasks}
    return [s for s in plan.subtasks if s.id not in done and all(n in done for n in s.depends_on if n in known)]


def numbers(plan: MasterPlan) -> dict[str, int]:
    """Number of each subtask in the plan, from 1."""
    return {subtask.id: number for number, subtask in enumerate(plan.subtasks, start=1)}


def roots(plan: MasterPlan) -> list[Subtask]:
    """Subtasks that are points of the report: all but drill-downs, which belong to theirs."""
    return [subtask for subtask in plan.subtasks if not subtask.parent]


def point_of(plan: MasterPlan) -> dict[int, int]:
    """Number of a subtask in the plan → number of its point in the report."""
    by_id = {subtask.id: subtask for subtask in plan.subtasks}
    points = {subtask.id: number for number, subtask in enumerate(roots(plan), start=1)}

    def root(subtask: Subtask) -> Subtask:
        return root(by_id[subtask.parent]) if subtask.parent else subtask

    return {number: points[root(by_id[id]).id] for id, number in numbers(plan).items()}


def reported(plan: MasterPlan, excerpts: Sequence[Excerpt]) -> list[Excerpt]:
    """The evidence under the points of the report; the same words once under each."""
    points = point_of(plan)
    placed = [excerpt.model_copy(update={"point": points[excerpt.point]}) for excerpt in excerpts]
    return list({(e.point, e.passage_id, e.start): e for e in reversed(placed)}.values())[::-1]


def views(
    plan: MasterPlan,
    results: Mapping[str, SubtaskResult],
    evaluation: Mapping[str, Depth],
    quotes: Mapping[str, Sequence[str]],
) -> list[SubtaskView]:
    """The plan as roles see it; `quotes` are words of the evidence by id of the subtask."""
    found = []
    for number, subtask in enumerate(plan.subtasks, start=1):
        result, depth = results.get(subtask.id), evaluation.get(subtask.id)
        found.append(
            SubtaskView(
                number=number,
                question=subtask.question,
                state=_state(result, depth),
                findings=[text[:LONGEST_FINDING] for text in quotes.get(subtask.id, ())[:SHOWN]],
                missing=list(depth.drill_down_areas) if depth else [],
            )
        )
    return found


def _state(result: SubtaskResult | None, depth: Depth | None) -> Literal["answered", "open", "searched", "waiting"]:
    if result is None:
        return "waiting"
    if not result.excerpts or (depth is not None and not depth.sufficient):
        return "open"
    return "searched" if depth is None else "answered"


def quotes_of(
    results: Mapping[str, SubtaskResult], excerpts: Sequence[Excerpt], passages: Mapping[str, Passage]
) -> dict[str, list[str]]:
    """Words of the evidence by id of the subtask, most useful first."""
    by_id = {excerpt.id: excerpt for excerpt in excerpts}
    return {
        id: [passages[e.passage_id].text[e.start : e.end] for e in (by_id[name] for name in result.excerpts)]
        for id, result in results.items()
    }
