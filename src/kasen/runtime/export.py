"""Copying what a run made to where its user wants it."""

from __future__ import annotations

import re
import shutil
import unicodedata
from itertools import count
from pathlib import Path
from typing import Any

import orjson

from kasen.errors import InputError
from kasen.runtime.artifacts import artifact_path, artifacts
from kasen.runtime.evidence import claims_of, evidence_of
from kasen.runtime.rows import RunRow
from kasen.runtime.store import Store

SLUG = 48
"""Characters of a folder's name; Japanese ones take three bytes of the 255 a file system allows."""
LEDGER = "evidence.jsonl"
MARK = ".kasen-run"
"""File in a report's folder that says which run it belongs to."""


def slug(title: str) -> str:
    """A name for files: letters and digits of any script, the rest as single hyphens."""
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", title).casefold())
    name = "-".join(words)[:SLUG].strip("-_")
    return name or "run"


async def export(store: Store, row: RunRow, out: Path | None, reports: Path, formats: list[str]) -> list[Path]:
    """Write the latest version of each artifact of these formats, and the evidence; returns the paths.

    Files go to `out`, all named after the title, else to a folder of `reports` with that name; another run's folder
    is never reused.

    Raises:
        InputError: the place cannot be written, or `out` holds files of the user's with these names.
    """
    name = slug(row.title)
    latest = {artifact.name: artifact for artifact in await artifacts(store, row.id)}
    files = {
        artifact.name.replace("report.", f"{name}.{row.lang}.", 1): artifact_path(
            store, row.id, artifact.name, artifact.version
        )
        for artifact in latest.values()
        if artifact.name.rpartition(".")[2] in formats or not artifact.name.startswith("report.")
    }
    ledger = await evidence_lines(store, row.id)
    evidence = [LEDGER if out is None else f"{name}.{row.lang}.{LEDGER}"] if ledger else []
    try:
        folder = out or _own_folder(reports, name, row.id)
        folder.mkdir(parents=True, exist_ok=True)
        _spare_what_is_there(folder, [*files, *evidence], row.id)
        (folder / MARK).write_text(row.id, encoding="utf-8")
        for target, made in files.items():
            shutil.copyfile(made, folder / target)
        for target in evidence:
            (folder / target).write_bytes(ledger)
    except OSError as error:
        raise InputError(
            f"`{error.filename or out or reports}` cannot be written: {error.strerror or error}",
            hint=f"The run is kept: `kasen runs export {row.id} --out DIR`.",
        ) from error
    return [folder / target for target in (*files, *evidence)]


def _spare_what_is_there(folder: Path, targets: list[str], run_id: str) -> None:
    """A folder without our mark belongs to the user, and nothing in it is overwritten."""
    there = [target for target in targets if (folder / target).exists()]
    if there and not (folder / MARK).exists():
        raise InputError(
            f"`{folder / there[0]}` is there already and is not overwritten",
            hint=f"The run is kept: `kasen runs export {run_id} --out DIR` with another folder.",
        )


async def evidence_lines(store: Store, run_id: str) -> bytes:
    """The ledger of a run, one claim per line: text, support, reasons, quote, and each passage with its source."""
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
            passages.append({"id": passage.id, "text": passage.text, **place, **where})
        body = claim.model_dump(mode="json", exclude={"passage_ids"})
        lines.append(orjson.dumps({**body, "passages": passages}) + b"\n")
    return b"".join(lines)


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
