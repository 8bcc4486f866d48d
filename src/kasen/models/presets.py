"""Which models answer which role: the data is `presets.toml`."""

from __future__ import annotations

import importlib.resources
import tomllib
from functools import cache
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from kasen.errors import ConfigurationError, UnknownName
from kasen.models.registry import split

NONE = "none"


class Preset(BaseModel):
    """One table of `presets.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    summary: str
    coming: bool = False
    """Declared, but its providers are not there yet."""
    default: tuple[str, ...] = ()
    tiers: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    roles: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    teams: dict[str, dict[str, tuple[str, ...]]] = Field(default_factory=dict)


class Choice(NamedTuple):
    """The preset of a run, and in words why it is that one."""

    preset: str
    why: str


@cache
def presets() -> dict[str, Preset]:
    """Every preset by name, in the order of the file, those to come included."""
    text = (importlib.resources.files("kasen") / "models" / "presets.toml").read_text(encoding="utf-8")
    return {name: Preset.model_validate(table) for name, table in tomllib.loads(text).items()}


def choose(asked: str, *, source: str = "") -> Choice:
    """The preset asked for, or the one that follows when none was; `source` says where the wish stood (`--preset`).

    A `provider:model` string is a preset of that one model. Raises UnknownName and ConfigurationError.
    """
    if not asked:
        return Choice(NONE, "no preset was chosen, and providers that need a key are still to come: the rules answer")
    usable(asked)
    return Choice(asked, f"chosen by {source}" if source else "chosen")


def usable(name: str) -> Preset:
    """The preset of that name. Raises UnknownName, and ConfigurationError for one that is still to come."""
    if ":" in name:
        split(name)
        return Preset(summary=f"`{name}` for every role", default=(name,))
    known = presets()
    if name not in known:
        raise UnknownName(f"there is no preset `{name}`; there is: {', '.join(known)}")
    preset = known[name]
    if preset.coming:
        now = ", ".join(f"`{other}`" for other, table in known.items() if not table.coming)
        raise ConfigurationError(
            f"preset `{name}` ({preset.summary}) is still to come", hint=f"Use one of those that work now: {now}."
        )
    return preset


def resolve(preset: str, role: str, tier: str, team: str) -> list[str]:
    """The chain of a role: `provider:model` strings to try in order; empty means that its rule answers.

    Looked up in the preset's team, then role, then tier, then default. Raises UnknownName and ConfigurationError.
    """
    table = usable(preset)
    for chains, key in ((table.teams.get(team, {}), role), (table.roles, role), (table.tiers, tier)):
        if key in chains:
            return list(chains[key])
    return list(table.default)
