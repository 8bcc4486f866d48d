"""The reader: everything from outside that a run works on, read once and at the same time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Literal, NamedTuple

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.errors import InputError, KasenError
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume import wording
from kasen.teams.resume.confirmed import confirmed_facts
from kasen.teams.resume.document.hidden import find_hidden
from kasen.teams.resume.document.language import language_of
from kasen.teams.resume.document.model import Read
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.document.reading import read
from kasen.teams.resume.following import chosen_of, earlier_result
from kasen.teams.resume.nodes.ux_designer import UX_DESIGNER
from kasen.teams.resume.nodes.visual_designer import VISUAL_DESIGNER
from kasen.teams.resume.portfolio import read_portfolio
from kasen.teams.resume.posting import read_posting
from kasen.teams.resume.schemas.part import Lang
from kasen.teams.resume.schemas.portfolio import PortfolioItem
from kasen.teams.resume.schemas.posting import Hidden, Posting
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.seeing import NOTHING, Sight, rendered, shot_of
from kasen.teams.resume.state import Asked
from kasen.tools.validation.open_validator import validate

EDITED_IN_PLACE = ("qmd", "md")


class Beside(NamedTuple):
    """What is given beside the résumé."""

    posting: Posting | None
    items: list[PortfolioItem]
    hidden: list[Hidden]


async def reader(state: Asked, runtime: Runtime[Deps]) -> Command[Literal["router", "approve_edits"]]:
    """Read résumé, posting, portfolio and page. A follow-up that names edits goes on to them at once.

    Raises InputError for what cannot be read, in one sentence.
    """
    deps, request = runtime.context, state["request"]
    document = await read(request.resume)
    if request.write and document.form not in EDITED_IN_PLACE:
        raise InputError(
            f"`{document.name}` cannot be edited in place: only .qmd and .md are",
            hint="Leave out --write; the revision comes out beside the review.",
        )
    if (prior := earlier_result(deps, request, document)) is not None:
        taken, edited = ([], {}) if request.accept == "ask" else chosen_of(request, prior)
        following: dict[str, Any] = {"prior": prior, "taken": taken, "edited": edited}
        file = {"sha256": document.sha256, "encoding": document.encoding, "lang": prior.lang}
        return Command(update={**following, **file}, goto="approve_edits")
    if request.accepted_ids or request.decided:
        raise InputError(
            "edits can be named when there are some: those of an earlier run",
            hint="`kasen resume --continue RUN --accept E1,E4`.",
        )
    lang = language_of(document.text)
    beside, (confirmed, where), validation = await asyncio.gather(
        _beside(request, deps),
        asyncio.to_thread(confirmed_facts, request),
        validate(document.text, name=_qmd_name(document), folder=str(Path(request.resume).parent)),
    )
    _, found = find_hidden(document.text, where="resume")
    hidden = [*document.hidden, *found, *beside.hidden]
    role, notes = _role(request, beside.posting, document, lang, deps)
    if confirmed:
        notes.append(wording.note("facts", deps.lang, count=len(confirmed), file=where))
    if hidden:
        notes.append(wording.note("hidden", deps.lang, count=len(hidden)))
    sight = await _sight(request, deps, document, lang, hidden, notes)
    deps.note(_summary(document, deps.lang))
    update: dict[str, Any] = {
        "qmd_content": document.text,
        "form": document.form,
        "encoding": document.encoding,
        "sha256": document.sha256,
        "lang": lang,
        "target_role": role,
        "job_posting_content": beside.posting.text if beside.posting else "",
        "posting": beside.posting,
        "portfolio_items": beside.items,
        "hidden": hidden,
        "confirmed": confirmed,
        "original_validation": validation,
        "notes": [*notes, *document.problems],
        "screenshot_path": sight.names,
        "page": sight.page,
        "renderer": sight.renderer,
        "seen_iteration": 1 if sight.names else 0,
        "match": None,
        "ranking": [],
    }
    for note in update["notes"]:
        await deps.emit("warning", text=note)
    return Command(update=update, goto="router")


async def _beside(request: Request, deps: Deps) -> Beside:
    async def posting() -> tuple[Posting | None, list[Hidden]]:
        return await read_posting(request.job, deps.fetch) if request.job else (None, [])

    async def portfolio() -> tuple[list[PortfolioItem], list[Hidden]]:
        return await asyncio.to_thread(read_portfolio, request.portfolio) if request.portfolio else ([], [])

    (found, hidden), (items, more) = await asyncio.gather(posting(), portfolio())
    return Beside(found, items, [*hidden, *more])


def _qmd_name(document: Read) -> str:
    return document.name if document.form in EDITED_IN_PLACE else "resume.md"


def _role(request: Request, posting: Posting | None, document: Read, lang: Lang, deps: Deps) -> tuple[str, list[str]]:
    """The role that is applied for: as named, else that of the posting, else the newest title of the résumé."""
    if request.role:
        return request.role, []
    role = posting.title if posting else ""
    if not role:
        role = next((entry.title for entry in parse(document.text, lang=lang).entries if entry.title), "")
    return role, [wording.note("no_role", deps.lang, role=role)] if role else []


async def _sight(
    request: Request, deps: Deps, document: Read, lang: Lang, hidden: list[Hidden], notes: list[str]
) -> Sight:
    """The page, where it is to be looked at; that it cannot be had never ends a run."""
    try:
        if request.screenshot_url:
            await _say_what_is_sent(request.screenshot_url, deps)
            return await shot_of(deps, request.screenshot_url)
        if request.render:
            sight = await rendered(deps, request, document.text, lang, hidden, iteration=1)
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
