"""Everything from outside that a run works on: read once and at the same time, and kept for repetitions of the run."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kasen.errors import InputError, UnknownName
from kasen.team import Deps
from kasen.teams.resume.confirmed import confirmed_facts
from kasen.teams.resume.document.model import Read
from kasen.teams.resume.document.reading import read
from kasen.teams.resume.following import chosen_of, earlier_result
from kasen.teams.resume.portfolio import read_portfolio
from kasen.teams.resume.posting import read_posting
from kasen.teams.resume.scant import refuse_scant
from kasen.teams.resume.schemas.portfolio import PortfolioItem
from kasen.teams.resume.schemas.posting import Hidden, Posting
from kasen.teams.resume.schemas.request import Request
from kasen.tools.validation.model import Validation
from kasen.tools.validation.open_validator import validate

KEPT = "_read.json"
"""Artifact that holds what was read; the files of the user may be others when the run is repeated."""
EDITED_IN_PLACE = ("qmd", "md")


class Given(BaseModel):
    """What was read. A run that only decides on edits of an earlier one has a document and what is taken over."""

    model_config = ConfigDict(frozen=True)

    document: Read
    validation: Validation | None = None
    posting: Posting | None = None
    items: list[PortfolioItem] = Field(default_factory=list)
    hidden: list[Hidden] = Field(default_factory=list)
    """Hidden words of posting and portfolio."""
    confirmed: list[str] = Field(default_factory=list)
    facts_file: str = ""
    taken: list[str] = Field(default_factory=list)
    edited: dict[str, str] = Field(default_factory=dict)


async def taken_in(deps: Deps, request: Request) -> Given:
    """What the request names; in a repetition, what the run that is repeated was given.

    Raises InputError for what cannot be read, or is too little to review, in one sentence.
    """
    found = await _kept(deps)
    if found is None:
        document = await read(request.resume)
        _refuse(request, document)
        if (prior := earlier_result(deps, request, document)) is not None:
            taken, edited = ([], {}) if request.accept == "ask" else chosen_of(request, prior)
            found = Given(document=document, taken=taken, edited=edited)
        else:
            found = await _read(deps, request, document)
    await deps.artifacts.write(KEPT, found.model_dump_json().encode("utf-8"), "application/json")
    return found


async def _kept(deps: Deps) -> Given | None:
    if deps.repeats is None:
        return None
    try:
        return Given.model_validate_json(await deps.repeats.read(KEPT))
    except (UnknownName, ValidationError):  # it ended before it had read, or was made by another version
        return None


def _refuse(request: Request, document: Read) -> None:
    if request.write and document.form not in EDITED_IN_PLACE:
        raise InputError(
            f"`{document.name}` cannot be edited in place: only .qmd and .md are",
            hint="Leave out --write; the revision comes out beside the review.",
        )


async def _read(deps: Deps, request: Request, document: Read) -> Given:
    if request.accepted_ids or request.decided:
        raise InputError(
            "edits can be named when there are some: those of an earlier run",
            hint="Name that run: `kasen resume --continue RUN --accept E1,E4`.",
        )
    await asyncio.to_thread(refuse_scant, document)
    name = document.name if document.form in EDITED_IN_PLACE else "resume.md"
    (posting, hidden), (items, more), (confirmed, where), validation = await asyncio.gather(
        _posting(request, deps),
        _portfolio(request),
        asyncio.to_thread(confirmed_facts, request),
        validate(document.text, name=name, folder=str(Path(request.resume).parent)),
    )
    return Given(
        document=document,
        validation=validation,
        posting=posting,
        items=items,
        hidden=[*hidden, *more],
        confirmed=confirmed,
        facts_file=where,
    )


async def _posting(request: Request, deps: Deps) -> tuple[Posting | None, list[Hidden]]:
    return await read_posting(request.job, deps.fetch) if request.job else (None, [])


async def _portfolio(request: Request) -> tuple[list[PortfolioItem], list[Hidden]]:
    return await asyncio.to_thread(read_portfolio, request.portfolio) if request.portfolio else ([], [])
