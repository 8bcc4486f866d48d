"""First drafts, edits of the best draft, and what a person says before the writer."""

from __future__ import annotations

from pathlib import Path

from kasen.runtime.rows import Options
from kasen.teams.research.graphs.supervised import build
from kasen.teams.research.nodes.writer import findings_of
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.supervised import DraftReview, Issue, Scores
from kasen.testing.deps import fake_deps
from kasen.testing.web import web
from teams.research.supervised_scenes import (
    LOW,
    PAGES,
    QUESTION,
    SHADE,
    asked,
    draft_of,
    play,
    replaced,
    review,
    shown,
    team,
)


def test_issues_become_findings_the_worst_first_with_ids_of_their_round() -> None:
    severities = ("low", "high", "medium")
    issues = [Issue(description=f"d{n}", severity=s, location="a1") for n, s in enumerate(severities)]
    given = DraftReview(
        approved=False,
        overall_score=0.5,
        scores=Scores(),
        measured=Scores(),
        issues=issues,
        verdict="fail",
        iteration=3,
    )
    found = findings_of(given)
    assert [(one.id, one.severity, one.text, one.place) for one in found] == [
        ("r3.1", "critical", "d1", "a1"),
        ("r3.2", "major", "d2", "a1"),
        ("r3.3", "minor", "d0", "a1"),
    ]


async def test_what_a_person_says_before_the_writer_is_what_it_is_asked_to_do(tmp_path: Path) -> None:
    model = team()
    options = Options(interrupt_before=("writer",))
    played = await play(tmp_path, model, {"human_input": "Write for children."}, options=options)
    assert played.asked == ["before writer"]
    first = next(request for request in model.requests if request.role == "writer")
    assert list(shown(first, "person").values()) == ["Write for children."]
    assert played.result.review is not None
    assert played.result.review.ended == "passed"


async def test_before_a_revision_a_person_opens_every_part(tmp_path: Path) -> None:
    model = team(writer=[draft_of, replaced], reviewer=[LOW, review()])
    options = Options(interrupt_before=("writer",))
    wish = {"human_input": "Speak of shading in the findings, too."}
    played = await play(tmp_path, model, {}, wish, options=options)
    assert played.asked == ["before writer", "before writer"]
    second = [request for request in model.requests if request.role == "writer"][1]
    assert "only these places and parts: a1.1, summary, findings, a1, a2" in second.prompt
    assert SHADE in played.result.report


async def test_a_no_before_the_writer_ends_the_run_and_asks_nobody(tmp_path: Path) -> None:
    model = team()
    played = await play(tmp_path, model, {"go_on": False}, options=Options(interrupt_before=("writer",)))
    assert played.row.status != "paused"
    assert asked(model)["writer"] == 0


async def test_the_audience_and_the_length_are_told() -> None:
    small, model = web(PAGES), team()
    deps = fake_deps(model=model, search=small.search, fetch=small.fetch)
    request = Request(question=QUESTION, audience="tea masters", length="long")
    await build().compile().ainvoke({"request": request}, context=deps)
    prompt = next(request.prompt for request in model.requests if request.role == "writer")
    assert "tea masters" in prompt
    assert "5 to 12 statements each" in prompt
