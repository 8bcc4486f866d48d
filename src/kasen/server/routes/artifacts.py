"""The files that a run made, and what it may cite."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath

from kasen.errors import UnknownName
from kasen.runtime.artifacts import artifact_path, artifacts, content
from kasen.runtime.evidence import claims_of, evidence_of
from kasen.runtime.rows import ArtifactRow
from kasen.server.caller import Caller, caller_of
from kasen.server.context import ServerDeps, deps_of
from kasen.server.examples import EVIDENCE, shown
from kasen.server.files import file_headers, from_disk, from_memory, is_known, not_modified
from kasen.server.owned import owned_run
from kasen.server.shapes import ArtifactShown, EvidenceShown
from kasen.server.veil import is_text

router = APIRouter(prefix="/api/runs/{run_id}", tags=["artifacts"])
Deps = Annotated[ServerDeps, Depends(deps_of)]
By = Annotated[Caller, Depends(caller_of)]
RunId = Annotated[str, InPath(max_length=40)]
LARGEST = 2**31
_BYTES = {"content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}}
ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file", **_BYTES},
    206: {"description": "The range that was asked for", **_BYTES},
    304: {"description": "The client has that version"},
    416: {"description": "The file has no such range"},
}


@router.get("/artifacts", summary="List the files of a run", operation_id="listArtifacts")
async def list_artifacts(run_id: RunId, deps: Deps, caller: By) -> list[ArtifactShown]:
    """All versions of all of them, by name and version."""
    row = await owned_run(deps, caller, run_id)
    return [ArtifactShown.of(row.id, one) for one in await artifacts(deps.runner.store, row.id)]


@router.get(
    "/artifacts/{name}",
    summary="Read a file of a run",
    operation_id="readArtifact",
    response_class=Response,
    responses=ANSWERS,
)
@router.head("/artifacts/{name}", include_in_schema=False)
async def read_artifact(
    run_id: RunId,
    name: Annotated[str, InPath(max_length=300, examples=["report.md"])],
    request: Request,
    deps: Deps,
    caller: By,
    version: Annotated[int, Query(ge=0, le=LARGEST, description="0: the latest")] = 0,
    download: Annotated[bool, Query(description="Have browsers save it rather than show it")] = False,
) -> Response:
    """The bytes, whole or a range of them. HTML and SVG are shown without scripts, links and network."""
    row = await owned_run(deps, caller, run_id)
    found = _version(await artifacts(deps.runner.store, row.id), name, version)
    if not caller.is_outside and not found.place:
        headers = file_headers(found.name, found.media_type, found.sha256, download=download)
        path = artifact_path(deps.runner.store, row.id, found.name, found.version)
        if is_known(request, found.sha256):
            return not_modified(headers)
        if await asyncio.to_thread(path.is_file):
            return await asyncio.to_thread(from_disk, request, path, found.media_type, headers)
    data = await content(deps.runner.store, row.id, found)
    tag = found.sha256
    if caller.is_outside and is_text(found.media_type):
        data = await asyncio.to_thread(deps.veils.of(caller), data)
        tag = hashlib.sha256(data).hexdigest()
    headers = file_headers(found.name, found.media_type, tag, download=download)
    return not_modified(headers) if is_known(request, tag) else from_memory(request, data, found.media_type, headers)


@router.get("/evidence", summary="What a run may cite", operation_id="readEvidence", responses=shown(EVIDENCE))
async def evidence(
    run_id: RunId,
    deps: Deps,
    caller: By,
    ids: Annotated[list[str] | None, Query(max_length=1000, description="Passages and sources; all without it")] = None,
) -> EvidenceShown:
    """Passages with their exact words, the sources that they stand in, and the claims that rest on them."""
    row = await owned_run(deps, caller, run_id)
    store = deps.runner.store
    found = await evidence_of(store, row.id)
    wanted = {part for one in ids or () for part in one.split(",")}
    pairs = [(p, s) for p, s in found if not wanted or p.id in wanted or s.id in wanted]
    claims = [one for one in await claims_of(store, row.id) if not wanted or wanted & {one.id, *one.passage_ids}]
    return EvidenceShown(
        sources=list({source.id: source for _, source in pairs}.values()),
        passages=list({passage.id: passage for passage, _ in pairs}.values()),
        claims=claims,
    )


def _version(rows: list[ArtifactRow], name: str, version: int) -> ArtifactRow:
    """The version that is meant. Raises UnknownName."""
    found = {row.version: row for row in rows if row.name == name}
    if not found or (version and version not in found):
        raise UnknownName(f"this run has no {f'version {version} of ' if found else ''}artifact `{name[:200]}`")
    return found[version or max(found)]
