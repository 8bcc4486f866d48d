"""The reader: what was taken in, as the nodes work on it: language, role, hidden words, the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.errors import ConfigurationError, KasenError
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume import wording
from kasen.teams.resume.document.hidden import find_hidden
from kasen.teams.resume.document.language import language_of
from kasen.teams.resume.document.model import Entry, Period, Read
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.following import earlier_result
from kasen.teams.resume.intake import Given, taken_in
from kasen.teams.resume.nodes.ux_designer import UX_DESIGNER
from kasen.teams.resume.nodes.visual_designer import VISUAL_DESIGNER
from kasen.teams.resume.schemas.part import Lang
from kasen.teams.resume.schemas.posting import Hidden, Posting
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.schemas.result import Result
from kasen.teams.resume.seeing import NOTHING, Sight, rendered, shot_of, shown
from kasen.teams.resume.state import Asked


async def reader(state: Asked, runtime: Runtime[Deps]) -> Command[Literal["router", "approve_edits"]]:
    """Read résumé, posting, portfolio and page. A follow-up that names edits goes on to them at once.

    Raises InputError for what cannot be read, in one sentence.
    """
    deps, request = runtime.context, state["request"]
    given = await taken_in(deps, request)
    if (prior := earlier_result(deps, request, given.document)) is not None:
        return Command(update=_following(given, prior), goto="approve_edits")
    lang = language_of(given.document.text)
    hidden = _hidden(given)
    role, notes = _role(request, given.posting, given.document, lang, deps)
    if given.confirmed:
        notes.append(wording.note("facts", deps.lang, count=len(given.confirmed), file=given.facts_file))
    if given.posting is not None and given.posting.whole:
        posting = given.posting
        notes.append(wording.note("cut", deps.lang, count=len(posting.text), all=posting.whole))
    if hidden:
        notes.append(wording.note("hidden", deps.lang, count=len(hidden)))
    sight = await _sight(request, deps, given.document, lang, hidden, notes)
    notes += given.document.problems
    for note in notes:
        await deps.emit("warning", text=note)
    deps.note(_summary(given.document, deps.lang))
    about = {"lang": lang, "target_role": role, "hidden": hidden, "notes": notes}
    return Command(update={**_intake(given), **about, **_seen(sight), "match": None, "ranking": []}, goto="router")


def _following(given: Given, prior: Result) -> dict[str, Any]:
    file = {"sha256": given.document.sha256, "encoding": given.document.encoding, "lang": prior.lang}
    return {"prior": prior, "taken": given.taken, "edited": given.edited, **file}


def _hidden(given: Given) -> list[Hidden]:
    """Hidden words of all files, each once."""
    _, found = find_hidden(given.document.text, where="resume")
    return list(dict.fromkeys([*given.document.hidden, *found, *given.hidden]))


def _intake(given: Given) -> dict[str, Any]:
    document, posting = given.document, given.posting
    return {
        "qmd_content": document.text,
        "form": document.form,
        "encoding": document.encoding,
        "sha256": document.sha256,
        "job_posting_content": posting.text if posting else "",
        "posting": posting,
        "portfolio_items": given.items,
        "confirmed": given.confirmed,
        "original_validation": given.validation,
    }


def _seen(sight: Sight) -> dict[str, Any]:
    return {
        "screenshot_path": sight.names,
        "page": sight.page,
        "renderer": sight.renderer,
        "seen_iteration": 1 if sight.names else 0,
    }


def _role(request: Request, posting: Posting | None, document: Read, lang: Lang, deps: Deps) -> tuple[str, list[str]]:
    """The role that is applied for: as named, else that of the posting, else the newest title of the résumé."""
    if request.role:
        return request.role, []
    role = posting.title if posting else ""
    if not role:
        role = _newest_title(parse(document.text, lang=lang).entries)
    return role, [wording.note("no_role", deps.lang, role=role)] if role else []


def _newest_title(entries: Sequence[Entry]) -> str:
    """The title of the position that goes on or ended last, of several the first; else of another entry.

    What a cell of a table tells of the work is no title.
    """
    known = [entry for entry in entries if entry.title and "。" not in entry.title]
    titled = [entry for entry in known if entry.section == "experience"] or known
    newest = max(titled, key=lambda entry: _ended(entry.period), default=None)
    return newest.title if newest else ""


def _ended(period: Period | None) -> tuple[int, int]:
    if period is None:
        return (0, 0)
    return period.end or (9999, 12)


async def _sight(
    request: Request, deps: Deps, document: Read, lang: Lang, hidden: list[Hidden], notes: list[str]
) -> Sight:
    """The page, where it is to be looked at; that it cannot be had never ends a run."""
    try:
        if request.screenshot_url and deps.shoot is None:
            raise ConfigurationError(wording.note("local_only", deps.lang))
        if request.screenshot_url:
            await _say_what_is_sent(request.screenshot_url, deps)
            return await shot_of(deps, request.screenshot_url)
        if request.render:
            sight = await rendered(deps, request, document.text, lang, hidden, iteration=1)
            if shown(document.text) != document.text:
                notes.append(wording.note("left_out", deps.lang))
            if sight.renderer == "preview":
                notes.append(wording.note("preview", deps.lang))
            return sight
    except KasenError as error:
        notes.append(wording.note("no_shot", deps.lang, why=str(error).rstrip(".")))
    return NOTHING


async def _say_what_is_sent(url: str, deps: Deps) -> None:
    """Said before anything is opened: what is sent, and to whom."""
    roles: tuple[Role[Any], ...] = (UX_DESIGNER, VISUAL_DESIGNER)
    models = dict.fromkeys(name for role in roles for name in deps.ask.models(role))
    to = ", ".join(models) or wording.note("kept", deps.lang)
    await deps.emit("warning", text=wording.note("sent", deps.lang, url=url, models=to))


def _summary(document: Read, lang: str) -> str:
    count = len(document.text.splitlines())
    return f"{document.name}・{count} 行" if lang == "ja" else f"{document.name}, {count} lines"
