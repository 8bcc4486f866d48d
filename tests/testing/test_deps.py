from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from kasen.errors import Paused, Refused
from kasen.models.role import Role
from kasen.team import Deps
from kasen.testing.deps import ScriptedApprovals, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, document_hit


class Plan(BaseModel):
    title: str


@pytest.fixture
def planner(package_of: Callable[..., str]) -> Role[Plan]:
    package = package_of(planner="Plan {{ topic }}.")
    return Role(name="planner", package=package, reply=Plan, rule=lambda topic: Plan(title=topic))


async def test_everything_that_a_node_is_handed_is_there() -> None:
    hit = document_hit("茶")
    deps = fake_deps(documents=[hit], search=FakeSearch([hit]), lang="ja")
    as_handed: Deps = deps
    library = await as_handed.library([Path("docs")], [])
    assert [found.passage.id for found in await library.search("茶")] == [hit.passage.id]
    assert as_handed.search is not None
    await as_handed.evidence.add(await as_handed.search("茶"))
    assert await as_handed.artifacts.write("a.md", b"x", "text/markdown") == 1
    as_handed.note("1 point")
    assert (deps.notes, deps.lang, deps.artifacts.text("a.md")) == (["1 point"], "ja", "x")
    assert deps.now().tzinfo is not None


async def test_events_are_numbered_and_checked() -> None:
    deps = fake_deps()
    await deps.emit("warning", text="a")
    await deps.emit("search", query="茶", where="web", found=3)
    assert [event.seq for event in deps.events.all] == [1, 2]
    assert deps.events.of("search")[0].found == 3
    with pytest.raises(ValidationError):
        await deps.emit("warning", txet="typo")
    with pytest.raises(ValidationError):
        await deps.emit("no_such_event")


async def test_approvals_are_answered_by_name_else_by_default() -> None:
    deps = fake_deps(answers={"plan": {"ok": False}})
    assert deps.approve("plan", "Go on?", schema={}, default={"ok": True}) == {"ok": False}
    assert deps.approve("other", "Go on?", schema={}, default=1, deadline_s=5) == 1
    assert [asked["name"] for asked in deps.approve.asked] == ["plan", "other"]
    with pytest.raises(Paused):
        ScriptedApprovals(waits=frozenset({"plan"}))("plan", "?", schema={}, default=None)


async def test_figures_add_up_rules_and_models(planner: Role[Plan]) -> None:
    without = fake_deps()
    await without.ask(planner, topic="茶")
    assert (await without.settled()).rule_calls == 1
    assert (await without.settled()).by_role == {"planner": "rule"}
    model = ScriptedModel(["not json", {"title": "x"}], usd=0.5)
    deps = fake_deps(model=model)
    assert (await deps.ask(planner, topic="茶")).by == model.id
    await deps.clock.sleep(2)
    figures = await deps.settled()
    assert (figures.calls, figures.rule_calls, figures.usd, figures.seconds) == (2, 0, 1.0, 2)
    assert figures.by_role == {"planner": model.id}
    assert figures.input_tokens > 0
    model.assert_done()


async def test_the_cost_table_and_warnings_are_those_of_a_run(planner: Role[Plan]) -> None:
    deps = fake_deps(model=ScriptedModel(["no", Refused("400")], usd=0.5))
    assert (await deps.ask(planner, topic="茶")).by == "rule"
    figures = await deps.settled()
    assert [(line.model, line.calls, line.usd) for line in figures.costs] == [
        ("scripted:model", 2, 0.5),
        ("rule", 0, 0.0),
    ]
    assert [event.about for event in deps.events.of("warning")] == ["scripted:model Refused"]


async def test_a_cap_on_calls_lets_the_rule_answer(planner: Role[Plan]) -> None:
    deps = fake_deps(model=ScriptedModel([{"title": "x"}]), calls=1)
    answers = [await deps.ask(planner, topic=topic) for topic in ("a", "b")]
    assert [(answer.by, answer.why) for answer in answers] == [("scripted:model", ""), ("rule", "budget")]


async def test_a_continued_run_reads_the_ledger_of_the_first(planner: Role[Plan]) -> None:
    first = fake_deps()
    await first.ask(planner, topic="茶")
    again = fake_deps(ledger=first.ledger)
    assert (await again.ask(planner, topic="茶")).from_receipt


async def test_tasks_with_names_are_nodes_of_their_own(planner: Role[Plan]) -> None:
    deps = fake_deps()
    async with asyncio.TaskGroup() as group:
        for name in ("worker:1", "worker:2"):
            group.create_task(deps.ask(planner, topic="茶"), name=name)
    assert {key.node_path for key in deps.ledger.receipts} == {"worker:1", "worker:2"}
