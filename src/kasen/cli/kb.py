"""`kasen kb`: knowledge bases made of your documents."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kasen.cli import completing
from kasen.cli.kb_import import import_chroma
from kasen.cli.progress import Progress
from kasen.errors import InputError, UnknownName
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.knowledge.bases import Bases
    from kasen.knowledge.ingest import AddReport
    from kasen.knowledge.report import Noted, Report
    from kasen.knowledge.store import KnowledgeBase
    from kasen.models.embedder import Steady
    from kasen.settings import Settings

app = typer.Typer(no_args_is_help=True)
_KB = "Name of the knowledge base."
_KBS = "A knowledge base; else all of them. Can be given several times."
Kb = Annotated[str, typer.Option("--kb", metavar="NAME", help=_KB, autocompletion=completing.bases)]
Kbs = Annotated[list[str] | None, typer.Option("--kb", metavar="NAME", help=_KBS, autocompletion=completing.bases)]
Json = Annotated[bool, typer.Option("--json", help="JSON on stdout.")]
_SHOWN = 20
GOES_ON = "The same command goes on."
"""After Ctrl-C."""


def _bases(settings: Settings) -> Bases:
    from kasen.runtime.bases import bases_of

    return bases_of(settings)


def _begun(ctx: typer.Context, **more: Any) -> Settings:
    from kasen.cli.logs import begin

    return begin(ctx.obj, **more)


def _run(work: Any, *, how: str = "") -> Any:
    from kasen.cli.signals import run_async

    return run_async(work, how=how)


def _say(text: str) -> None:
    print(printable(text), file=sys.stderr)


async def _named(bases: Bases, chosen: Sequence[str] | None) -> list[str]:
    """The bases that are meant. Raises InputError when there is none at all."""
    known = list(chosen or await bases.names())
    if not known:
        raise InputError("there is no knowledge base yet", hint="Make one with `kasen kb add PATH`.")
    return known


@app.command("add")
def add(
    ctx: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Files and folders.", show_default=False)],
    kb: Kb = "default",
    json: Json = False,
) -> None:
    """Add documents, or bring them up to date: only what changed is read again.

    Examples:
        kasen kb add ~/papers
        kasen kb add notes.md minutes/ --kb work
    """
    from kasen.knowledge.scan import check_paths
    from kasen.models.embedder import embedder_of

    settings = _begun(ctx)
    check_paths(paths)
    embedder = embedder_of(settings)

    async def work(base: KnowledgeBase) -> tuple[AddReport, tuple[int, int]]:
        report = await base.add(paths, on_progress=_progress(settings))
        return report, base.totals()

    changed = _bases(settings).change(kb, work, create=True, embedder=embedder)
    report, (documents, passages) = _run(changed, how=GOES_ON)
    _say_report(report)
    _say_price(embedder)
    figures = {name: getattr(report, name) for name in ("added", "updated", "unchanged", "removed", "seconds")}
    if json:
        named = {name: [s._asdict() for s in getattr(report, name)] for name in ("duplicates", "skipped")}
        print(jsonlib.dumps({"kb": kb, "documents": documents, "passages": passages, **figures, **named}))
    else:
        counts = ", ".join(f"{report_value} {name}" for name, report_value in figures.items() if name in _COUNTED)
        _say(f"`{kb}`: {counts} in {report.seconds:.1f} s; it holds {documents} documents, {passages} passages.")
    if not documents:
        raise InputError(f"nothing in `{paths[0]}` could be added", hint="Reasons are given above, file by file.")


_COUNTED = ("added", "updated", "unchanged")


def _progress(settings: Settings) -> Progress:
    return Progress(quiet=settings.log_level == "ERROR")


def _say_price(embedder: Steady | None) -> None:
    from kasen.models.prices import price
    from kasen.models.role import Usage

    if embedder is None or not embedder.tokens:
        return
    usd = price(embedder.model, Usage(input_tokens=embedder.tokens))
    _say(
        f"{embedder.model}: about {embedder.tokens:,} tokens, "
        + ("price unknown" if usd is None else f"about ${usd:.4f}" if usd else "free")
    )


def _say_report(report: AddReport) -> None:
    for what, files in (("skipped", report.skipped), ("not indexed", report.duplicates)):
        for path, reason in files[:_SHOWN]:
            _say(f"{what}: `{path}` {reason}")
        if len(files) > _SHOWN:
            _say(f"{what}: and {len(files) - _SHOWN} more; `kasen kb report` lists them all.")


@app.command("list")
def list_(ctx: typer.Context, json: Json = False) -> None:
    """List the knowledge bases, with what they hold.

    Examples:
        kasen kb list
    """
    bases = _bases(_begun(ctx))

    async def work() -> list[dict[str, Any]]:
        rows = []
        for name in await bases.names():
            base = await bases.open(name)
            documents, passages = base.totals()
            rows.append({"name": name, "documents": documents, "passages": passages, "folder": base.folder})
        return rows

    rows = _run(work())
    if not rows:
        _say("There is no knowledge base yet; make one with `kasen kb add PATH`.")
    for row in rows:
        if json:
            print(jsonlib.dumps(row, ensure_ascii=False))
        else:
            line = f"{row['name']}  {row['documents']} documents  {row['passages']} passages  {row['folder']}"
            print(printable(line.rstrip()))


@app.command("search")
def search(
    ctx: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A question or words.")],
    kb: Kbs = None,
    limit: Annotated[int, typer.Option(metavar="N", min=1, max=50, help="Most passages.")] = 5,
    json: Json = False,
) -> None:
    """Show the passages that answer best.

    Examples:
        kasen kb search "Where was tea first grown in Japan?"
        kasen kb search 茶産地 --kb papers --limit 3 --json
    """
    from kasen.knowledge.open_library import open_library

    if not query.strip():
        raise InputError("the query is empty", hint="Give a question or some words.")
    from kasen.models.embedder import embedder_of

    settings = _begun(ctx)
    bases, embedder = _bases(settings), embedder_of(settings)

    async def work() -> list[Any]:
        named = await _named(bases, kb)
        library = await open_library(settings.home, [], named, embedder=embedder, named=bases)
        return await library.search(query, limit=limit)

    hits = _run(work())
    if not hits:
        _say("Nothing was found.")
    for number, hit in enumerate(hits, 1):
        if json:
            print(hit.model_dump_json())
            continue
        page = f", {hit.source.unit} {hit.passage.page}" if hit.passage.page else ""
        title = [] if hit.source.title in hit.passage.headings[:1] else [hit.source.title]
        place = " › ".join([*title, *hit.passage.headings])
        print(printable(f"{number}. {place} ({hit.source.uri}{page})"))
        print(printable(f"   {' '.join(hit.passage.text.split())[:300]}\n"))


@app.command("report")
def report(ctx: typer.Context, kb: Kbs = None, json: Json = False) -> None:
    """Say how good a knowledge base is: sizes, uniqueness, diversity, and what was rejected and why.

    Examples:
        kasen kb report
        kasen kb report --kb papers
    """
    bases = _bases(_begun(ctx))

    async def work() -> list[Report]:
        return [(await bases.open(name)).report() for name in await _named(bases, kb)]

    for one in _run(work()):
        print(one.model_dump_json() if json else printable(_as_text(one)))


def _as_text(report: Report) -> str:
    sizes = ", ".join(f"{label}: {count}" for label, count in report.sizes.items())
    lines = [
        f"{report.name}" + (f" ({report.folder})" if report.folder else ""),
        f"  {report.documents} documents, {report.passages} passages, {report.characters} characters",
        f"  passages by characters: {sizes}; median {report.median_size}",
        f"  unique passages: {report.uniqueness:.1%} (target 95 %); {report.left_out} repeats were left out",
        f"  lexical diversity: {report.diversity:.2f}; mean quality: {report.mean_score:.2f} of 1",
        f"  languages: {_counts(report.languages)}; cut by: {_counts(report.strategies)}",
        f"  vectors: {report.model or 'none'}",
    ]
    for what, noted in (("problems", report.problems), ("repeat others", report.duplicates)):
        lines += _noted(what, noted)
    return "\n".join(lines + _noted("rejected", report.rejected))


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


def _noted(what: str, files: Sequence[Noted]) -> list[str]:
    return [f"  {what} ({len(files)}):", *(f"    {file.path}: {file.text}" for file in files)] if files else []


@app.command("embed")
def embed(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A knowledge base.", autocompletion=completing.bases)
    ] = "default",
    model: Annotated[
        str | None, typer.Option(metavar="PROVIDER:MODEL", help="As if this were `embeddings`; `none`: no vectors.")
    ] = None,
    json: Json = False,
) -> None:
    """Give a knowledge base vectors of the embedding model that is set, or take them away when none is.

    Examples:
        kasen kb embed papers
        kasen kb embed papers --model ollama:nomic-embed-text
        kasen kb embed papers --model none
    """
    from kasen.models.embedder import embedder_of

    settings = _begun(ctx, embeddings=None if model == "none" else model)
    embedder = None if model == "none" else embedder_of(settings)

    async def work(base: KnowledgeBase) -> int:
        return await base.embed(on_progress=_progress(settings))

    passages = _run(_bases(settings).change(name, work, embedder=embedder), how=GOES_ON)
    used = embedder.model if embedder else ""
    if json:
        print(jsonlib.dumps({"kb": name, "passages": passages, "model": used}))
    else:
        _say(f"`{name}`: {passages} passages, " + (f"vectors of {used}" if used else "without vectors"))
    _say_price(embedder)


@app.command("remove")
def remove(
    ctx: typer.Context,
    target: Annotated[
        str,
        typer.Argument(
            metavar="NAME|PATH",
            help="A knowledge base, or a document or folder.",
            autocompletion=completing.bases,
        ),
    ],
    kb: Kbs = None,
    json: Json = False,
) -> None:
    """Remove a whole knowledge base, or documents from it. The files themselves stay.

    Examples:
        kasen kb remove papers
        kasen kb remove ~/papers/old.pdf --kb papers
    """
    bases = _bases(_begun(ctx))

    async def work() -> int | None:
        if not kb and target in await bases.names():
            await bases.drop(target)
            return None
        return await _remove_path(bases, Path(target), await _named(bases, kb))

    documents = _run(work())
    if json:
        print(jsonlib.dumps({"removed": target, "documents": documents}, ensure_ascii=False))
        return
    what = f"the knowledge base `{target}`" if documents is None else f"{documents} documents"
    _say(f"removed {what}; your files are untouched.")


async def _remove_path(bases: Bases, path: Path, chosen: Sequence[str]) -> int:
    removed = 0
    for name in chosen:
        await bases.open(name)  # says so when there is none of that name
        with suppress(UnknownName):  # it does not hold the document
            removed += await bases.change(name, lambda base: base.remove(path))
    if not removed:
        searched = ", ".join(f"`{name}`" for name in chosen)
        raise UnknownName(
            f"there is no knowledge base `{path}`, and no such document or folder in {searched}",
            hint="`kasen kb list` shows the bases; documents are named by their path.",
        )
    return removed


app.command("import-chroma")(import_chroma)
