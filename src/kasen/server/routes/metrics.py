"""Figures for whatever watches over the server."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from prometheus_client import CONTENT_TYPE_LATEST

from kasen.server.context import ServerDeps, deps_of

router = APIRouter(tags=["server"])
TEXT = {"text/plain": {"schema": {"type": "string"}, "example": 'kasen_runs{team="research",status="done"} 3.0\n'}}


@router.get(
    "/metrics",
    summary="Figures of the server",
    operation_id="showMetrics",
    response_class=Response,
    responses={200: {"description": "In Prometheus's text format", "content": TEXT}},
)
async def metrics(deps: Annotated[ServerDeps, Depends(deps_of)]) -> Response:
    """Of all callers together, without a name of anybody; on a shared server any token may ask."""
    return Response(await deps.metrics.text(), media_type=CONTENT_TYPE_LATEST)
