"""The pause behind a report on causes."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.approve_causes import approve_causes
from kasen.teams.research.schemas import Draft, Request
from kasen.testing.deps import fake_deps


@pytest.mark.parametrize(
    ("answer", "goto"),
    [
        ({"go_on": True}, "publisher"),
        ({"go_on": False}, "publisher"),
        ({"go_on": True, "comment": "shorter"}, "root_cause_synthesizer"),
    ],
)
async def test_a_comment_goes_back_to_the_writer_of_this_mode(answer: dict[str, Any], goto: str) -> None:
    state: Any = {"request": Request(question="q", approve=["draft"]), "draft": Draft(), "draft_by_rule": False}
    runtime: Runtime[Deps] = Runtime(context=fake_deps(answers={"draft": answer}))
    assert (await approve_causes(state, runtime)).goto == goto
