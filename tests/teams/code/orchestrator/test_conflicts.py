from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kasen.teams.code.config.agents import Agents
from kasen.teams.code.config.loading import Config, default
from kasen.teams.code.messages import Ruling
from kasen.teams.code.orchestrator.accepting import accept
from kasen.teams.code.orchestrator.conflicts import GUARDIAN
from kasen.teams.code.orchestrator.deciding import decided
from kasen.teams.code.orchestrator.known import known
from teams.code.orchestrator.desks import planned
from teams.code.orchestrator.played import Played, played

ONE, TWO = "implementation.1.one", "implementation.1.two"
PRICE = "src/backend/price.py"


def unguarded() -> Config:
    config = default("five-phase")
    agents = tuple(agent for agent in config.agents.agents if agent.role != GUARDIAN)
    return replace(config, agents=Agents(agents=agents))


async def in_conflict(tmp_path: Path, config: Config | None = None, **limits: int) -> Played:
    """Two tasks that changed the same line; the first one is merged."""
    play = await played(tmp_path, config, **limits)
    play.put(planned("one", "impl-backend", PRICE), planned("two", "impl-frontend", "src/backend/other.py"))
    row = play.task(TWO)
    play.desk.queue.claim("impl-frontend", "impl-frontend-1", lease_s=60)
    play.desk.queue.amend(TWO, 1, {**row.body, "files": [PRICE]})
    play.desk.queue.requeue(TWO, 1, "its files are known", counts=False)
    await play.work("impl-backend-1", {PRICE: "def price(net):\n    return net * 1.1\n"})
    await play.work("impl-frontend-1", {PRICE: "def price(net):\n    return round(net)\n"})
    await play.review("reviewer-1", only=f"{ONE}.review.1")
    await play.review("reviewer-1", only=f"{TWO}.review.1")
    assert await accept(play.desk)
    return play


async def test_the_guardian_rules_whoever_came_second_resolves_and_both_stand(tmp_path: Path) -> None:
    play = await in_conflict(tmp_path)
    assert play.states()[f"{ONE}.accepted"] == "done"
    rule = play.task(f"{TWO}.rule.1")
    assert (rule.kind, rule.agent_type) == ("rule", GUARDIAN)
    body = play.body(rule.task_id)
    assert body.returns == "ruling"
    sides = [Path(path).read_text(encoding="utf-8") for path in body.reads]
    assert "round(net)" in sides[0]
    assert "net * 1.1" in sides[1]
    assert ONE in sides[1]
    await play.rule("codebase-guardian-1", Ruling(owner=ONE, instruction="税を掛けてから丸める"))
    resolve = play.task(f"{TWO}.resolve.1")
    assert (resolve.kind, resolve.agent) == ("resolve", "impl-frontend-1")
    assert play.body(resolve.task_id).instruction.endswith("税を掛けてから丸める")
    task = await play.begin("impl-frontend-1")
    text = (play.folder("impl-frontend-1") / PRICE).read_text(encoding="utf-8")
    assert "<<<<<<< " in text
    assert "round(net)" in text
    assert "net * 1.1" in text
    play.desk.queue.requeue(task.task_id, task.token, "killed in the middle")
    await play.work("impl-frontend-1", {PRICE: "def price(net):\n    return round(net * 1.1)\n"})
    review = play.body(f"{TWO}.review.2")
    assert [one.file for one in review.findings] == [PRICE]
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert play.show(PRICE) == "def price(net):\n    return round(net * 1.1)\n"
    assert {one.state for one in known(play.desk)} == {"closed"}


async def test_without_a_guardian_whoever_came_second_resolves_at_once_and_leaves_no_markers(tmp_path: Path) -> None:
    play = await in_conflict(tmp_path, unguarded())
    await play.work("impl-frontend-1")  # does nothing: both sides lie there still
    fix = play.body(f"{TWO}.fix.1")
    assert [one.file for one in fix.findings] == [PRICE]
    assert "<<<<<<<" in fix.findings[0].suggestion
    await play.work("impl-frontend-1", {PRICE: "def price(net):\n    return round(net * 1.1)\n"})
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert "1.1" in play.show(PRICE)
    assert "round" in play.show(PRICE)


@pytest.mark.parametrize("ours", [False, True])
async def test_one_side_as_it_was_ends_a_conflict_too(tmp_path: Path, ours: bool) -> None:
    play = await in_conflict(tmp_path, unguarded())
    text = "def price(net):\n    return " + ("round(net)\n" if ours else "net * 1.1\n")
    await play.work("impl-frontend-1", {PRICE: text})
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert play.show(PRICE) == text
    assert play.states()[f"{TWO}.accepted"] == "done"


async def test_a_conflict_that_comes_again_and_again_is_shown_to_a_person_who_may_have_it_tried_again(
    tmp_path: Path,
) -> None:
    play = await in_conflict(tmp_path, unguarded(), rounds=1)
    play.put(planned("three", "impl-backend", PRICE))
    await play.work("impl-backend-1", {PRICE: "def price(net):\n    return net * 1.08\n"})
    await play.work("impl-frontend-1", {PRICE: "def price(net):\n    return round(net * 1.1)\n"})
    await play.review("reviewer-1", only="implementation.1.three.review.1")
    await accept(play.desk)
    await play.review("reviewer-1")
    await accept(play.desk)
    row = play.task(f"{TWO}.accepted")
    assert row.status == "blocked"
    assert PRICE in row.reason
    await decided(play.desk, row.task_id, "retry")
    assert play.task(f"{TWO}.resolve.2").agent == "impl-frontend-1"
    await play.work("impl-frontend-1", {PRICE: "def price(net):\n    return round(net * 1.08)\n"})
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert play.show(PRICE) == "def price(net):\n    return round(net * 1.08)\n"
