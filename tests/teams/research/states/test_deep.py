"""The state of mode deep keeps the names of the seed, survives a restart, and declares all that its nodes write."""

from __future__ import annotations

import asyncio
from typing import Any, get_type_hints

from kasen.runtime.state_types import state_models
from kasen.team import load_object
from kasen.teams.research.graphs.deep import build
from kasen.teams.research.schemas import Request
from kasen.teams.research.states.deep import State
from kasen.testing.deps import fake_deps
from teams.research.deep_scenes import ENGLISH, THREE, deep_crew

SEED = [
    "query",
    "report",
    "web_queries",
    "rag_queries",
    "allocation_strategy",
    "search_results",
    "rag_results",
    "analyzed_data",
    "evaluation",
    "reason",
    "loop_count",
    "execution_mode",
    "master_plan",
    "current_subtask_id",
    "current_subtask_index",
    "subtask_results",
    "revision_count",
    "plan_revisions",
    "max_revisions",
    "max_total_subtasks",
]


def test_every_type_of_the_state_survives_a_checkpoint() -> None:
    names = {name for _, name in state_models(build())}
    assert {"MasterPlan", "Subtask", "SubtaskResult", "Depth", "Revised", "Draft", "Verification", "Result"} <= names


def test_the_state_keeps_the_names_of_the_seed() -> None:
    assert len(SEED) == 20
    assert set(SEED) <= get_type_hints(State).keys()


def test_all_that_nodes_write_is_declared_and_all_that_the_seed_names_is_there_at_the_end() -> None:
    written: set[str] = set()

    async def go() -> dict[str, Any]:
        graph = build().compile()
        deps = fake_deps(model=deep_crew(), documents=ENGLISH)
        async for update in graph.astream(
            {"request": Request(question=THREE, docs=["/docs"])}, context=deps, stream_mode="updates"
        ):
            written.update(key for node in update.values() if node for key in node)
        state: dict[str, Any] = (
            await build()
            .compile()
            .ainvoke(
                {"request": Request(question=THREE, docs=["/docs"])},
                context=fake_deps(model=deep_crew(), documents=ENGLISH),
            )
        )
        return state

    state = asyncio.run(go())
    assert len(written) > 20
    assert written <= get_type_hints(State).keys()
    assert set(SEED) <= state.keys()
    assert state["query"] == THREE
    assert state["current_subtask_id"] == ""
    assert state["current_subtask_index"] == len(state["subtask_results"]) == 5


def test_every_reply_of_the_mode_has_a_default_for_each_field_so_that_an_empty_answer_is_one() -> None:
    for role in ("master_planner", "subtask_executor", "depth_evaluator", "plan_revisor", "drill_down_generator"):
        reply = load_object(f"kasen.teams.research.nodes.{role}:{role.upper()}").reply
        assert reply()
