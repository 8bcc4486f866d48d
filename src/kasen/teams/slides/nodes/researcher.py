"""Finds out what the deck needs: questions for the research team, asked at once, and what came of them to cite."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.slides.research.asking import Outcome, asked
from kasen.teams.slides.research.findings import evidence_of_findings
from kasen.teams.slides.research.telling import as_json, report_of, sentence_of_failure, summary, told_of
from kasen.teams.slides.rules.researcher import topics
from kasen.teams.slides.schemas.envelope import Envelope, Step
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.schemas.outputs import ResearchTask, ResearchTaskList
from kasen.teams.slides.state import Done, Task
from kasen.teams.slides.telling import about_of

RESEARCHER = Role(
    name="researcher",
    package="kasen.teams.slides",
    reply=ResearchTaskList,
    rule=topics,
    tier="reasoning",
    answer_tokens=500,
    target_s=30.0,
)
MOST_TASKS = 6


async def researcher(state: Task, runtime: Runtime[Deps]) -> Done:
    """Do the step. What a question leaves unanswered is a note; only when all are is the step `failed`."""
    deps, step, lang = runtime.context, state["step"], state["lang"]
    if why := _nothing_to_research(state, deps):
        deps.note(why)
        return {"finished": [step.ended("skipped", why)], "notes": [why]}
    tasks = await _tasks(state, deps)
    outcomes = await asked(deps, state["request"], lang, tasks)
    found = await _found(deps, outcomes, state)
    names = await _written(deps, step, outcomes, found)
    notes = told_of(outcomes, found, lang)
    dead = all(outcome.answer is None for outcome in outcomes)
    said = sentence_of_failure(outcomes, lang) if dead else summary(outcomes, found, lang)
    deps.note(said)
    status = "partial" if notes else "completed"
    return {
        "finished": [step.ended("failed" if dead else "completed", said, *names)],
        "found": found,
        "envelopes": [
            Envelope.model_validate({"id": name, "type": "research", "producer": "researcher", "status": status})
            for name in names
        ],
        "notes": notes,
    }


def _nothing_to_research(state: Task, deps: Deps) -> str:
    """Why this step has nothing to do; empty where it has."""
    is_ja, request = state["lang"] == "ja", state["request"]
    if deps.team is None:
        return "この実行では調査チームに尋ねられません。" if is_ja else "The research team cannot be asked in this run."
    if deps.search is None and not (request.docs or request.kb):
        return (
            "ウェブ検索も資料もないので、調査するものがありません。"
            if is_ja
            else "There is nothing to research: no web search and no documents."
        )
    return ""


async def _tasks(state: Task, deps: Deps) -> list[ResearchTask]:
    """The questions, numbered on over all steps of research, so that what is found keeps an id of its own."""
    request, step = state["request"], state["step"]
    variables: dict[str, Any] = {
        "about": about_of(state),
        "instruction": step.instruction,
        "inputs": step.inputs,
        "documents": bool(request.docs or request.kb),
        "web": deps.search is not None,
        "today": deps.now().date().isoformat(),
        "lang": deps.lang,
    }
    answer = await deps.ask(RESEARCHER, **variables)
    questions = _distinct(answer.value.tasks)
    if not questions:  # a model that asks nothing
        questions = _distinct(topics(**variables).tasks)
    steps = [one.id for one in state["plan"].steps if one.role == "researcher"]
    first = (steps.index(step.id) if step.id in steps else 0) * MOST_TASKS + 1
    return [task.model_copy(update={"id": f"R{n}"}) for n, task in enumerate(questions[:MOST_TASKS], start=first)]


def _distinct(tasks: list[ResearchTask]) -> list[ResearchTask]:
    found: dict[str, ResearchTask] = {}
    for task in tasks:
        question = " ".join(task.question.split())
        if any(character.isalnum() for character in question):
            found.setdefault(question.casefold(), task.model_copy(update={"question": question}))
    return list(found.values())


async def _found(deps: Deps, outcomes: list[Outcome], state: Task) -> list[Evidence]:
    found: list[Evidence] = []
    for outcome in outcomes:
        found += await evidence_of_findings(deps, outcome, step=state["step"].id, lang=state["lang"])
    return found


async def _written(deps: Deps, step: Step, outcomes: list[Outcome], found: list[Evidence]) -> tuple[str, ...]:
    """What was asked and found as JSON, and each report; returns the names of the artifacts."""
    name = f"research_{step.id}.json"
    await deps.artifacts.write(name, as_json(step, outcomes, found), "application/json")
    names = [name]
    for outcome in outcomes:
        if text := report_of(outcome):
            names.append(f"research_{outcome.task.id}.md")
            await deps.artifacts.write(names[-1], text.encode(), "text/markdown")
    return tuple(names)
