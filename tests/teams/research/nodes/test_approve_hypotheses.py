"""The pause behind the hypotheses."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.approve_hypotheses import PLAN, approve_hypotheses
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.causal import Hypothesis, IssueAnalysis
from kasen.testing.deps import fake_deps

GIVEN = [Hypothesis(text="drought", refutes="Rain.", explains=[1])]


async def pause(answer: dict[str, Any] | None, given: list[Hypothesis] = GIVEN) -> Command[Any]:
    deps = fake_deps(answers={"plan": answer} if answer else None)
    issue = IssueAnalysis.model_validate({"symptoms": ["fall of the harvest"]})
    state: Any = {"request": Request(question="q", approve=["plan"]), "issue": issue, "hypotheses": given}
    runtime: Runtime[Deps] = Runtime(context=deps)
    command = await approve_hypotheses(state, runtime)
    if given:
        jsonschema.validate(deps.approve.asked[0]["default"]["plan"], PLAN)
    return command


async def test_yes_goes_on_and_no_hypotheses_end_the_run() -> None:
    command = await pause(None)
    assert (command.goto, command.update) == ("evidence_planner", {"hypotheses": GIVEN})
    assert (await pause(None, [])).goto == "publisher"


async def test_an_edit_may_name_hypotheses_plainly_and_never_leaves_none() -> None:
    for edit, texts in ((["tax", {"text": "locusts"}], ["tax", "locusts"]), (["?"], ["drought"])):
        command = await pause({"go_on": True, "plan": {"hypotheses": edit}})
        assert isinstance(command.update, dict)
        assert [one.text for one in command.update["hypotheses"]] == texts


async def test_a_comment_goes_back_and_a_no_ends_the_run() -> None:
    command = await pause({"go_on": True, "comment": "locusts?"})
    assert (command.goto, command.update) == ("issue_analyzer", {"wishes": ["locusts?"]})
    assert (await pause({"go_on": False})).update == {"refused": "plan"}


@pytest.mark.parametrize("wrong", [{"hypotheses": []}, {"hypotheses": [{"also": []}]}, {"x": 1}])
def test_what_is_no_plan_is_refused_at_the_pause(wrong: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, PLAN)
