"""What is said and kept of the research of one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from kasen.teams.slides.research.asking import Outcome
from kasen.teams.slides.research.findings import findings_of
from kasen.teams.slides.schemas.envelope import Step
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.schemas.part import Lang

SHORT = 60
"""Characters of a question in a sentence."""
BUDGET_STOPPED = "stopped: budget"


def summary(outcomes: Sequence[Outcome], found: Sequence[Evidence], lang: Lang) -> str:
    """`2 of 3 questions answered, 7 passages` in the language of the deck; an answer that nothing supports is none."""
    cited = {one.ref.id.partition("-")[0] for one in found}
    answered = sum(outcome.answer is not None and outcome.task.id in cited for outcome in outcomes)
    if not answered:
        return _nothing_supported(len(outcomes), lang)
    if lang == "ja":
        return f"{len(outcomes)} 件の問いのうち {answered} 件に答え、根拠 {len(found):,} 件"
    passages = "1 passage" if len(found) == 1 else f"{len(found):,} passages"
    return f"{answered} of {len(outcomes)} questions answered, {passages}"


def _nothing_supported(asked: int, lang: Lang) -> str:
    if lang == "ja":
        return f"{asked} 件の問いのどれにも、裏付けのある答えはなかった"
    return "no supported answer to the question" if asked == 1 else f"no supported answer to any of {asked} questions"


def sentence_of_failure(outcomes: Sequence[Outcome], lang: Lang) -> str:
    """Why nothing came of the step at all."""
    why = next((outcome.error for outcome in outcomes if outcome.error), "")
    return f"調査は一つも終わりませんでした：{why}" if lang == "ja" else f"No question was answered: {why}"


def told_of(outcomes: Sequence[Outcome], found: Sequence[Evidence], lang: Lang) -> list[str]:
    """What the user should know: questions without an answer, without evidence, or cut short."""
    cited = {one.ref.id.partition("-")[0] for one in found}
    return [note for outcome in outcomes if (note := _note(outcome, outcome.task.id in cited, lang))]


def _note(outcome: Outcome, has_evidence: bool, lang: Lang) -> str:
    question = outcome.task.question
    short = question if len(question) <= SHORT else f"{question[: SHORT - 1]}…"
    if outcome.answer is None:
        return (
            f"「{short}」は調べられませんでした：{outcome.error}"
            if lang == "ja"
            else f"“{short}” could not be researched: {outcome.error}"
        )
    if not has_evidence:
        return (
            f"「{short}」には、裏付けのある答えが見つかりませんでした。"
            if lang == "ja"
            else f"No supported answer was found to “{short}”."
        )
    if outcome.answer.status == BUDGET_STOPPED:
        return (
            f"「{short}」の調査は予算が尽きたところで終わりました。"
            if lang == "ja"
            else f"The research on “{short}” ended where the budget was spent."
        )
    return ""


def report_of(outcome: Outcome) -> str:
    """The report as Markdown; empty where there is none."""
    report = outcome.answer.result.get("report") if outcome.answer is not None else ""
    return report if isinstance(report, str) else ""


def as_json(step: Step, outcomes: Sequence[Outcome], found: Sequence[Evidence]) -> bytes:
    """Tasks, runs and findings of the step; passages by their ids in the deck."""
    ids: dict[tuple[str, str], str] = {(one.ref.id.partition("-")[0], one.ref.passage_id): one.ref.id for one in found}
    told = {"step": step.id, "instruction": step.instruction, "tasks": [_task(outcome, ids) for outcome in outcomes]}
    return orjson.dumps(told, option=orjson.OPT_INDENT_2)


def _task(outcome: Outcome, ids: dict[tuple[str, str], str]) -> dict[str, Any]:
    answer, task = outcome.answer, outcome.task
    told: dict[str, Any] = {"id": task.id, "question": task.question, "why": task.why}
    if answer is None:
        return {**told, "status": "failed", "error": outcome.error}
    findings = [
        {
            "text": one.text,
            "support": one.support,
            "evidence": [ids[task.id, id] for id in one.passage_ids if (task.id, id) in ids],
        }
        for one in findings_of(answer)
    ]
    return {**told, "status": answer.status, "run_id": answer.run_id, "findings": findings}
