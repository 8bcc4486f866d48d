"""A draft can be let through, edited, sent back with a comment, or refused."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.approve_draft import approve_draft
from kasen.teams.research.schemas import Draft, Request, Statement
from kasen.testing.deps import fake_deps

DRAFT = Draft(title="Tea", findings=[Statement(text="Tea is green.", evidence=["e1"])])


async def pause(answer: dict[str, Any] | None, *, approve: list[str] | None = None) -> tuple[Command[Any], list[Any]]:
    deps = fake_deps(answers={"draft": answer} if answer else None)
    request = Request(question="q", approve=["draft"] if approve is None else approve)
    state: Any = {"request": request, "draft": DRAFT, "draft_by_rule": False}
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await approve_draft(state, runtime), deps.approve.asked


async def test_without_the_wish_the_draft_goes_on_as_it_is() -> None:
    command, asked = await pause(None, approve=[])
    assert (command.goto, command.update, asked) == ("publisher", {"draft": DRAFT}, [])


async def test_it_is_shown_as_sentences_with_their_evidence() -> None:
    _, (asked,) = await pause(None)
    assert asked["shown"] == ["Tea", "Tea is green. [e1]"]


async def test_an_edit_comes_out_as_edited() -> None:
    edited = {"title": "Green tea", "findings": [{"text": "Tea is green.", "evidence": ["e1"]}]}
    command, _ = await pause({"go_on": True, "draft": edited})
    assert isinstance(command.update, dict)
    assert command.update["draft"].title == "Green tea"


@pytest.mark.parametrize("broken", [{"findings": "none"}, {"summary": [{"evidence": []}]}])
async def test_an_edit_that_is_no_draft_leaves_it_as_it_was(broken: dict[str, Any]) -> None:
    command, _ = await pause({"go_on": True, "draft": broken})
    assert command.update == {"draft": DRAFT}


async def test_a_comment_sends_it_back_and_a_no_is_said_in_the_report() -> None:
    command, _ = await pause({"go_on": True, "comment": "shorter"})
    assert (command.goto, command.update) == ("synthesizer", {"draft_wishes": ["shorter"]})
    command, _ = await pause({"go_on": False})
    assert (command.goto, command.update) == ("publisher", {"draft": DRAFT, "refused": "draft"})
