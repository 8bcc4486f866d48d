"""Which models answer which role: the data is `presets.toml`."""

from __future__ import annotations

import difflib
import importlib.resources
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from kasen.errors import UnknownName, UsageError
from kasen.models.registry import split

NONE = "none"
EVERY_ROLE = "every role"
"""Why a chain is that of a role: it is the preset's for all that it does not name."""
TIERS = ("basic", "reasoning", "high_reasoning", "vision", "image")
Overrides = Mapping[str, Sequence[str]]
"""Role, `team.role` or tier → chain of `provider:model`: what stands before the preset."""


class Preset(BaseModel):
    """One table of `presets.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    summary: str
    served: str = ""
    """Provider whose own list of models stands in where none of the names here is on it."""
    default: tuple[str, ...] = ()
    tiers: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    roles: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    teams: dict[str, dict[str, tuple[str, ...]]] = Field(default_factory=dict)

    def chains(self) -> Iterable[tuple[str, ...]]:
        """Every chain of the table, once each place."""
        yield self.default
        for table in (self.tiers, self.roles, *self.teams.values()):
            yield from table.values()


class Resolved(NamedTuple):
    """The chain of a role, and in words which line of which table it stands in."""

    chain: list[str]
    why: str


@cache
def presets() -> dict[str, Preset]:
    """Every preset by name, in the order of the file."""
    text = (importlib.resources.files("kasen") / "models" / "presets.toml").read_text(encoding="utf-8")
    return {name: Preset.model_validate(table) for name, table in tomllib.loads(text).items()}


def usable(name: str) -> Preset:
    """The preset of that name: one of the file, `seed@gemini`, or a chain `provider:model[,provider:model…]`.

    Raises:
        UnknownName: there is no such preset or provider.
    """
    if ":" in name:
        chain = chain_of(name)
        return Preset(summary=f"`{name}` for every role", default=chain)
    known = presets()
    base = name.partition("@")[0]
    if base not in known:
        near = difflib.get_close_matches(base, known, n=1)
        hint = f"Did you mean `{near[0]}`?" if near else "`kasen models` shows them."
        raise UnknownName(f"there is no preset `{name}`; there is: {', '.join(known)}", hint=hint)
    return known[base]


def chain_of(text: str) -> tuple[str, ...]:
    """`openai:a,google:b` as a chain. Raises UnknownName for what is not `provider:model`, UsageError for nothing."""
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    for name in names:
        split(name)
    if not names:
        raise UsageError("no model is named", hint="Write provider:model.")
    return names


def resolve(preset: str, role: str, tier: str, team: str, overrides: Overrides | None = None) -> list[str]:
    """The chain of a role: `provider:model` strings to try in order; empty means that its rule answers."""
    return resolved(preset, role, tier, team, overrides).chain


def resolved(preset: str, role: str, tier: str, team: str, overrides: Overrides | None = None) -> Resolved:
    """The chain of a role and why it is that one.

    Overrides come first (`team.role`, role, tier), then the preset's team, role, tier and default.
    Raises UnknownName.
    """
    chosen = overrides or {}
    for key in (f"{team}.{role}", role, tier):
        if key in chosen:
            return Resolved(list(chosen[key]), f"set for {key}")
    table = usable(preset)
    provider = preset.partition("@")[2] if ":" not in preset else ""
    for chains, key, why in (
        (table.teams.get(f"{team}@{provider}", {}), role, "role in team"),
        (table.teams.get(f"{team}@{provider}", {}), tier, f"{tier} in team"),
        (table.teams.get(team, {}), role, "role in team"),
        (table.teams.get(team, {}), tier, f"{tier} in team"),
        (table.roles, role, "role"),
        (table.tiers, tier, f"tier {tier}"),
    ):
        if key in chains:
            return Resolved(_meant(chains[key], table), why)
    return Resolved(_meant(table.default, table), EVERY_ROLE)


def _meant(chain: Sequence[str], table: Preset) -> list[str]:
    """The chain with `@tier` replaced by that of the tier."""
    return [name for one in chain for name in (table.tiers[one[1:]] if one.startswith("@") else (one,))]
