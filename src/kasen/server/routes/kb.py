"""Knowledge bases: documents in, passages out."""

from __future__ import annotations

import asyncio
import socket
from hashlib import sha256
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from kasen.evidence.types import Hit
from kasen.knowledge.catalogue import Document
from kasen.knowledge.ingest import AddReport, OnFile
from kasen.knowledge.report import Report
from kasen.knowledge.store import KnowledgeBase
from kasen.server.caller import Caller, caller_of
from kasen.server.context import ServerDeps, deps_of
from kasen.server.errors import Problem, problem_of
from kasen.server.examples import HITS, REPORT, shown
from kasen.server.readings import Reading
from kasen.server.shapes import TIME, Shape
from kasen.server.shelf import Shelf

router = APIRouter(prefix="/api/kb", tags=["knowledge"])
PROCESS = "Kasen-Process"
"""Header: readings are told by the process that reads, and by no other."""
Name = Annotated[str, InPath(max_length=64, examples=["tea"])]


def shelf_of(deps: Annotated[ServerDeps, Depends(deps_of)], caller: Annotated[Caller, Depends(caller_of)]) -> Shelf:
    """For `Depends`."""
    return Shelf(deps, caller)


Own = Annotated[Shelf, Depends(shelf_of)]
Deps = Annotated[ServerDeps, Depends(deps_of)]
By = Annotated[Caller, Depends(caller_of)]


