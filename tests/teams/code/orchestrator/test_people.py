from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kasen.teams.code.config.agents import Agents
from kasen.teams.code.config.loading import default
from kasen.teams.code.mailbox.writing import deliver
from kasen.teams.code.messages import Order, TaskAssignment
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.orchestrator.outcome import Ended
from kasen.teams.code.orchestrator.stepping import Open
from teams.code.orchestrator.desks import Events, desk_of
from teams.code.orchestrator.stages import Stage

CODER = "implementation.1.coder"


async def message(stage: Stage, agent: str = "coder-1") -> TaskAssignment:
    """What lies in its inbox, or what it has read."""
    box = stage.desk.place.mailbox.inbox(agent)
    paths = [path for folder in (box, box / "processing") for path in folder.glob("*.json")]
    (path,) = paths
    return TaskAssignment.model_validate_json(path.read_bytes())


async def test_words_come_with_the_next_turn_and_again_when_that_is_lost(pair: Desk) -> None:
    stage = Stage(pair)
    stage.order(Order(verb="say", agent="coder-1", words=" 税率は 8% です "))
    stage.order(Order(verb="say", words="急いで"))
    assert await stage.people.orders()
    first = await stage.handed()
    assert (await message(stage)).said == ("税率は 8% です", "急いで")
    assert stage.standing.said["reviewer-1"] == ["急いで"]
    stage.order(Order(verb="respawn", agent="coder-1"))
    await stage.people.orders()
    second = await stage.handed()
    assert (first.token, second.token) == (1, 2)
    assert (await message(stage)).said == ("税率は 8% です", "急いで")
    assert not await stage.people.orders()


async def test_an_order_that_was_done_before_a_kill_is_not_done_again(pair: Desk) -> None:
    stage = Stage(pair)
    order = Order(verb="say", agent="coder-1", words="一度だけ")
    stage.order(order)
    await stage.people.orders()
    stage.order(order)
    await stage.people.orders()
    assert stage.standing.said == {"coder-1": ["一度だけ"]}


async def test_who_is_paused_gets_nothing_until_unpaused(pair: Desk) -> None:
    stage = Stage(pair)
    stage.order(Order(verb="pause"))
    await stage.people.orders()
    assert (await stage.handed()).status == "ready"
    stage.order(Order(verb="unpause"))
    await stage.people.orders()
    stage.order(Order(verb="pause", agent="reviewer-1"))
    await stage.people.orders()
    assert Stage(pair).standing.paused == ["reviewer-1"]
    assert (await stage.handed()).status == "claimed"


async def test_one_is_unpaused_and_the_others_stay_paused(pair: Desk) -> None:
    stage = Stage(pair)
    for order in (Order(verb="pause"), Order(verb="unpause", agent="coder-1")):
        stage.order(order)
        await stage.people.orders()
    assert Stage(pair).standing.paused == ["reviewer-1"]
    assert (await stage.handed()).status == "claimed"


async def test_who_is_killed_leaves_its_task_to_others_and_what_it_sent_before_counts(tmp_path: Path) -> None:
    config = default("pair")
    coder, reviewer = config.agents.agents
    second = coder.model_copy(update={"id": "coder-2"})
    desk = await desk_of(tmp_path, replace(config, agents=Agents(agents=(coder, second, reviewer))))
    stage = Stage(desk)
    await stage.handed()
    desk.sessions[f"coder-1 {CODER}"] = "S1"
    stage.order(Order(verb="kill", agent="coder-1"))
    await stage.people.orders()
    assert (await stage.handed()).owner == "coder-2"
    assert f"coder-1 {CODER}" not in desk.sessions
    stage.answer(desk.queue.task(CODER), "coder-2")
    stage.order(Order(verb="kill", agent="coder-2"))
    await stage.people.orders()
    assert desk.queue.task(CODER).status == "done"
    desk.queue.close()


