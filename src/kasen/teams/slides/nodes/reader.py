"""Reads everything from outside before anybody is asked: template, tables, documents, logo."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from langgraph.runtime import Runtime

from kasen.errors import InputError
from kasen.knowledge.reasons import told
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.data.kept import profiles
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.state import PPTX, TEMPLATE, Asked, Intake
from kasen.teams.slides.story.pool import FOR_WISH, numbered, searched
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.opening import opened
from kasen.teams.slides.template.reading import read
from kasen.teams.slides.template.report import compatibility
from kasen.teams.slides.third_language import is_third

DEFAULT = {"ja": "business", "en": "light"}
"""The bundled template where none is named."""


async def reader(state: Asked, runtime: Runtime[Deps]) -> Intake:
    """Read it all at the same time; what cannot be used at all ends the run before anything is spent.

    Raises InputError for a template without a usable layout and for a table that is none.
    """
    deps, request = runtime.context, state["request"]
    lang: Lang = "ja" if deps.lang == "ja" else "en"
    if request.deck is not None or request.restore:
        hint = "kasen slides edit deck.pptx 'slide 3: …', or kasen slides restore RUN 1"
        raise InputError("a deck that is there is changed in mode `edit`; this one makes a new one", hint=hint)
    (design, told), (tables, odd), (count, passages, lost), logo = await asyncio.gather(
        _template(deps, request, lang),
        profiles(deps, request.data, lang=lang),
        _documents(deps, request, lang),
        _logo(deps, request),
    )
    if request.lang == "auto" and is_third(request.wish):
        told = [wording.said("third_language", lang), *told]
    for text in [*told, *odd, *lost]:
        await deps.emit("warning", text=text)
    deps.note(_note(design, len(tables), count, lang))
    return {
        "lang": lang,
        "design": design,
        "tables": tables,
        "documents": count,
        "passages": passages,
        "logo": logo,
        "notes": [*told, *odd, *lost],
    }


async def _template(deps: Deps, request: Request, lang: Lang) -> tuple[DesignContext, list[str]]:
    """The template and what its user should know; kept with the run, whatever becomes of the file."""
    if deps.repeats is not None:
        data, name, told = await deps.repeats.read(TEMPLATE), Path(request.template).name, []
        is_bundled = not Path(request.template).suffix
    elif Path(request.template).suffix:
        found = await opened(Path(request.template), lang=lang)
        data, name, told, is_bundled = found.data, Path(request.template).name, list(found.notes), False
    else:
        name = request.template or DEFAULT[lang]
        data, told, is_bundled = bundled(name), [], True
    name = name or DEFAULT[lang]
    design = await asyncio.to_thread(read, data, name=name, bundled=is_bundled, lang=lang)
    await deps.artifacts.write(TEMPLATE, data, PPTX)
    if is_bundled:
        return design, told
    report = compatibility(design, lang=lang)
    return design, [*told, *report]


async def _documents(deps: Deps, request: Request, lang: Lang) -> tuple[int, list[Evidence], list[str]]:
    """How many documents there are, their passages on the wish, and which files could not be taken in."""
    if not (request.docs or request.kb):
        return 0, [], []
    library = await deps.library(request.docs, request.kb)
    hits = await searched(deps, request, request.wish, limit=FOR_WISH)
    await deps.emit("search", query=request.wish[:200], where="documents", found=len(hits))
    lost = [f"{Path(one.path).name}: {told(one.reason, lang)}" for one in library.skipped[:5]]
    return library.documents, numbered(hits, [], lang), lost


async def _logo(deps: Deps, request: Request) -> str:
    if request.logo is None:
        return ""
    from kasen.teams.slides.logo import checked, media_type

    name = f"_logo{request.logo.suffix.lower()}"
    if deps.repeats is not None:
        data = await deps.repeats.read(name)
        kind = media_type(data)
    else:
        data, kind = await asyncio.to_thread(checked, request.logo)
    await deps.artifacts.write(name, data, kind)
    return name


def _note(design: DesignContext, tables: int, documents: int, lang: Lang) -> str:
    usable = len(design.usable())
    parts: list[Any]
    if lang == "ja":
        parts = [f"{design.name}（{design.aspect}、使えるレイアウト {usable}）", f"表 {tables}", f"資料 {documents}"]
        return "・".join(parts)
    counted = [_counted(usable, "usable layout"), _counted(tables, "table"), _counted(documents, "document")]
    return f"{design.name} ({design.aspect}, {counted[0]}), {', '.join(counted[1:])}"


def _counted(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
