"""The reviewed draft can be let through, edited, commented on or refused; a person's wish counts more than a score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.approve_manuscript import approve_manuscript
from kasen.teams.research.schemas import Draft, Request, Statement
from kasen.testing.deps import fake_deps
from teams.research.supervised_scenes import CENTRE, SHADE, draft_of, play, replaced, review, shown, team

DRAFT = Draft(title="Tea", findings=[Statement(text="Tea is old.", evidence=["e1"])])


async def pause(answer: dict[str, Any] | None, approve: list[str]) -> Command[Any]:
    deps = fake_deps(answers={"draft": answer} if answer else None)
    state: Any = {"request": Request(question="q", approve=approve), "best_draft": DRAFT}
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await approve_manuscript(state, runtime)


async def test_nobody_is_asked_who_did_not_want_to_be() -> None:
    command = await pause({"go_on": False}, [])
    assert (command.goto, command.update) == ("manuscript_publisher", {"best_draft": DRAFT})


async def test_a_comment_grants_one_more_turn_of_writer_and_reviewer() -> None:
    command = await pause({"go_on": True, "comment": "Shorter."}, ["draft"])
    assert command.goto == "writer"
    assert command.update == {"human_input": "Shorter.", "extra": 2, "next_action": "write"}


async def test_an_edit_that_is_no_draft_is_left_out_of_account() -> None:
    command = await pause({"go_on": True, "draft": {"findings": "no"}}, ["draft"])
    assert command.update == {"best_draft": DRAFT}


async def test_a_comment_goes_to_the_writer_over_a_restart_and_its_edit_stays_whatever_it_scores(
    tmp_path: Path,
) -> None:
    model = team(writer=[draft_of, replaced], reviewer=[review(), review(0.0, scores={"completeness": 0.3})])
    wish = {"go_on": True, "comment": "Speak of shading."}
    played = await play(tmp_path, model, wish, {"go_on": True}, approve=["draft"], max_iterations=3)
    assert played.asked == ["draft", "draft"]
    assert played.result.iterations == 5, "two more than the cap, as a person asked"
    second = [request for request in model.requests if request.role == "writer"][1]
    assert list(shown(second, "person").values()) == ["Speak of shading."]
    analysis = played.result.document.analysis[0].blocks
    assert next(sentence.text for block in analysis for sentence in block.sentences).startswith(SHADE)


async def test_what_a_person_edits_is_checked_like_what_a_model_wrote(tmp_path: Path) -> None:
    lie = {"text": "Uji was founded by 12 emperors in 1999.", "evidence": ["e1"]}
    draft = {"title": "Uji tea", "summary": [lie], "findings": [lie], "analysis": []}
    played = await play(tmp_path, team(), {"go_on": True, "draft": draft}, approve=["draft"])
    assert "1999" not in played.result.report
    assert "emperors" not in played.result.report


async def test_a_refused_draft_says_so(tmp_path: Path) -> None:
    played = await play(tmp_path, team(), {"go_on": False}, approve=["draft"])
    assert played.row.status == "done"
    assert any("draft" in line for line in played.result.not_covered)


async def test_rules_cannot_follow_a_wish_and_say_so(tmp_path: Path) -> None:
    played = await play(tmp_path, None, {"go_on": True, "comment": "Be funny."}, {"go_on": True}, approve=["draft"])
    assert any("Be funny." in line for line in played.result.not_covered)
    assert CENTRE in played.result.report
