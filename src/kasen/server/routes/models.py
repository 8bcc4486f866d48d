"""Which model or rule answers each role, and why."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from kasen.models.access import access_of
from kasen.models.prices import table
from kasen.runtime.answering import chosen
from kasen.runtime.who_answers import RoleRow, asking, known_presets, role_rows
from kasen.server.context import ServerDeps, deps_of
from kasen.server.shapes import Shape
from kasen.server.teams_shown import public_team
from kasen.settings import Settings

router = APIRouter(prefix="/api/models", tags=["models"])


class ModelShown(Shape):
    """One model of a chain."""

    model: str = Field(examples=["openai:gpt-5-mini"])
    lacks: str = Field(examples=["OPENAI_API_KEY is not set"])
    """Why it cannot be asked here; empty when it can."""
    usd_in: float | None = Field(examples=[0.25])
    """US dollars per million tokens; null when that is not known."""
    usd_out: float | None = Field(examples=[2.0])


class RoleModelsShown(Shape):
    """One role and what answers it, in order; after the last model comes the rule."""

    team: str = Field(examples=["research"])
    role: str = Field(examples=["planner"])
    tier: str = Field(examples=["reasoning"])
    why: str = Field(examples=["tier reasoning"])
    models: list[ModelShown]
    chain: list[str] = Field(examples=[["openai:gpt-5-mini", "rule"]])


class PresetShown(Shape):
    """A choice of models for all roles."""

    summary: str = Field(examples=["No model: rules answer."])
    usable: bool
    """Whether some model of it can be asked now."""
    lacks: str = ""


class PricesShown(Shape):
    """Which table of prices it is."""

    version: str = Field(examples=["0.0.50"])
    newest: str = Field(examples=["2026-11-01"])


class ModelsShown(Shape):
    """What answers what."""

    preset: str = Field(examples=["none"])
    why: str = Field(examples=["no key was found"])
    roles: list[RoleModelsShown]
    presets: dict[str, PresetShown]
    prices: PricesShown


@router.get("", summary="Say what answers which role", operation_id="listModels")
async def models(
    deps: Annotated[ServerDeps, Depends(deps_of)],
    preset: Annotated[str, Query(max_length=200, description="As if this preset were set")] = "",
    team: Annotated[str, Query(max_length=64, description="Only the roles of this team")] = "",
) -> ModelsShown:
    """Which model or rule answers each role, why, and what it costs."""
    return await asyncio.to_thread(_found, deps.settings, preset, team)


def _found(settings: Settings, preset: str, team: str) -> ModelsShown:
    """Raises UnknownName for a preset or team that is not there."""
    settings = settings.model_copy(update={"preset": preset}) if preset else settings
    access = access_of(settings)
    teams = [public_team(team)] if team else asking()
    picked = chosen(settings, access, team=teams[0], source="`preset`" if preset else "")
    rows = [row for one in teams for row in role_rows(one, picked, access)]
    return ModelsShown(
        preset=picked.preset,
        why=picked.why,
        roles=[_role(row) for row in rows],
        presets={name: PresetShown.model_validate(said) for name, said in known_presets(access).items()},
        prices=PricesShown(version=str(table().version), newest=table().newest.isoformat()),
    )


def _role(row: RoleRow) -> RoleModelsShown:
    models = [
        ModelShown(model=one.model, lacks=one.lacks, usd_in=one.usd_in, usd_out=one.usd_out) for one in row.models
    ]
    return RoleModelsShown(team=row.team, role=row.role, tier=row.tier, why=row.why, models=models, chain=row.chain)
