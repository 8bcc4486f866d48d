"""Knowledge bases: documents in, passages out."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from kasen.evidence.types import Hit
from kasen.knowledge.catalogue import Document
from kasen.knowledge.ingest import AddReport
from kasen.knowledge.report import Report
from kasen.knowledge.store import KnowledgeBase
from kasen.server.caller import Caller, caller_of
from kasen.server.context import ServerDeps, deps_of
from kasen.server.examples import HITS, REPORT, shown
from kasen.server.shapes import TIME, Shape
from kasen.server.shelf import Shelf

router = APIRouter(prefix="/api/kb", tags=["knowledge"])
Name = Annotated[str, InPath(max_length=64, examples=["tea"])]


def shelf_of(deps: Annotated[ServerDeps, Depends(deps_of)], caller: Annotated[Caller, Depends(caller_of)]) -> Shelf:
    """For `Depends`."""
    return Shelf(deps, caller)


Own = Annotated[Shelf, Depends(shelf_of)]


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


class AddedShown(Shape):
    """What adding did; numbers count files."""

    added: int
    updated: int
    unchanged: int
    removed: int
    seconds: float
    duplicates: list[SkippedShown]
    skipped: list[SkippedShown]
    kb: KbShown

    @classmethod
    def of(cls, report: AddReport, kb: KbShown) -> AddedShown:
        """What was done, and the base as it is now."""
        counts = {name: getattr(report, name) for name in ("added", "updated", "unchanged", "removed", "seconds")}
        named = {
            what: [SkippedShown(name=one.path.rpartition("/")[2], reason=one.reason) for one in getattr(report, what)]
            for what in ("duplicates", "skipped")
        }
        return cls.model_validate({**counts, **named, "kb": kb})


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
async def delete(name: Name, own: Own) -> None:
    """With the files that were sent to it; files of this machine stay."""
    await own.drop(name)


@router.get("/{name}/documents", summary="List documents", operation_id="listDocuments")
async def list_documents(name: Name, own: Own) -> list[DocumentShown]:
    """All files that it knows of, those that could not be read included."""
    base = await own.open(name)
    return [DocumentShown.of(row) for row in await asyncio.to_thread(base.documents)]


@router.post("/{name}/documents", summary="Add documents", operation_id="addDocuments")
async def add_documents(name: Name, given: DocumentsGiven, own: Own) -> AddedShown:
    """Answered when they are read; a file of the same name takes the place of the one before."""
    report = await own.add(name, given.uploads, given.paths)
    return AddedShown.of(report, await asyncio.to_thread(KbShown.of, await own.open(name)))


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