async def test_who_is_killed_and_cannot_be_replaced_is_asked_for(pair: Desk) -> None:
    stage = Stage(pair)
    await stage.handed()
    stage.order(Order(verb="kill", agent="coder-1"))
    await stage.people.orders()
    assert (await stage.handed()).status == "ready"
    asked = stage.people.asked(None)
    assert asked is not None
    assert (asked.about, asked.choices, asked.why) == ("coder-1", ("retry", "give_up"), "人が終了させました。")
    assert await stage.people.answered({asked.name: "retry"}) is None
    assert (await stage.handed()).status == "claimed"


async def test_an_order_for_nobody_is_told(pair: Desk) -> None:
    stage = Stage(pair)
    stage.order(Order(verb="kill", agent="nobody"))
    await stage.people.orders()
    assert isinstance(pair.emit, Events)
    assert pair.emit.of("warning") == [{"text": "kill：エージェント `nobody` はいません"}]


async def test_what_is_no_order_is_put_aside(pair: Desk) -> None:
    stage = Stage(pair)
    task = await stage.handed()
    deliver(stage.answer(task), pair.place.mailbox.inbox(ORCHESTRATOR))
    assert await stage.people.orders()
    assert not await stage.people.orders()
    assert len(stage.audited("poison")) == 1


async def test_an_account_whose_key_was_refused_is_asked_for_once_and_goes_on(pair: Desk) -> None:
    stage = Stage(pair)
    stage.answer(await stage.handed(), status="failed", problem="refused", reason="401")
    await stage.receiving.all()
    assert (await stage.handed()).status == "ready"
    asked = stage.people.asked(None)
    assert asked is not None
    assert (asked.about, asked.why) == ("claude-code", "401")
    assert asked.question.startswith("claude-code のキーかログイン")
    assert stage.people.asked(None) == asked
    again = Stage(pair)
    assert again.people.asked(None) == asked
    assert await again.people.answered({asked.name: "retry"}) is None
    assert again.people.asked(None) is None
    assert Stage(pair).standing.asked == {}
    assert (await again.handed()).status == "claimed"


async def test_answers_to_other_questions_are_nothing(pair: Desk) -> None:
    stage = Stage(pair)
    pair.queue.put([])
    assert await stage.people.answered({"1-gate": "retry"}) is None
    asked = stage.people.asked(Open("approve", "implementation.1.completed", "all_done", "completed"))
    assert asked is not None
    assert asked.question == "この成果で完了としてよいですか？"
    assert asked.why == "`implementation` の作業はすべて終わりました。"
    assert await stage.people.answered({"0-approve": "no"}) is None
    assert Stage(pair).standing.asked["name"] == asked.name
    ended = await stage.people.answered({asked.name: "no"})
    assert ended == Ended(outcome="declined", reason="進むことを人が認めなかった：implementation → completed")


async def test_a_gate_that_a_person_lets_pass(five: Desk) -> None:
    stage = Stage(five)
    stage.standing.phase, stage.standing.round = "final_review", 3
    asked = stage.people.asked(Open("gate", "final_review.3", "not_converging"))
    assert asked is not None
    assert asked.choices == ("retry", "accept", "give_up")
    assert await stage.people.answered({asked.name: "accept"}) is None
    assert stage.stepping.word == "PASS"


async def test_a_gate_without_a_verdict_is_asked_anew(five: Desk) -> None:
    stage = Stage(five)
    stage.standing.phase, stage.standing.round = "final_review", 1
    stage.standing.rounds = {"final_review": 1}
    asked = stage.people.asked(Open("gate", "final_review.1", "no_verdict"))
    assert asked is not None
    assert await stage.people.answered({asked.name: "retry"}) is None
    assert (stage.standing.phase, stage.standing.round) == ("final_review", 2)
    assert {task.task_id for task in five.queue.tasks()} == {
        f"final_review.2.reviewer-{one}" for one in ("security", "performance", "architecture")
    }
