"""Copying what a run made to where its user wants it."""

from __future__ import annotations

import re
import shutil
import unicodedata
from itertools import count
from pathlib import Path
from typing import Any

import orjson
from pydantic import ValidationError

from kasen.errors import InputError, KasenError
from kasen.runtime.artifacts import artifact_path, artifacts, content
from kasen.runtime.evidence import claims_of, evidence_of
from kasen.runtime.rows import ArtifactRow, RunRow
from kasen.runtime.store import Store
from kasen.tools.report.files import RENDERED, rendered
from kasen.tools.report.model import Report

SLUG = 48
"""Characters of a folder's name; Japanese ones take three bytes of the 255 a file system allows."""
LEDGER = "evidence.jsonl"
OWN = "_"
"""Begins the names of artifacts that a run keeps for itself and its repetitions."""
MARK = ".kasen-run"
"""File in a report's folder that says which run it belongs to."""


def slug(title: str) -> str:
    """A name for files: letters and digits of any script, the rest as single hyphens."""
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", title).casefold())
    name = "-".join(words)[:SLUG].strip("-_")
    return name or "run"


async def export(
    store: Store,
    row: RunRow,
    out: Path | None,
    reports: Path,
    formats: list[str],
    *,
    failed: list[KasenError] | None = None,
) -> list[Path]:
    """Write the latest version of each artifact of these formats, and the evidence; returns the paths.

    Files go to `out`, all named after the run, else to a folder of `reports` with that name: what its result says that
    it is called (`called`), else its title. Another run's folder is never reused; where there is nothing, none is made.
    PDF, Word and BibTeX are made now from the stored report. One that cannot be made keeps no other
    from being written: why is added to `failed`, or raised at the end when no list is given.

    Raises:
        InputError: the place cannot be written, or `out` holds files of the user's with these names.
        StoreFailed: the store that keeps the artifacts elsewhere fails.
    """
    problems: list[KasenError] = [] if failed is None else failed
    called = slug(_called(row))
    name = f"{called}.{row.lang}."
    made: dict[str, bytes | Path] = {
        artifact.replace("report.", name, 1): await _content(store, row.id, latest)
        for artifact, latest in (await _latest(store, row.id)).items()
        if (artifact.rpartition(".")[2] in formats or not artifact.startswith("report."))
        and not artifact.startswith(OWN)
    }
    made |= {f"{name}{form}": data for form, data in (await _rendered(store, row.id, formats, problems)).items()}
    if ledger := await evidence_lines(store, row.id):
        made[LEDGER if out is None else f"{name}{LEDGER}"] = ledger
    if not made:
        if failed is None and problems:
            raise problems[0]
        return []
    try:
        folder = out or _own_folder(reports, called, row.id)
        folder.mkdir(parents=True, exist_ok=True)
        _spare_what_is_there(folder, [*made], row.id)
        (folder / MARK).write_text(row.id, encoding="utf-8")
        for target, content in made.items():
            _put(content, folder / target)
    except OSError as error:
        raise InputError(
            f"`{error.filename or out or reports}` cannot be written: {error.strerror or error}",
            hint=f"The run is kept: `kasen runs export {row.id} --out DIR`.",
        ) from error
    if failed is None and problems:
        raise problems[0]
    return [folder / target for target in made]


def _called(row: RunRow) -> str:
    said = (row.result or {}).get("called")
    return said if isinstance(said, str) and said.strip() else row.title


async def _latest(store: Store, run_id: str) -> dict[str, ArtifactRow]:
    """The latest version of each artifact."""
    return {artifact.name: artifact for artifact in await artifacts(store, run_id)}


async def _content(store: Store, run_id: str, row: ArtifactRow) -> bytes | Path:
    """The file of it in the run's folder, or its bytes from elsewhere. Raises StoreFailed."""
    if row.place:
        return await content(store, run_id, row)
    return artifact_path(store, run_id, row.name, row.version)


async def _rendered(store: Store, run_id: str, formats: list[str], problems: list[KasenError]) -> dict[str, bytes]:
    """What is made of the stored report now: format → bytes. A run that made nothing yet gives nothing."""
    latest = await _latest(store, run_id)
    wanted = [form for form in formats if form in RENDERED and f"report.{form}" not in latest]
    if not wanted or not latest:
        return {}
    kept = latest.get("report.json")
    report = _report(await _content(store, run_id, kept) if kept else None)
    if report is None:
        there = {name.rpartition(".")[2] for name in latest if not name.startswith(OWN)}
        if lacking := [form for form in wanted if form not in there]:
            problems.append(InputError(f"run {run_id} has no report that can be made into {', '.join(lacking)}"))
        return {}
    found = {}
    for form in wanted:
        try:
            found[form] = await rendered(report, form)
        except KasenError as error:
            problems.append(error)
    return found


def _report(kept: bytes | Path | None) -> Report | None:
    """The report as it was stored; None for a team that makes none."""
    try:
        data = kept.read_bytes() if isinstance(kept, Path) else kept
        return Report.model_validate_json(data) if data is not None else None
    except (OSError, ValidationError):
        return None


def _put(content: bytes | Path, target: Path) -> None:
    if isinstance(content, Path):
        shutil.copyfile(content, target)
    else:
        target.write_bytes(content)


def _spare_what_is_there(folder: Path, targets: list[str], run_id: str) -> None:
    """A folder without our mark belongs to the user, and nothing in it is overwritten."""
    there = [target for target in targets if (folder / target).exists()]
    if there and not (folder / MARK).exists():
        raise InputError(
            f"`{folder / there[0]}` is there already and is not overwritten",
            hint=f"The run is kept: `kasen runs export {run_id} --out DIR` with another folder.",
        )


async def evidence_lines(store: Store, run_id: str) -> bytes:
    """The ledger of a run, one claim per line: text, support, reasons, who judged, quote, each passage with its source.

    `quote_start` and `quote_end` are the place of the quote in the text of a passage, null where it does not stand
    there; `start` and `end` that of the passage in its source.
    """
    claims = await claims_of(store, run_id)
    known = {passage.id: (passage, source) for passage, source in await evidence_of(store, run_id)} if claims else {}
    lines = []
    for claim in claims:
        passages = []
        for passage, source in (known[id] for id in claim.passage_ids if id in known):
            place: dict[str, Any] = {
                "page": passage.page,
                "headings": passage.headings,
                "start": passage.start,
                "end": passage.end,
            }
            where: dict[str, Any] = {"title": source.title, "uri": source.uri, "fetched_at": source.fetched_at}
            words = {"id": passage.id, "text": passage.text, **_quoted(claim.quote, passage.text)}
            passages.append({**words, **place, **where})
        body = claim.model_dump(mode="json", exclude={"passage_ids"})
        lines.append(orjson.dumps({**body, "passages": passages}) + b"\n")
    return b"".join(lines)


def _quoted(quote: str, text: str) -> dict[str, int | None]:
    """Where a quote stands in the text of a passage."""
    start = text.find(quote) if quote else -1
    found = start >= 0
    return {"quote_start": start if found else None, "quote_end": start + len(quote) if found else None}


def _own_folder(reports: Path, name: str, run_id: str) -> Path:
    """The run's folder, made when it is new; two processes never make the same one."""
    for number in count(1):
        folder = reports / (name if number == 1 else f"{name}-{number}")
        mark = folder / MARK
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            if not mark.is_file() or mark.read_text(encoding="utf-8") != run_id:
                continue
        mark.write_text(run_id, encoding="utf-8")
        break
    return folder
