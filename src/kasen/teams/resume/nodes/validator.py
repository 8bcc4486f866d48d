"""The validator: a revision goes on only when its file is sound; else the revisor is asked again, a few times."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.errors import KasenError
from kasen.team import Deps
from kasen.teams.resume import wording
from kasen.teams.resume.schemas.change import Refused
from kasen.teams.resume.schemas.result import Retry
from kasen.teams.resume.seeing import rendered
from kasen.teams.resume.state import State
from kasen.tools.validation.added import forbidden
from kasen.tools.validation.model import Problem, Validation
from kasen.tools.validation.open_validator import validate

Goto = Literal["revisor", "router", "judge"]


async def validator(state: State, runtime: Runtime[Deps]) -> Command[Goto]:
    """On with a sound revision, back with the errors, or out with the last valid version.

    Edits that bring what no revision may bring were not made; they too are told to the revisor.
    """
    deps, request = runtime.context, state["request"]
    unsound = state.get("unsound", [])
    changed = state["proposed_content"] != state["revised_content"]
    if not changed and not unsound:
        deps.note("変更なし" if deps.lang == "ja" else "nothing to change")
        return Command(update={"stopped": _nothing_left(state)}, goto="judge")
    validation = await check(state, state["proposed_content"])
    broken = [told(one) for one in new_problems(state["original_validation"], validation)]
    attempt, texts = state.get("attempts", 0), [*unsound, *broken]
    deps.note(_summary(len(texts), validation, deps.lang))
    retry = Retry(iteration=state["iteration"], attempt=attempt, problems=tuple(texts), ok=not texts)
    retried = {"retries": [retry] if texts or attempt else []}
    if texts and attempt < request.max_retries:
        return Command(update={"attempts": attempt + 1, "problems": texts, **retried}, goto="revisor")
    if changed and not broken:
        return Command(update={**await _sound(state, deps, validation), **retried}, goto="router")
    if not broken:
        return Command(update={**retried, "stopped": _nothing_left(state)}, goto="judge")
    await deps.emit("warning", text=wording.note("invalid", deps.lang, iteration=state["iteration"]))
    last_valid = {"proposed": state["changes"], "proposed_content": state["revised_content"]}
    refused = _given_up(state, texts, deps.lang) if broken else []
    return Command(update={**last_valid, **retried, "refused": refused, "stopped": "invalid"}, goto="judge")


def told(problem: Problem) -> str:
    """A problem with its line."""
    return f"L{problem.line}: {problem.text}" if problem.line else problem.text


async def check(state: State, text: str) -> Validation:
    """Validate a text as the file that it would be; what a revision may never bring counts as broken."""
    form, path = state["form"], Path(state["request"].resume)
    name = path.name if form in ("qmd", "md") else "resume.md"
    validation, added = await asyncio.gather(
        validate(text, name=name, folder=str(path.parent)),
        asyncio.to_thread(forbidden, state["qmd_content"], text),
    )
    return validation.model_copy(update={"problems": (*added, *validation.problems)})


def new_problems(before: Validation, after: Validation) -> list[Problem]:
    """What blocks now and did not before: a fault of the original is not the revisor's."""
    known: dict[tuple[str, str], int] = {}
    for one in before.problems:
        known[one.rule, one.text] = known.get((one.rule, one.text), 0) + 1
    found = []
    for one in after.problems:
        if known.get((one.rule, one.text), 0):
            known[one.rule, one.text] -= 1
        elif one.blocking:
            found.append(one)
    return found


def _nothing_left(state: State) -> str:
    judged = any(one.judged for one in state["history"])
    return "nothing_left" if judged else "measured_only"


async def _sound(state: State, deps: Deps, validation: Validation) -> dict[str, Any]:
    """What the next round looks at: the page is rendered again where it was rendered here."""
    update: dict[str, Any] = {"validation": validation, "attempts": 0, "problems": []}
    if state["request"].render and state["renderer"]:
        number = state["iteration"] + 1
        args = (deps, state["request"], state["proposed_content"], state["lang"], state["hidden"])
        try:
            sight = await rendered(*args, iteration=number)
        except KasenError as error:
            await deps.emit("warning", text=wording.note("no_shot", deps.lang, why=str(error).rstrip(".")))
        else:
            # Once a page was a preview its score never counts in this run: rounds would not be comparable.
            by = "preview" if "preview" in (state["renderer"], sight.renderer) else sight.renderer
            seen = {"screenshot_path": sight.names, "page": sight.page, "renderer": by}
            update |= {**seen, "seen_iteration": number}
    return update


def _given_up(state: State, problems: list[str], lang: str) -> list[Refused]:
    """The edits of a round that never became sound."""
    known = {(change.start, change.end, change.new) for change in state["changes"]}
    return [
        Refused(
            iteration=state["iteration"],
            line=change.line,
            old=change.old,
            new=change.new,
            finding=", ".join(change.findings)[:20],
            reason="markup",
            text=f"{wording.refused('markup', lang)} {problems[0]}",
        )
        for change in state["proposed"]
        if (change.start, change.end, change.new) not in known
    ]


def _summary(problems: int, validation: Validation, lang: str) -> str:
    by = "Quarto" if validation.by == "quarto" else ("オフライン検証" if lang == "ja" else "offline checks")
    if not problems:
        return f"{by}: {'問題なし' if lang == 'ja' else 'sound'}"
    return f"{by}: {problems} {'件の問題' if lang == 'ja' else 'problem(s)'}"
