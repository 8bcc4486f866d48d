"""Whether the server is up: asked by whatever watches over it, without a token."""

from __future__ import annotations

from importlib.metadata import version
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

router = APIRouter(tags=["server"])


class Health(BaseModel):
    """The server answers."""

    status: Literal["ok"] = "ok"
    version: str = Field(examples=["0.1.0"])


@router.get("/healthz", summary="Whether the server is up", operation_id="showHealth")
@router.head("/healthz", include_in_schema=False)
async def healthz() -> Health:
    """Answered without a token, and says nothing of what the server holds."""
    return Health(version=version("kasen"))
