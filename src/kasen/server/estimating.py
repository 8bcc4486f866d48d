"""What a run may cost, before it is begun."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import Field

from kasen.models.access import access_of
from kasen.runtime.estimate import Range, RoleEstimate, RunEstimate, estimate
from kasen.runtime.local_only import local_access
from kasen.runtime.request import parse_request
from kasen.server.asked import OptionsGiven, options_for, request_of
from kasen.server.shapes import Shape
from kasen.team import AUTO, Team

if TYPE_CHECKING:
    from kasen.server.caller import Caller
    from kasen.server.context import ServerDeps


class RangeShown(Shape):
    """From the least to the most."""

    low: float = Field(examples=[0.01])
    high: float = Field(examples=[0.05])


class RoleEstimateShown(Shape):
    """What one role may take; null where it cannot be known."""

    role: str = Field(examples=["planner"])
    model: str = Field(examples=["rule"])
    calls: RangeShown
    input_tokens: RangeShown
    output_tokens: RangeShown
    usd: RangeShown | None
    seconds: RangeShown | None


class EstimateShown(Shape):
    """What a run may take, without retries; the sums leave out what is not known."""

    team: str = Field(examples=["research"])
    mode: str = Field(examples=["quick"])
    preset: str = Field(examples=["none"])
    calls: RangeShown
    input_tokens: RangeShown
    output_tokens: RangeShown
    usd: RangeShown
    seconds: RangeShown
    usd_unknown: bool
    """Whether the price of some model is not known."""
    seconds_unknown: bool
    """Whether some role is answered at a speed that is not known."""
    roles: list[RoleEstimateShown]


async def estimate_for(
    deps: ServerDeps, caller: Caller, team: Team, request: dict[str, Any], mode: str | None, given: OptionsGiven
) -> EstimateShown:
    """The estimate. Raises UnknownName, UsageError and InputError, as starting that run would."""
    named = team.mode(mode)
    if named == AUTO:
        asked = await request_of(team, request, caller, deps.uploads)
        parsed = await asyncio.to_thread(parse_request, team, asked, reads_files=not caller.is_outside)
        named = (await asyncio.to_thread(team.mode_for, named, parsed))[0]
    options = options_for(deps.settings, team, named, given, caller=caller)
    access = access_of(deps.settings)
    access = local_access(access) if given.local_only else access
    found = await asyncio.to_thread(estimate, team, named, options.preset, options.models, access)
    return _shown(team, named, options.preset, found)


def _shown(team: Team, mode: str, preset: str, found: RunEstimate) -> EstimateShown:
    sums = {name: _range(found.total(name)) for name in ("calls", "input_tokens", "output_tokens", "usd", "seconds")}
    return EstimateShown.model_validate(
        {
            "team": team.name,
            "mode": mode,
            "preset": preset,
            **sums,
            "usd_unknown": found.usd_unknown,
            "seconds_unknown": found.seconds_unknown,
            "roles": [_role(one) for one in found.roles],
        }
    )


def _role(one: RoleEstimate) -> dict[str, Any]:
    ranges = {name: _range(getattr(one, name)) for name in ("calls", "input_tokens", "output_tokens", "usd", "seconds")}
    return {"role": one.role, "model": one.model, **ranges}


def _range(found: Range | None) -> dict[str, float] | None:
    return None if found is None else {"low": found.low, "high": found.high}
