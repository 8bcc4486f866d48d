"""Files that runs, knowledge bases and chats take are sent here first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi import Path as InPath
from starlette.requests import ClientDisconnect

from kasen.server.caller import Caller, caller_of
from kasen.server.context import ServerDeps, deps_of
from kasen.server.errors import Rejected
from kasen.server.forms import FormFile
from kasen.server.uploads import Upload

router = APIRouter(prefix="/api/uploads", tags=["uploads"])
Deps = Annotated[ServerDeps, Depends(deps_of)]
By = Annotated[Caller, Depends(caller_of)]
FORM = "multipart/form-data"
_FILE = {"type": "string", "format": "binary"}
_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/octet-stream": {"schema": _FILE},
            FORM: {"schema": {"type": "object", "properties": {"file": _FILE}, "required": ["file"]}},
        },
    }
}


@router.post("", summary="Send a file", status_code=201, openapi_extra=_BODY, operation_id="sendUpload")
async def receive(
    request: Request,
    deps: Deps,
    caller: By,
    name: Annotated[str, Query(max_length=1000, examples=["market.pdf"], description="Name of the file.")] = "",
    name_header: Annotated[
        str, Header(alias="name", max_length=3000, description="The same, percent-encoded UTF-8.")
    ] = "",
) -> Upload:
    """The bytes as the body, or a form with one file. Runs name it `upload:ID`; without a run it goes after a day."""
    given = name or unquote(name_header)
    body: AsyncIterator[bytes] = request.stream()
    try:
        content_type = request.headers.get("content-type", "")
        if content_type.partition(";")[0].strip().lower() == FORM:
            form = FormFile(content_type, body)
            given, body = await form.open() or given, form.chunks()
        return await deps.uploads.receive(caller.owner, given, _not_empty(body))
    except ClientDisconnect:
        raise Rejected(400, "the file did not come whole") from None


@router.delete(
    "/{upload_id}", summary="Remove a file that no run has taken", status_code=204, operation_id="removeUpload"
)
async def remove(upload_id: Annotated[str, InPath(max_length=64)], deps: Deps, caller: By) -> None:
    """Only your own, and not while it belongs to a run."""
    await asyncio.to_thread(deps.uploads.delete, caller.owner, upload_id)


async def _not_empty(body: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    size = 0
    async for chunk in body:
        size += len(chunk)
        yield chunk
    if not size:
        raise Rejected(422, "the file is empty")
