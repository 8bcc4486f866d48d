"""Drill-downs are for subtasks that are open, ask something new, and have something left to be searched."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.drill_down_generator import PER_SUBTASK, drill_down_generator
from kasen.teams.research.schemas.deep import Depth, Subtask
from kasen.testing.deps import FakeDeps, fake_deps
from teams.research.deep_scenes import ENGLISH, Crew, plan_of, worked

SENCHA = Subtask(id="s1", question="Who perfected steamed sencha?", rag_queries=["steamed sencha"])
EXPORTS = Subtask(id="s2", question="How large are exports to Brazil?", rag_queries=["exports"])
OPEN = Depth(sufficient=False, drill_down_areas=["tonnes"], by="x:m")
DEEP = Depth(sufficient=True)


def child(parent: int, question: str, *queries: str) -> dict[str, Any]:
    return {"parent": parent, "question": question, "rag_queries": list(queries)}


async def drilled(
    said: list[dict[str, Any]], *, revised: int = 0, **request: Any
) -> tuple[list[Subtask], Crew, FakeDeps]:
    model = Crew(drill_down_generator=lambda _: {"subtasks": said})
    deps = fake_deps(model=model, documents=ENGLISH)
    state: Any = await worked(deps, plan_of(SENCHA, EXPORTS), **request)
    extra = [Subtask(id="", question=f"New {n}?") for n in range(revised)]
    state |= {"evaluation": {"s1": DEEP, "s2": OPEN}, "revised": extra}
    runtime: Runtime[Deps] = Runtime(context=deps)
    return (await drill_down_generator(state, runtime))["drilled"], model, deps


async def test_a_drill_down_belongs_to_its_subtask() -> None:
    found, model, _ = await drilled([child(2, "How many tonnes in 2024?", "8788 tonnes")])
    (one,) = found
    assert (one.parent, one.depth, one.origin) == ("s2", 1, "drill_down")
    assert "8788 tonnes" in one.rag_queries
    (prompt,) = model.prompts("drill_down_generator")
    assert "Missing: tonnes" in prompt
    assert 'kind="subtask" id="2"' in prompt
    assert 'kind="subtask" id="1"' not in prompt


async def test_strangers_repetitions_and_what_is_deep_enough_get_none() -> None:
    said = [
        child(1, "What else of sencha?", "sencha soen"),
        child(9, "Who is on Mars?", "1872"),
        child(2, "Who perfected steamed sencha?", "1738"),
        child(2, "  ", "1738"),
        child(2, "How large are exports to Brazil?", "2024"),
    ]
    assert (await drilled(said))[0] == []


async def test_what_was_searched_or_is_nowhere_is_not_searched() -> None:
    assert (await drilled([child(2, "How heavy?", "exports")]))[0] == []
    assert (await drilled([child(2, "How heavy?", "quokka")]))[0] == []


async def test_one_subtask_gets_few_and_the_plan_has_room_for_so_many() -> None:
    many = [child(2, f"How many in place {n} of {n}{n}?", f"8788 tonnes {n}") for n in range(6)]
    assert len((await drilled(many))[0]) == PER_SUBTASK
    assert len((await drilled(many, max_total_subtasks=3))[0]) == 1
    assert (await drilled(many, max_total_subtasks=3, revised=1))[1].asked()["drill_down_generator"] == 0
