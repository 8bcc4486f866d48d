"""A person sees the draft, edits it, sends it back, or refuses it; what they write is checked like anything else."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.deep.approve_draft import approve_draft
from kasen.teams.research.schemas import Draft, Request, Statement
from kasen.testing.deps import FakeDeps, fake_deps

DRAFT = Draft(title="Tea", findings=[Statement(text="Tea is good.", evidence=["e1"])])


async def asked(answer: dict[str, Any] | None, *, approve: bool = True) -> tuple[str, dict[str, Any], FakeDeps]:
    deps = fake_deps(answers={} if answer is None else {"draft": answer})
    request = Request(question="Tea?", approve=["draft"] if approve else [])
    state: Any = {"request": request, "draft": DRAFT, "draft_by_rule": False}
    runtime: Runtime[Deps] = Runtime(context=deps)
    command = await approve_draft(state, runtime)
    assert isinstance(command.update, dict)
    return str(command.goto), command.update, deps


async def test_it_goes_on_as_it_is_when_nobody_wants_to_see_it() -> None:
    goto, update, deps = await asked(None, approve=False)
    assert (goto, update, deps.approve.asked) == ("publisher", {"draft": DRAFT}, [])


async def test_an_edit_is_published() -> None:
    changed = DRAFT.model_copy(update={"title": "Green tea"}).model_dump(mode="json")
    goto, update, _ = await asked({"go_on": True, "draft": changed})
    assert (goto, update["draft"].title) == ("publisher", "Green tea")


async def test_a_comment_goes_to_the_synthesizer_and_a_no_into_the_report() -> None:
    goto, update, _ = await asked({"go_on": True, "comment": "shorter"})
    assert (goto, update) == ("hierarchical_synthesizer", {"draft_wishes": ["shorter"]})
    goto, update, _ = await asked({"go_on": False})
    assert (goto, update["refused"]) == ("publisher", "draft")
