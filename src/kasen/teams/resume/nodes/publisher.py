"""The publisher: pages, the revised file and what belongs to it; the user's file only on their word."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from langgraph.runtime import Runtime

from kasen.errors import InputError, KasenError
from kasen.team import Deps
from kasen.teams.resume import wording
from kasen.teams.resume.assembling import assembled, redecided
from kasen.teams.resume.deciding import is_recommended
from kasen.teams.resume.nodes.validator import new_problems
from kasen.teams.resume.page.diff import unified
from kasen.teams.resume.page.facts import facts_json, facts_yaml
from kasen.teams.resume.page.html import html
from kasen.teams.resume.page.markdown import markdown
from kasen.teams.resume.page.rounds import iteration_feedback, validation_log
from kasen.teams.resume.schemas.result import Result
from kasen.teams.resume.state import State
from kasen.tools.replacing import replace
from kasen.tools.validation.model import Validation
from kasen.tools.validation.open_validator import validate

MARKDOWN = "text/markdown"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


class Published(TypedDict):
    """What the publisher gives."""

    result: Result


async def publisher(state: State, runtime: Runtime[Deps]) -> Published:
    """Write everything that the run made; every file is an artifact first."""
    deps = runtime.context
    prior = state.get("prior")
    if prior is not None:
        result = redecided(prior, state["decisions"], deps.run_id)
    else:
        result = await assembled(deps, state)
        await _iterations(deps, state, result)
    result, is_sound = await _checked(deps, state, result)
    if is_sound:
        result = await _written(deps, state, result)
    await _files(deps, result)
    deps.note(wording.ended(result))
    return {"result": result}


async def _checked(deps: Deps, state: State, result: Result) -> tuple[Result, bool]:
    """Whether the file is sound with the edits that were chosen: some of them may only be so together."""
    if not result.decisions or all(one.state == "open" for one in result.decisions):
        return result, True
    before, after = await _validations(state, result)
    problems = new_problems(before, after)
    update: dict[str, object] = {"validation": after}
    if problems:
        note = wording.note("chosen_invalid", deps.lang, problem=problems[0].text)
        await deps.emit("warning", text=note)
        update["notes"] = [*result.notes, note]
    return result.model_copy(update=update), not problems


async def _validations(state: State, result: Result) -> tuple[Validation, Validation]:
    """Of the file before and after. What no revisor may bring, an owner may: their own words are not held to that."""
    path = Path(state["request"].resume)
    name, folder = path.name if result.form in ("qmd", "md") else "resume.md", str(path.parent)
    before = state.get("original_validation") or await validate(result.original, name=name, folder=folder)
    return before, await validate(result.revised, name=name, folder=folder)


async def _written(deps: Deps, state: State, result: Result) -> Result:
    """The user's file with the edits that were accepted, where `--write` says so; a backup is kept.

    A repetition of a run writes nothing: leave was given for that run.
    """
    request = state["request"]
    accepted = [one for one in result.decisions if one.state in ("accepted", "edited")]
    if not request.write or not accepted or deps.repeats is not None:
        return result
    path = Path(request.resume)
    try:
        data = _encoded(result.revised, state.get("encoding") or "utf-8")
        backup = replace(path, data, sha256=state["sha256"])
    except InputError as error:
        note = wording.note("not_written", deps.lang, file=result.file, why=str(error).rstrip("."))
        await deps.emit("warning", text=note)
        return result.model_copy(update={"notes": [*result.notes, note]})
    return result.model_copy(update={"written": str(path), "backup": str(backup) if backup else ""})


def _encoded(text: str, encoding: str) -> bytes:
    """The text in the encoding of its file. Raises InputError for a character that it does not have."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        raise InputError(f"{encoding} has no `{text[error.start]}`; save it as UTF-8 first") from error


async def _iterations(deps: Deps, state: State, result: Result) -> None:
    """What each round said and made."""
    suffix = _suffix(result)
    for number in range(1, len(state["history"]) + 1):
        await _put(deps, f"iter{number}_feedback.md", iteration_feedback(result, number))
        if number < len(state["texts"]):
            await _put(deps, f"iter{number}_revised.{suffix}", state["texts"][number])
        retries = [one for one in state.get("retries", []) if one.iteration == number]
        if retries:
            await _put(deps, f"iter{number}_validation_retry.md", validation_log(retries, number, lang=result.lang))


async def _files(deps: Deps, result: Result) -> None:
    revises = bool(result.changes) and result.outcome != "reviewed"
    if revises:
        suffix = _suffix(result)
        await _put(deps, f"revised.{suffix}", result.revised)
        shown = result.revised if result.revised != result.original else _all_applied(result)
        await _put(deps, "changes.diff", unified(result.original, shown, result.file), "text/x-diff")
        await _in_its_form(deps, result)
    await deps.artifacts.write("facts.json", facts_json(result), "application/json")
    if result.to_confirm:
        await _put(deps, "facts.yaml", facts_yaml(result), "application/yaml")
    await _put(deps, "review.md", markdown(result))
    await _put(deps, "review.html", html(result), "text/html")


def _all_applied(result: Result) -> str:
    """What would change with everything that is offered: the diff of a revision that nobody took over yet."""
    from kasen.teams.resume.patch import applied

    return applied(result.original, result.changes) if not is_recommended(result.outcome) else result.revised


async def _in_its_form(deps: Deps, result: Result) -> None:
    """The revision as Word or PDF where the résumé was one."""
    if result.form not in ("docx", "pdf"):
        return
    from kasen.tools.preview.render import docx_of, pdf_of, render

    try:
        if result.form == "docx":
            data, kind = await docx_of(result.revised, lang=result.lang), WORD
        else:
            page = await render(result.revised, name="revised.md", lang=result.lang)
            data, kind = await pdf_of(page.html), "application/pdf"
        await deps.artifacts.write(f"revised.{result.form}", data, kind)
    except KasenError as error:
        text = wording.note("no_form", deps.lang, form=result.form, why=str(error).rstrip("."))
        await deps.emit("warning", text=text)


def _suffix(result: Result) -> str:
    return result.form if result.form in ("qmd", "md") else "md"


async def _put(deps: Deps, name: str, text: str, kind: str = MARKDOWN) -> None:
    await deps.artifacts.write(name, text.encode("utf-8"), kind)
