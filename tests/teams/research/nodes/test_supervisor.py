"""Plans by models and rules, decisions in the order of the seed, what a person says, and what an earlier run found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kasen.models.provider import ModelRequest
from kasen.runtime.rows import Options
from kasen.team import Earlier
from kasen.teams.research.graphs.supervised import build
from kasen.teams.research.schemas import Request
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.search import document_hit, web_hit
from kasen.testing.web import web
from teams.research.supervised_scenes import BEGAN, CENTRE, PAGES, PLAN, POINTS, QUESTION, asked, play, shown, team


async def state_after(deps: FakeDeps, question: str = QUESTION, **request: Any) -> dict[str, Any]:
    given = {"request": Request(question=question, **request)}
    state: dict[str, Any] = await build().compile().ainvoke(given, context=deps)
    return state


async def test_a_models_plan_is_cleaned_measured_and_told() -> None:
    plan = {
        **PLAN,
        "investigation_points": [f"  {POINTS[0]} ", POINTS[0], "???", *(f"Tea point {n}" for n in range(9))],
        "search_queries": ["site:x.example Uji tea", QUESTION, *(f"tea {n}" for n in range(20))],
    }
    small = web(PAGES)
    deps = fake_deps(model=team(supervisor=plan, writer={}), search=small.search, fetch=small.fetch)
    state = await state_after(deps)
    kept = state["task_plan"]
    assert kept.investigation_points == [POINTS[0], *(f"Tea point {n}" for n in range(4))]
    assert kept.search_queries[:3] == [QUESTION, "Uji tea", "tea 0"]
    assert len(kept.search_queries) == 8
    steps = deps.events.of("plan")[0].steps
    assert [step["text"] for step in steps if "text" in step] == kept.investigation_points
    assert {step["where"] for step in steps if "query" in step} == {"web"}


async def test_points_in_another_language_than_the_report_give_way_to_the_question() -> None:
    small = web(PAGES)
    plan = {**PLAN, "investigation_points": ["なぜ宇治なのか"]}
    deps = fake_deps(model=team(supervisor=plan, writer={}), search=small.search, fetch=small.fetch)
    assert (await state_after(deps))["task_plan"].investigation_points[0].startswith("Why did Uji")


async def test_the_headings_that_the_user_wants_are_the_points() -> None:
    small = web(PAGES)
    deps = fake_deps(model=team(writer={}), search=small.search, fetch=small.fetch)
    state = await state_after(deps, outline=["Patronage", "Beginnings"])
    assert state["task_plan"].investigation_points == ["Patronage", "Beginnings"]
    assert [point.heading for point in state["result"].document.analysis] == ["Patronage", "Beginnings"]


# --- a person ---------------------------------------------------------------------------------------------------------


async def test_what_a_person_says_before_the_supervisor_changes_its_plan_over_restarts(tmp_path: Path) -> None:
    model = team(writer={"title": "Uji tea"})
    options = Options(interrupt_before=("supervisor",))
    wish = {"human_input": "Look at the tea jars, too."}
    played = await play(tmp_path, model, wish, {"human_input": "OK."}, options=options, max_iterations=3)
    assert played.asked == ["before supervisor"] * 2
    first = next(request for request in model.requests if request.role == "supervisor")
    assert list(shown(first, "person").values()) == ["Look at the tea jars, too."]
    assert asked(model)["supervisor"] == 1, "an OK needs no other plan"


async def test_a_wish_while_the_work_goes_on_adds_points_and_keeps_those_there_are(tmp_path: Path) -> None:
    more = {**PLAN, "investigation_points": ["What became of the tea jars"], "search_queries": ["tea jars Edo"]}
    model = team(supervisor=[PLAN, more], writer={"title": "Uji tea"})
    options = Options(interrupt_before=("supervisor",))
    wish = {"human_input": "And the jars?"}
    played = await play(tmp_path, model, {}, wish, options=options, max_iterations=3)
    assert played.result.plan is not None
    assert played.result.plan.investigation_points == ["What became of the tea jars"]
    assert asked(model)["supervisor"] == 2


async def test_rules_take_what_a_person_says_for_another_point(tmp_path: Path) -> None:
    options = Options(interrupt_before=("supervisor",))
    wish = {"human_input": "What became of the tea jars?"}
    again: list[dict[str, Any]] = [{}] * 3
    played = await play(tmp_path, None, wish, *again[:1], options=options, max_iterations=3)
    assert played.result.plan is not None
    assert "What became of the tea jars" in played.result.plan.investigation_points
    assert "What became of the tea jars" in played.result.plan.search_queries


# --- an earlier run ---------------------------------------------------------------------------------------------------


def follow_up(deps: FakeDeps, *texts: str) -> FakeDeps:
    hits = [web_hit(text, url=f"https://old{n}.example/", title=f"Old {n}") for n, text in enumerate(texts)]
    for hit in hits:
        deps.evidence.passages_by_id[hit.passage.id] = hit.passage
        deps.evidence.sources_by_id[hit.source.id] = hit.source
    result: dict[str, Any] = {
        "question": "What is Uji tea?",
        "lang": "en",
        "title": "Uji",
        "findings": [],
        "coverage": [],
    }
    result |= {"not_covered": [], "sources": [], "report": "", "document": _document()}
    earlier = Earlier(run_id="run_old", request={}, result=result, passage_ids=tuple(hit.passage.id for hit in hits))
    return replace(deps, earlier=earlier)


def _document() -> dict[str, Any]:
    return {"title": "Uji", "lang": "en", "question": "What is Uji tea?", "date": "2026-01-01"}


async def test_sources_of_the_earlier_run_are_there_from_the_start_and_are_cited() -> None:
    small = web(PAGES)
    deps = fake_deps(model=team(), search=small.search, fetch=small.fetch)
    state = await state_after(follow_up(deps, f"{CENTRE} It was so.", "Old tea of Uji was dark."))
    urls = [one.url for one in state["research_data"]]
    assert urls[:2] == ["https://old0.example/", "https://old1.example/"]
    old = next(iter(deps.evidence.passages_by_id))
    assert old in {excerpt.passage_id for excerpt in state["excerpts"]}
    assert len(urls) == 7


async def test_where_earlier_sources_hold_the_points_nothing_is_searched() -> None:
    small = web(PAGES)
    said: list[ModelRequest] = []

    def seen(request: ModelRequest) -> Any:
        said.append(request)
        return PLAN

    deps = fake_deps(model=team(supervisor=seen), search=small.search, fetch=small.fetch)
    texts = [CENTRE, BEGAN, *(f"Tea note {n} of Uji." for n in range(4))]
    state = await state_after(follow_up(deps, *texts))
    assert small.search.queries == []
    assert state["result"].iterations == 2
    assert state["result"].findings[0].text == CENTRE
    assert "What is Uji tea?" in said[0].prompt


async def test_earlier_sources_that_do_not_hold_the_points_do_not_stop_the_search() -> None:
    small = web(PAGES)
    deps = fake_deps(model=team(), search=small.search, fetch=small.fetch)
    await state_after(follow_up(deps, *(f"Tea note {n} of Uji." for n in range(6))))
    assert small.search.queries


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "Reason: there is too little data"), ("ja", "理由: データが不足している")]
)
async def test_every_decision_is_said_with_its_reason(lang: str, word: str) -> None:
    hits = [document_hit("宇治茶は十三世紀に始まった。Uji tea began in the 13th century.", path="/docs/a.md")]
    state = await state_after(fake_deps(lang=lang, documents=hits), "宇治茶はいつ始まったか", docs=["/docs"])
    assert word in state["messages"][1].text
    assert [message.role for message in state["messages"]][-2:] == ["writer", "reviewer"]
