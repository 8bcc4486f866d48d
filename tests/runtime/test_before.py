from __future__ import annotations

from collections.abc import AsyncIterator
from types import ModuleType
from typing import Any

import pytest

from kasen.errors import InputError, UnknownName
from kasen.runtime.approvals import approvals
from kasen.runtime.before import INPUT_LIMIT, SHOWN, so_far, with_input
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store


@pytest.fixture
async def runner(store: Store, people: ModuleType) -> AsyncIterator[Runner]:
    people.RAN.clear()
    runner = Runner(store, people.host(store.home))
    yield runner
    await runner.close(grace_s=0)


async def begun(runner: Runner, *nodes: str, **more: Any) -> RunRow:
    options = Options(interrupt_before=nodes, yes=more.pop("yes", False))
    return await runner.wait(await runner.start("people", {"question": "tea", **more}, options=options))


async def answered(runner: Runner, row: RunRow, value: dict[str, Any], name: str = "") -> RunRow:
    """Answered and carried on in another process: nothing of the attempt is in memory."""
    (pause,) = [pause for pause in await approvals(runner.store, row.id) if not pause.answered]
    await runner.answer(row.id, name or pause.name, value)
    await runner.continue_(row.id)
    return await runner.wait(row.id)


async def test_each_execution_of_a_named_node_waits_for_a_person(runner: Runner, people: ModuleType) -> None:
    row = await begun(runner, "supervisor", "writer", turns=2)
    asked = []
    while row.status == "paused":
        (pause,) = [pause for pause in await approvals(runner.store, row.id) if not pause.answered]
        asked.append(pause.name)
        row = await answered(runner, row, {"human_input": f"said {len(asked)}"})
    assert row.status == "done"
    assert asked == [f"before {node}" for node in ("supervisor", "writer", "supervisor", "writer", "supervisor")]
    assert [name for name, _ in people.RAN] == [
        "supervisor",
        "writer",
        "supervisor",
        "writer",
        "supervisor",
        "publisher",
    ]
    drafts = [state.get("current_draft", "") for name, state in people.RAN if name == "supervisor"]
    assert drafts == ["", "[said 2]", "[said 2][said 4]"]


async def test_nothing_happens_before_the_pause(runner: Runner, people: ModuleType) -> None:
    row = await begun(runner, "supervisor")
    assert people.RAN == []
    types = [event.type for event in await runner.store.events(row.id)]
    assert types == ["run_started", "approval_asked"]
    asked = (await runner.store.events(row.id))[1]
    assert (asked.type, asked.node) == ("approval_asked", "")
    (pause,) = await approvals(runner.store, row.id)
    assert (pause.name, pause.asked.default) == ("before supervisor", {"go_on": True, "human_input": ""})
    assert pause.asked.question == "Go on with `supervisor`?"


async def test_the_node_gets_what_was_said_and_nothing_is_required_any_more(runner: Runner, people: ModuleType) -> None:
    row = await begun(runner, "writer")
    row = await answered(runner, row, {"human_input": " more about 抹茶\n", "go_on": True})
    (state,) = [state for name, state in people.RAN if name == "writer"]
    assert (state["human_input"], state["human_input_required"]) == ("more about 抹茶", False)
    assert row.status == "done"


async def test_a_node_that_knows_no_input_gets_none(runner: Runner, people: ModuleType) -> None:
    row = await begun(runner, "publisher")
    await answered(runner, row, {"human_input": "hello"})
    (state,) = [state for name, state in people.RAN if name == "publisher"]
    assert "human_input" not in state


async def test_a_pause_of_the_node_itself_comes_after_it(runner: Runner, people: ModuleType) -> None:
    row = await begun(runner, "writer", ask_too=True)
    row = await answered(runner, row, {"human_input": "first"})
    assert row.status == "paused"
    row = await answered(runner, row, "second", name="words")  # type: ignore[arg-type]
    assert row.status == "done"
    assert [state.get("current_draft") for name, state in people.RAN if name == "supervisor"] == [None, "[firstsecond]"]


async def test_a_no_ends_the_run_honestly_where_nothing_can_come_out(runner: Runner, people: ModuleType) -> None:
    row = await answered(runner, await begun(runner, "supervisor"), {"go_on": False})
    assert (row.status, row.result, people.RAN) == ("stopped: person", None, [])
    assert [event.type for event in await runner.store.events(row.id)][-2:] == ["approval_given", "run_finished"]


async def test_a_no_ends_the_run_with_what_its_closing_node_makes_of_it(runner: Runner, people: ModuleType) -> None:
    row = await begun(runner, "supervisor", question="tea", turns=2)
    row = await answered(runner, row, {})
    row = await answered(runner, row, {"go_on": False, "human_input": "enough"})
    assert (row.status, row.result) == ("stopped: person", {"text": "tea", "quotes": [], "after": ""})
    assert [name for name, _ in people.RAN] == ["supervisor", "writer", "publisher"]
    events = [(event.type, event.node) for event in await runner.store.events(row.id)]
    assert events[-4:] == [
        ("approval_given", ""),
        ("node_started", "publisher"),
        ("node_finished", "publisher"),
        ("run_finished", ""),
    ]