class KbGiven(BaseModel):
    """What it is to be called."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=64, examples=["お茶"], description="Letters, digits, `-`, `_` and `.`.")


class KbShown(Shape):
    """A knowledge base."""

    name: str = Field(examples=["tea"])
    documents: int = Field(examples=[12])
    passages: int = Field(examples=[340])
    folder: str = ""
    """The folder that it mirrors; empty for one that files were added to."""
    model: str = ""
    """The embedding model of its vectors; empty when it is searched by words only."""

    @classmethod
    def of(cls, base: KnowledgeBase) -> KbShown:
        """The base as it is now. It reads the disk."""
        documents, passages = base.totals()
        return cls(name=base.name, documents=documents, passages=passages, folder=base.folder, model=base.model)


class DocumentsGiven(BaseModel):
    """Documents to be read in."""

    model_config = ConfigDict(extra="forbid")

    uploads: list[str] = Field(
        default_factory=list, max_length=1000, examples=[["upload:0f8fad5bd9cb469fa16570867728950e"]]
    )
    paths: list[str] = Field(default_factory=list, max_length=1000)
    """Files and folders of this machine: for its own user only."""


class DocumentShown(Shape):
    """A document of a knowledge base."""

    id: str = Field(examples=["1239022799867274517"])
    """A number of 64 bits, as text: JSON readers lose its last digits."""
    name: str = Field(examples=["宇治茶の歴史.pdf"])
    title: str = Field(examples=["宇治茶の歴史"])
    status: Literal["indexed", "duplicate", "skipped"]
    reason: str = ""
    """Why it cannot be found: it says only what others say, or could not be read."""
    media_type: str = Field(examples=["application/pdf"])
    language: str = Field(examples=["ja"])
    size: int = Field(examples=[48213])
    passages: int = Field(examples=[27])
    score: float = Field(examples=[0.93])
    """Quality of its text (0–1)."""
    problems: list[str] = Field(default_factory=list)
    added_at: str = Field(examples=[TIME])

    @classmethod
    def of(cls, row: Document) -> DocumentShown:
        """The document."""
        same = ("title", "status", "reason", "media_type", "language", "size", "score", "problems", "added_at")
        name = row.path.rpartition("/")[2]
        return cls(id=str(row.id), **{key: getattr(row, key) for key in same}, name=name, passages=row.chunks)


class SkippedShown(Shape):
    """A file that was not taken in, and why."""

    name: str = Field(examples=["scan.pdf"])
    reason: str = Field(examples=["holds no text"])


class OutcomeShown(Shape):
    """What a reading did; numbers count files."""

    added: int
    updated: int
    unchanged: int
    removed: int
    seconds: float
    duplicates: list[SkippedShown]
    skipped: list[SkippedShown]

    @classmethod
    def of(cls, report: AddReport) -> OutcomeShown:
        """What was done."""
        return cls.model_validate(_told(report))


class AddedShown(OutcomeShown):
    """What adding did, and the base as it is now."""

    kb: KbShown

    @classmethod
    def with_base(cls, report: AddReport, kb: KbShown) -> AddedShown:
        """What was done, and the base as it is now."""
        return cls.model_validate({**_told(report), "kb": kb})


def _told(report: AddReport) -> dict[str, Any]:
    counts = {name: getattr(report, name) for name in ("added", "updated", "unchanged", "removed", "seconds")}
    named = {
        what: [SkippedShown(name=one.path.rpartition("/")[2], reason=one.reason) for one in getattr(report, what)]
        for what in ("duplicates", "skipped")
    }
    return {**counts, **named}


class ReadingShown(Shape):
    """A reading of documents into a base: under way while it has neither an outcome nor a problem."""

    id: str = Field(examples=["5f0c9d1e7a2b3c4d"])
    files: int = Field(examples=[12])
    """Files and folders that were named."""
    done: int = Field(examples=[7])
    total: int = Field(examples=[12])
    """Files that have to be read; 0 until that is known."""
    name: str = Field(examples=["宇治茶の歴史.pdf"])
    """Of the file that was read last."""
    seconds: float = Field(examples=[4.2])
    """What it has taken so far."""
    outcome: OutcomeShown | None = None
    problem: Problem | None = None

    @classmethod
    def of(cls, reading: Reading) -> ReadingShown:
        """The reading as it is now."""
        same = {key: getattr(reading, key) for key in ("id", "files", "done", "total", "name", "seconds")}
        outcome = OutcomeShown.of(reading.report) if reading.report is not None else None
        return cls(**same, outcome=outcome, problem=problem_of(reading.problem) if reading.problem else None)


@router.get("", summary="List knowledge bases", operation_id="listKnowledgeBases")
async def list_bases(own: Own) -> list[KbShown]:
    """Your own, by name."""
    return [await asyncio.to_thread(KbShown.of, base) for base in await own.bases()]


@router.post("", summary="Make a knowledge base", status_code=201, operation_id="createKnowledgeBase")
async def create(given: KbGiven, own: Own) -> KbShown:
    """Empty; 409 when there is one of that name."""
    return await asyncio.to_thread(KbShown.of, await own.create(given.name))


@router.get("/{name}", summary="Show a knowledge base", operation_id="showKnowledgeBase")
async def show(name: Name, own: Own) -> KbShown:
    """What it holds, in numbers."""
    return await asyncio.to_thread(KbShown.of, await own.open(name))


@router.delete("/{name}", summary="Delete a knowledge base", status_code=204, operation_id="deleteKnowledgeBase")
async def delete(name: Name, own: Own, deps: Deps, caller: By) -> None:
    """With the files that were sent to it; files of this machine stay."""
    await own.drop(name)
    deps.readings.forget_all(caller.owner, name)


@router.get("/{name}/documents", summary="List documents", operation_id="listDocuments")
async def list_documents(name: Name, own: Own) -> list[DocumentShown]:
    """All files that it knows of, those that could not be read included."""
    base = await own.open(name)
    return [DocumentShown.of(row) for row in await asyncio.to_thread(base.documents)]


@router.post("/{name}/documents", summary="Add documents", operation_id="addDocuments")
async def add_documents(name: Name, given: DocumentsGiven, own: Own) -> AddedShown:
    """Answered when they are read; a file of the same name takes the place of the one before."""
    report = await own.add(name, given.uploads, given.paths)
    return AddedShown.with_base(report, await asyncio.to_thread(KbShown.of, await own.open(name)))


def _process(request: Request, deps: ServerDeps) -> str:
    """Where this process is, which one that follows it there has too, and when it began; without names of machines."""
    place = f"{socket.gethostname()} {deps.settings.home} {request.scope.get('server')}"
    return f"{sha256(place.encode()).hexdigest()[:16]} {deps.readings.began}"


@router.post("/{name}/readings", summary="Begin to add documents", status_code=202, operation_id="beginReading")
async def begin_reading(
    name: Name, given: DocumentsGiven, own: Own, deps: Deps, caller: By, request: Request, response: Response
) -> ReadingShown:
    """As “Add documents”, answered at once: the list of readings says how far it has come. It goes on whoever asks."""
    await own.check(name, given.uploads, given.paths)

    async def work(on_file: OnFile) -> AddReport:
        return await own.add(name, given.uploads, given.paths, on_file=on_file)

    response.headers[PROCESS] = _process(request, deps)
    files = len({*given.uploads, *given.paths})
    return ReadingShown.of(deps.readings.begin(caller.owner, name, files, work))


@router.get("/{name}/readings", summary="List readings", operation_id="listReadings")
async def list_readings(
    name: Name, own: Own, deps: Deps, caller: By, request: Request, response: Response
) -> list[ReadingShown]:
    """What this process reads into the base, and what it read in the last hour, in the order in which they began.

    The header `Kasen-Process` says which process tells: its place, and when it began.
    """
    await own.check_name(name)
    response.headers[PROCESS] = _process(request, deps)
    return [ReadingShown.of(one) for one in deps.readings.of(caller.owner, name)]


@router.delete(
    "/{name}/readings/{reading_id}", summary="Forget a reading", status_code=204, operation_id="forgetReading"
)
async def forget_reading(name: Name, reading_id: Annotated[str, InPath(max_length=64)], deps: Deps, caller: By) -> None:
    """It is told no more; 409 while it is under way. The documents stay."""
    deps.readings.forget(caller.owner, name, reading_id)


@router.delete("/{name}/documents", summary="Remove documents", operation_id="removeDocuments")
async def remove_documents(
    name: Name, own: Own, id: Annotated[list[str], Query(min_length=1, max_length=1000, description="Their ids")]
) -> KbShown:
    """Out of the base; files that were sent to it are deleted, files of this machine stay."""
    await own.remove(name, id)
    return await asyncio.to_thread(KbShown.of, await own.open(name))


@router.get(
    "/{name}/search", summary="Search a knowledge base", operation_id="searchKnowledgeBase", responses=shown(HITS)
)
async def search(
    name: Name,
    own: Own,
    q: Annotated[str, Query(min_length=1, max_length=2000, description="A question or words")],
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
) -> list[Hit]:
    """The passages that answer best, with their sources."""
    return await (await own.open(name)).search(q, limit=limit)


@router.get(
    "/{name}/report",
    summary="Say how good a knowledge base is",
    operation_id="reportKnowledgeBase",
    responses=shown(REPORT),
)
async def report(name: Name, own: Own) -> Report:
    """Sizes, uniqueness, diversity, languages, and what was rejected and why."""
    return await asyncio.to_thread((await own.open(name)).report)
