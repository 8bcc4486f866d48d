"""The files of recent runs as resources: `kasen://runs/{id}/artifacts/{name}`, and results as JSON."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

import orjson

from kasen.errors import InputError, UnknownName
from kasen.runtime.artifacts import artifacts, content
from kasen.runtime.tables import RUNS

if TYPE_CHECKING:
    from mcp_types import ReadResourceResult, Resource, ResourceTemplate

    from kasen.runtime.rows import ArtifactRow, RunRow
    from kasen.runtime.store import Store

RECENT = 20
"""Runs whose files are listed."""
LARGEST = 32 << 20
"""Bytes of a file that is handed out; it goes through one line of text."""
JSON = "application/json"
_URI = re.compile(
    r"kasen://runs/(?P<run>[0-9A-Za-z]{26})/(?:artifacts/(?P<name>[^/?#]+)(?:\?version=(?P<version>\d{1,9}))?|result)"
)
_TEXTS = re.compile(r"text/.*|application/(json|xml|yaml|x-yaml|x-bibtex|x-tex|.*\+(json|xml))|image/svg\+xml")


def artifact_uri(run_id: str, name: str) -> str:
    """Address of the latest version of a file."""
    return f"kasen://runs/{run_id}/artifacts/{quote(name, safe='')}"


def result_uri(run_id: str) -> str:
    """Address of what came of a run, as JSON."""
    return f"kasen://runs/{run_id}/result"


def latest(rows: list[ArtifactRow]) -> list[ArtifactRow]:
    """The last version of each file, by name; not those that only the run itself reads (`_deck.json`)."""
    return list({row.name: row for row in rows if not row.name.startswith("_")}.values())


async def listed(store: Store) -> list[Resource]:
    """The files of this machine's user's latest runs."""
    from mcp_types import Resource

    found = []
    for run in await store.runs(limit=RECENT, where=[RUNS.c.owner == ""]):
        for row in latest(await artifacts(store, run.id)):
            uri = artifact_uri(run.id, row.name)
            title = f"{row.name} · {run.title}"
            found.append(Resource(name=row.name, title=title, uri=uri, mime_type=row.media_type, size=row.size))
    return found


def templates() -> list[ResourceTemplate]:
    """The forms of their addresses."""
    from mcp_types import ResourceTemplate

    return [
        ResourceTemplate(
            name="artifact",
            uri_template="kasen://runs/{id}/artifacts/{name}",
            description="A file that a run made, its latest version; `?version=N` for an earlier one.",
        ),
        ResourceTemplate(
            name="result",
            uri_template="kasen://runs/{id}/result",
            description="What came of a run, in the shape of its team's result.",
            mime_type=JSON,
        ),
    ]


async def read(store: Store, uri: str) -> ReadResourceResult:
    """What is kept there.

    Raises:
        UnknownName: nothing is.
        InputError: it is too large to be handed out so.
        StoreFailed: it cannot be read.
    """
    from mcp_types import BlobResourceContents, ReadResourceResult, TextResourceContents

    media_type, data = await _kept(store, uri)
    try:
        text = data.decode("utf-8") if _TEXTS.fullmatch(media_type.partition(";")[0]) else None
    except UnicodeDecodeError:
        text = None
    if text is not None:
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type=media_type, text=text)])
    blob = base64.b64encode(data).decode()
    return ReadResourceResult(contents=[BlobResourceContents(uri=uri, mime_type=media_type, blob=blob)])


async def _kept(store: Store, uri: str) -> tuple[str, bytes]:
    found = _URI.fullmatch(uri)
    if found is None:
        raise UnknownName(f"`{uri[:200]}` is no resource of Kasen")
    run = await own_run(store, found["run"])
    if found["name"] is None:
        if run.result is None:
            raise UnknownName(f"run {run.id} has no result: it is {run.status}")
        return JSON, orjson.dumps(run.result)
    name, version = unquote(found["name"]), int(found["version"] or 0)
    rows = {row.version: row for row in await artifacts(store, run.id) if row.name == name}
    row = rows.get(version or max(rows, default=0))
    if row is None:
        raise UnknownName(f"run {run.id} has no such artifact: `{name[:200]}`")
    if row.size > LARGEST:
        raise InputError(f"`{name}` has {row.size >> 20} MB, too many for this way", hint="Take it from disk.")
    return row.media_type, await content(store, run.id, row)


async def own_run(store: Store, run_id: str) -> RunRow:
    """A run of this machine's user. Raises UnknownName, in the same words for those of others."""
    missing = UnknownName(f"there is no run `{run_id[:40]}`")
    try:
        row = await store.run(run_id)
    except UnknownName:
        raise missing from None
    if row.owner:
        raise missing
    return row