async def test_a_replay_gets_what_people_said_then(runner: Runner, people: ModuleType) -> None:
    row = await begun(runner, "writer", turns=3)
    for n in range(3):
        row = await answered(runner, row, {"human_input": f"said {n}"})
    assert row.status == "done"
    names = [pause.asked.approval for pause in await approvals(runner.store, row.id)]
    answers = [pause.answer["human_input"] for pause in await approvals(runner.store, row.id)]
    assert answers == ["said 0", "said 1", "said 2"]
    assert names == ["before writer"] * 3
    people.RAN.clear()
    again = await runner.start("people", row.request, options=row.options.model_copy(update={"replay_of": row.id}))
    assert (await runner.wait(again)).status == "done"
    said = [state["human_input"] for name, state in people.RAN if name == "writer"]
    assert said == ["said 0", "said 1", "said 2"]
    told = [event for event in await runner.store.events(again) if event.type == "approval_given"]
    assert [event.by for event in told] == ["replay"] * 3


async def test_yes_goes_on_by_itself(runner: Runner) -> None:
    assert (await begun(runner, "supervisor", "writer", yes=True)).status == "done"


@pytest.mark.parametrize("value", [{"go_on": "yes"}, {"human_input": "x" * (INPUT_LIMIT + 1)}, {"other": 1}, "go"])
async def test_an_answer_that_does_not_fit_is_refused(runner: Runner, value: Any) -> None:
    row = await begun(runner, "supervisor")
    with pytest.raises(InputError, match="before supervisor"):
        await runner.answer(row.id, "before supervisor", value)


async def test_a_node_that_is_not_there_is_refused_at_the_start_and_when_carried_on(runner: Runner) -> None:
    with pytest.raises(UnknownName, match=r"no node `boss`.*it has: supervisor, writer, publisher"):
        await begun(runner, "writer", "boss")
    assert await runner.store.runs() == []
    row = await begun(runner, "writer")
    with pytest.raises(UnknownName, match="boss"):
        await runner.continue_(row.id, options=Options(interrupt_before=("boss",)))


async def test_parallel_executions_are_asked_one_by_one(runner: Runner) -> None:
    options = Options(interrupt_before=("worker",))
    run_id = await runner.start("echo", {"text": "one two"}, options=options)
    row = await runner.wait(run_id)
    assert [pause.name for pause in await approvals(runner.store, run_id)] == ["before worker"] * 2
    await runner.answer(run_id, "before worker", {})
    await runner.continue_(run_id)
    row = await runner.wait(run_id)
    assert (row.status, [pause.answered for pause in await approvals(runner.store, run_id)]) == (
        "paused",
        [True, False],
    )
    await runner.answer(run_id, "before worker", {})
    await runner.continue_(run_id)
    row = await runner.wait(run_id)
    assert (row.status, row.result and row.result["text"]) == ("done", "one two")
    began = [event.node for event in await runner.store.events(run_id) if event.type == "node_started"]
    assert began.count("worker") == 2


async def test_the_question_is_asked_in_the_language_of_the_run(runner: Runner) -> None:
    row = await begun(runner, "writer", question="お茶")
    (pause,) = await approvals(runner.store, row.id)
    assert pause.asked.question == "`writer` の前です。続けますか。"


def test_the_state_is_shown_a_short_line_per_value(people: ModuleType) -> None:
    state = {
        "request": people.Topic(question="tea", docs=["a", "b"]),
        "current_draft": "line\nline " * 100,
        "n": 3,
        "none": None,
        "empty": [],
        "found": [people.Told(text="x")] * 4,
    }
    shown = so_far(state)
    assert shown[0] == "request: question tea; docs a, b; lang auto; turns 1; ask_too False"
    assert len(shown[1]) == len("current_draft: ") + SHOWN
    assert shown[2:] == ["n: 3", "found: 4 ×"]
    assert so_far("no state") == []


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        ({"a": 1}, "b", {"a": 1, "human_input": "b"}),
        ({"human_input": "plan: shorter"}, "b", {"human_input": "plan: shorter\nb"}),
        ({"human_input": "plan: shorter"}, "", {"human_input": "plan: shorter"}),
        ({"human_input": None, "human_input_required": True}, "", {"human_input": None, "human_input_required": False}),
        ({}, "", {}),
    ],
)
def test_what_is_said_is_added_to_the_state_and_the_state_is_left_as_it_was(
    before: dict[str, Any], said: str, after: dict[str, Any]
) -> None:
    kept = dict(before)
    assert with_input(before, said) == after
    assert before == kept
