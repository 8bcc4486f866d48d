from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from kasen.teams.code.nodes.approve import approve, without_anybody
from kasen.teams.code.orchestrator.people import _CHOICES
from kasen.teams.code.state import Question
from kasen.testing.deps import fake_deps
from teams.code.runs import runtime

ASKED = Question(name="1-work", question="Once more?", choices=("retry", "give_up"), why="It failed.", about="T1")


async def test_what_a_person_chooses_goes_back_to_the_orchestrator() -> None:
    deps = fake_deps(answers={"1-work": {"answer": "retry"}})
    command = await approve({"question": ASKED}, runtime(deps))
    assert (command.goto, command.update) == ("orchestrate", {"answers": {"1-work": "retry"}})
    (asked,) = deps.approve.asked
    assert asked["question"] == "Once more?\nIt failed."
    assert asked["shown"] == ["retry", "give_up"]
    check = Draft202012Validator(asked["schema"])
    assert check.is_valid(asked["default"])
    assert not check.is_valid({"answer": "perhaps"})


@pytest.mark.parametrize("kind", list(_CHOICES))
def test_where_nobody_is_there_the_way_goes_on_and_nothing_is_taken_that_did_not_pass(kind: str) -> None:
    said = without_anybody(ASKED.model_copy(update={"choices": _CHOICES[kind]}))
    assert said == ("yes" if kind == "approve" else "give_up")
