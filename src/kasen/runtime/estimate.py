"""What a run is expected to take, before anything is asked: calls, tokens, money and time, least and most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kasen.models.access import Access
from kasen.models.drawing import picture_price
from kasen.models.found import askable, standings
from kasen.models.images import PAINTER
from kasen.models.prices import PerMillion, per_million
from kasen.models.registry import split
from kasen.models.role import RULE
from kasen.runtime.answering import RoleModels, image_models, models_of_roles
from kasen.team import Expected, Team

REASONING: Mapping[str, int] = {"reasoning": 2000, "high_reasoning": 4000}
"""Tier → tokens that a hosted model may think before one answer, which are paid for as output. An assumption: how long
they think is theirs to choose, and `kasen runs show` tells afterwards."""
FIRST_S = (0.5, 3.0)
"""Seconds until a hosted model begins to answer. An assumption, as is the next."""
PER_SECOND = (200, 60)
"""Tokens that a hosted model writes in a second, at best and at worst."""
_OWN_MACHINE = frozenset({"ollama", "local", "compatible", "manual"})
"""Providers whose speed is that of a machine, or person, that is not known."""


class Range(NamedTuple):
    """From the least to the most."""

    low: float
    high: float


ZERO = Range(0.0, 0.0)
PICTURE_S = Range(5.0, 40.0)
"""Seconds of one picture. An assumption."""


@dataclass(frozen=True, kw_only=True)
class RoleEstimate:
    """What one role is expected to take; `usd` and `seconds` are None when they cannot be known."""

    role: str
    model: str
    """The model that is asked first, or `rule`."""
    calls: Range = ZERO
    input_tokens: Range = ZERO
    output_tokens: Range = ZERO
    usd: Range | None = ZERO
    seconds: Range | None = ZERO


@dataclass(frozen=True, kw_only=True)
class RunEstimate:
    """What a run is expected to take by role, without retries and without models further down a chain.

    The sums leave out what is not known; `usd_unknown` and `seconds_unknown` say so.
    """

    roles: tuple[RoleEstimate, ...]

    def total(self, what: str) -> Range:
        """Sum of one field over all roles, as if they worked one after the other."""
        parts = [part for part in (getattr(role, what) for role in self.roles) if part is not None]
        return Range(sum(part.low for part in parts), sum(part.high for part in parts))

    @property
    def usd_unknown(self) -> bool:
        """True when the price of some model is not known."""
        return any(role.usd is None for role in self.roles)

    @property
    def seconds_unknown(self) -> bool:
        """True when some role is answered at a speed that is not known."""
        return any(role.seconds is None for role in self.roles)


def estimate(team: Team, mode: str, preset: str, models: dict[str, list[str]], access: Access) -> RunEstimate:
    """What a run of that mode is expected to take with these models: the data of the team times today's prices."""
    expected = team.expected.get(mode, {})
    rows = models_of_roles(team, preset, models, access)
    asked = [row for row in rows if row.role.name in expected]
    roles = [_role(row, expected[row.role.name], access) for row in asked]
    if team.draws and PAINTER in expected:
        chain = image_models(team.name, preset, models).chain
        roles.append(_painter(askable(chain, standings(access)), expected[PAINTER]))
    return RunEstimate(roles=tuple(roles))


def _painter(chain: list[str], expected: Expected) -> RoleEstimate:
    """Pictures, each a call, at the rate of pictures; where no model makes any, there are none."""
    if not chain:
        return RoleEstimate(role=PAINTER, model=RULE)
    calls, given, written = (Range(*r) for r in (expected.calls, expected.input_tokens, expected.output_tokens))
    usd = _at(per_million(chain[0], priced=picture_price), calls, given, written)
    return RoleEstimate(
        role=PAINTER,
        model=chain[0],
        calls=calls,
        input_tokens=_each(calls, given),
        output_tokens=_each(calls, written),
        usd=usd,
        seconds=_each(calls, PICTURE_S),
    )


def _role(row: RoleModels, expected: Expected, access: Access) -> RoleEstimate:
    if not row.askable:
        return RoleEstimate(role=row.role.name, model=RULE)
    model = row.askable[0]
    own = split(model).provider in _OWN_MACHINE
    thinking = 0 if own else REASONING.get(row.role.tier, 0)
    written = Range(expected.output_tokens[0], expected.output_tokens[1] + thinking)
    calls = Range(*expected.calls)
    return RoleEstimate(
        role=row.role.name,
        model=model,
        calls=calls,
        input_tokens=_each(calls, Range(*expected.input_tokens)),
        output_tokens=_each(calls, written),
        usd=_usd(model, calls, Range(*expected.input_tokens), written, access),
        seconds=None if own else _each(calls, _seconds(written, row.role.maximum_s)),
    )


def _each(calls: Range, one: Range) -> Range:
    return Range(calls.low * one.low, calls.high * one.high)


def _usd(model: str, calls: Range, given: Range, written: Range, access: Access) -> Range | None:
    return _at(per_million(model, address=access.compatible_base_url), calls, given, written)


def _at(row: PerMillion | None, calls: Range, given: Range, written: Range) -> Range | None:
    if row is None:
        return None
    low, high = ((row.input * i + row.output * o) / 1e6 for i, o in zip(given, written, strict=True))
    return _each(calls, Range(low, high))


def _seconds(written: Range, maximum_s: float | None) -> Range:
    """Seconds of one call; a role leaves its model after its maximum."""
    low, high = (first + tokens / speed for first, tokens, speed in zip(FIRST_S, written, PER_SECOND, strict=True))
    longest = high if maximum_s is None else maximum_s
    return Range(min(low, longest), min(high, longest))
