"""Whole runs with agents that are played in this process; repository, queue and mailbox are real."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kasen.teams.code.config.loading import default
from kasen.teams.code.messages import Planned, ReviewRequest, TaskAssignment
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.orchestrator import Orchestrator
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from teams.code.git.made import call, write
from teams.code.orchestrator.crews import Asked as Message
from teams.code.orchestrator.crews import Crew, Purse, content, fails
from teams.code.orchestrator.desks import REQUIREMENT, Events, desk_of, limited, planned

SECONDS = 60.0


async def run(
    desk: Desk, crew: Crew, answers: Mapping[str, str] | None = None, *, charge: Purse | None = None
) -> Ended | Asked:
    async with asyncio.timeout(SECONDS):
        return await Orchestrator(desk, crew, charge or Purse()).run(answers)


def branch(desk: Desk, *arguments: str) -> list[str]:
    return call(desk.repository.root, *arguments, desk.trees.branch).split()


def states(desk: Desk) -> dict[str, str]:
    return {task.task_id: task.status for task in desk.queue.tasks()}


def tasks_of(crew: Crew, agent: str = "") -> list[str]:
    return [message.task_id for one, message in crew.asked if agent in ("", one)]


class Turns:
    """Plays a list of answers per agent and kind, then is content."""

    def __init__(self, **turns: list[Any]) -> None:
        self.turns = {name.replace("_", "-"): list(does) for name, does in turns.items()}

    def __call__(self, agent: str, message: Message, tree: Path) -> Mapping[str, Any] | None:
        waiting = self.turns.get(agent, [])
        fields: Mapping[str, Any] = content(agent, message, tree)
        return waiting.pop(0) if waiting else fields


async def test_what_a_reviewer_finds_is_mended_by_whoever_wrote_it_and_looked_at_again(pair: Desk) -> None:
    crew = Crew(pair, Turns(reviewer_1=[fails("税が足りない", file="src/backend/price.py")]))
    ended = await run(pair, crew)
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed"
    assert tasks_of(crew) == [
        "implementation.1.coder",
        "implementation.1.coder.review.1",
        "implementation.1.coder.fix.1",
        "implementation.1.coder.review.2",
    ]
    work, review, fix, again = (message for _, message in crew.asked)
    assert isinstance(work, TaskAssignment)
    assert work.instruction == REQUIREMENT
    assert isinstance(fix, TaskAssignment)
    assert [one.issue for one in fix.findings] == ["税が足りない"]
    assert fix.session == "S-coder-1"
    assert isinstance(review, ReviewRequest)
    assert isinstance(again, ReviewRequest)
    assert (review.open, [one.issue for one in again.open]) == ((), ["税が足りない"])
    assert "implementation.1.coder.txt" in branch(pair, "ls-tree", "-r", "--name-only")
    assert set(states(pair).values()) == {"done"}
    assert crew.closed == "gently"


def team(agent: str, message: Message, tree: Path) -> Mapping[str, Any] | None:
    """Five phases: the plan has four tasks of four roles."""
    content(agent, message, tree)
    if agent == "planner-1":
        plan = (
            planned("api", "impl-backend", "src/backend/price.py"),
            planned("page", "impl-frontend", "src/frontend/**", after=("api",)),
            planned("guide", "impl-document", "docs/**"),
            planned("cases", "impl-test", "tests/**", after=("api",)),
        )
        return {"plan": plan}
    return {"output": {"summary": f"{agent}: 済"}}


async def test_five_phases_with_a_gate_that_sends_back(five: Desk) -> None:
    gate = Turns(reviewer_security_1=[fails("値段が漏れる", file="docs/index.md")])

    def play(agent: str, message: Message, tree: Path) -> Mapping[str, Any] | None:
        return gate(agent, message, tree) if agent == "reviewer-security-1" else team(agent, message, tree)

    crew = Crew(five, play)
    ended = await run(five, crew)
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed", ended
    asked = tasks_of(crew)
    assert set(asked[:3]) == {f"research.1.researcher-{one}" for one in ("market", "paper", "competitor")}
    assert asked[3:6] == ["requirements.1.requirements-analyst", "planning.1.planner", "planning.1.planner.review.1"]
    (fix,) = [message for _, message in crew.asked if message.task_id.startswith("implementation.2.")][:1]
    assert isinstance(fix, TaskAssignment)
    assert [one.issue for one in fix.findings] == ["値段が漏れる"]
    second = {agent: message for agent, message in crew.asked if message.task_id.startswith("final_review.2.")}
    again = second["reviewer-security-1"]
    assert isinstance(again, ReviewRequest)
    assert [one.issue for one in again.open] == ["値段が漏れる"]
    phases = [(one["phase"], one["state"], one["round"]) for one in _events(five).of("phase")]
    assert [one[0] for one in phases if one[1] == "going_on"] == [
        *("research", "requirements", "planning", "implementation", "final_review", "implementation", "final_review"),
    ]
    (api,) = [message for _, message in crew.asked if message.task_id == "implementation.1.api"]
    assert [Path(path).name for path in api.context.dependencies][-1] == "planning.1.planner.json"
    names = branch(five, "ls-tree", "-r", "--name-only")
    assert "src/frontend/implementation.1.page.txt" in names
    order = [one for one in asked if one in ("implementation.1.api", "implementation.1.page")]
    assert order == ["implementation.1.api", "implementation.1.page"]


async def test_a_plan_that_is_wrong_goes_back_to_the_planner(five: Desk) -> None:
    bad = [planned("a", "impl-backend", "src/**"), planned("b", "impl-frontend", "src/frontend/**")]
    plans: list[list[Planned]] = [bad, [planned("a", "impl-backend", "src/backend/**")]]

    def play(agent: str, message: Message, tree: Path) -> Mapping[str, Any] | None:
        content(agent, message, tree)
        return {"plan": plans.pop(0)} if agent == "planner-1" else {}

    crew = Crew(five, play)
    ended = await run(five, crew)
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed", ended
    planner = [message for agent, message in crew.asked if agent == "planner-1"]
    assert len(planner) == 2
    assert isinstance(planner[1], TaskAssignment)
    assert "同じファイルを変えうる" in planner[1].findings[0].issue
    assert next(one for one in tasks_of(crew) if one.startswith("implementation.")) == "implementation.1.a"


def _events(desk: Desk) -> Events:
    assert isinstance(desk.emit, Events)
    return desk.emit


async def test_a_blocked_task_waits_for_a_person_and_goes_on_with_the_answer(pair: Desk) -> None:
    crew = Crew(pair, Turns(coder_1=[{"status": "blocked", "reason": "税率が分からない"}]))
    asked = await run(pair, crew)
    assert isinstance(asked, Asked)
    assert (asked.about, asked.why, asked.choices) == (
        "implementation.1.coder",
        "税率が分からない",
        ("retry", "give_up"),
    )
    assert await run(pair, Crew(pair, content)) == asked  # nobody has answered: the same question, by the same name
    ended = await run(pair, crew, {asked.name: "retry"})
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed"
    assert tasks_of(crew)[:2] == ["implementation.1.coder", "implementation.1.coder"]


async def test_who_gives_up_ends_the_run_and_the_work_stays(pair: Desk) -> None:
    crew = Crew(pair, Turns(coder_1=[{"status": "blocked", "reason": "?"}]))
    asked = await run(pair, crew)
    assert isinstance(asked, Asked)
    ended = await run(pair, crew, {asked.name: "give_up"})
    assert ended == Ended(outcome="failed", reason="人が断念した：実装")


async def test_reviews_that_never_pass_end_with_a_person_who_takes_the_work(pair: Desk) -> None:
    never = fails("名前が悪い", file="implementation.1.coder.txt")
    crew = Crew(pair, Turns(reviewer_1=[never] * 9))
    asked = await run(pair, crew)
    assert isinstance(asked, Asked)
    assert (asked.about, asked.choices) == ("implementation.1.coder.accepted", ("retry", "accept", "give_up"))
    reviews = [one for one in tasks_of(crew, "reviewer-1") if ".review." in one]
    assert len(reviews) == pair.config.workflow.limits.rounds
    ended = await run(pair, crew, {asked.name: "accept"})
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed", ended
    assert "implementation.1.coder.txt" in branch(pair, "ls-tree", "-r", "--name-only")


async def test_a_spent_budget_ends_the_run_with_what_was_done(pair: Desk) -> None:
    spent = {"spent": {"usd": 2.0, "input_tokens": 5}}
    crew = Crew(pair, Turns(coder_1=[spent]))
    purse = Purse(most=1.5)
    ended = await run(pair, crew, charge=purse)
    assert ended == Ended(outcome="stopped", reason="実行の上限に達した")
    assert tasks_of(crew) == ["implementation.1.coder"]
    assert states(pair)["implementation.1.coder"] == "done"
    assert list(purse.paid.values()) == [2.0]
    assert crew.closed == "now"


async def test_a_program_that_needs_more_than_there_is_ends_the_run_as_spent_and_not_for_a_person(pair: Desk) -> None:
    def play(agent: str, message: Message, tree: Path) -> Mapping[str, Any]:
        spent = {"usd": message.usd, "output_tokens": 1}
        return {"status": "failed", "problem": "spent", "spent": spent, "session": "S"}

    crew = Crew(pair, play)
    ended = await run(pair, crew, charge=Purse(most=1.5))
    assert isinstance(ended, Ended)
    assert ended.outcome == "stopped"
    assert 2 <= len(crew.asked) <= 5
    task = pair.queue.task("implementation.1.coder")
    assert (task.status, task.attempts) == ("ready", 0)


async def test_a_rest_of_the_budget_that_no_turn_begins_for_ends_the_run_and_says_so(pair: Desk) -> None:
    crew = Crew(pair, lambda *_: {"status": "failed", "problem": "spent", "reason": "too little"})
    ended = await run(replace(pair, config=limited(pair.config, agents=1)), crew, charge=Purse(most=0.001))
    assert ended == Ended(outcome="stopped", short=True, reason="予算の残りが、次の番には足りない")
    assert len(crew.asked) == 1


async def test_a_higher_budget_goes_on_where_it_stopped(pair: Desk) -> None:
    crew = Crew(pair, Turns(coder_1=[{"spent": {"usd": 2.0, "input_tokens": 5}}]))
    await run(pair, crew, charge=Purse(most=1.5))
    ended = await run(pair, crew, charge=Purse())
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed"
    assert tasks_of(crew) == ["implementation.1.coder", "implementation.1.coder.review.1"]


async def test_an_agent_that_dies_is_replaced_by_itself_in_its_session(pair: Desk) -> None:
    deaths = 0
    told = asyncio.Event()

    def play(agent: str, message: Message, tree: Path) -> Mapping[str, Any] | None:
        nonlocal deaths
        if agent == "coder-1" and deaths == 0:
            deaths += 1
            write(tree, "half.txt", "半分\n")
            told.set()
            return None
        return content(agent, message, tree)

    crew = Crew(pair, play)
    going = asyncio.create_task(run(pair, crew))
    await asyncio.wait_for(told.wait(), SECONDS)
    await crew.die("coder-1")
    ended = await going
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed"
    first, second = (message for agent, message in crew.asked if agent == "coder-1")
    assert (first.task_id, first.token, second.token) == (second.task_id, 1, 2)
    assert first.msg_id != second.msg_id
    assert "half.txt" in branch(pair, "ls-tree", "-r", "--name-only")


async def test_a_transition_that_a_person_has_to_agree_to(tmp_path: Path) -> None:
    config = default("pair")
    (onward,) = config.workflow.transitions
    workflow = config.workflow.model_copy(update={"transitions": (onward.model_copy(update={"approve": True}),)})
    desk = await desk_of(tmp_path, replace(config, workflow=workflow))
    crew = Crew(desk, content)
    asked = await run(desk, crew)
    assert isinstance(asked, Asked)
    assert (asked.about, asked.choices) == ("implementation.1.completed", ("yes", "no"))
    no = await run(desk, crew, {asked.name: "no"})
    assert isinstance(no, Ended)
    assert no.outcome == "declined"
    again = await run(desk, crew)
    assert isinstance(again, Asked)
    assert again.name != asked.name
    yes = await run(desk, crew, {asked.name: "no", again.name: "yes"})
    assert isinstance(yes, Ended)
    assert yes.outcome == "completed"
    desk.queue.close()
