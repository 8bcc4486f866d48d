"""Which models answer the roles of a team in a run, and which of them can be asked on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kasen.errors import ConfigurationError, UnknownName, UsageError
from kasen.finding import part
from kasen.models.access import Access
from kasen.models.choice import Choice, choose, merged, parse_overrides, picture_model, stand_ins
from kasen.models.found import Standing, askable, standings
from kasen.models.images import PAINTER
from kasen.models.notice import Left
from kasen.models.presets import EVERY_ROLE, Resolved, resolved
from kasen.models.registry import split
from kasen.team import Team

if TYPE_CHECKING:
    from kasen.models.role import Role
    from kasen.settings import Settings


class Chosen(NamedTuple):
    """What a run is driven with: preset, why it is that one, and what stands before it for single roles and tiers."""

    preset: str
    why: str
    models: dict[str, list[str]]


class RoleModels(NamedTuple):
    """The chain of one role: as chosen, what of it can be asked here, and why it is that one."""

    role: Role[Any]
    chain: list[str]
    askable: list[str]
    why: str


def roles_of(team: Team) -> list[Role[Any]]:
    """The roles of a team, in its order; their modules are imported. Raises ConfigurationError as `finding.part`."""
    return [part(team.name, reference) for reference in team.roles]


def chosen(
    settings: Settings, access: Access, *, team: Team | None = None, flags: Sequence[str] = (), source: str = ""
) -> Chosen:
    """Preset and models of a run by flags (`--model`), settings and keys found.

    Flags come before the setting `models`, that before VL_MODEL; a flag that names no role stands for the preset.
    Raises UnknownName and UsageError.
    """
    roles = [role.name for role in roles_of(team)] if team and flags else []
    roles += [PAINTER] if team and team.draws else []
    whole, by_flag = parse_overrides(flags, roles, team.name if team else "")
    if whole and source:
        raise UsageError(f"`--model {whole}` and `{source}` both want every role", hint="Name a role: ROLE=…")
    choice = _choice(settings, access, whole, source)
    served = stand_ins(choice.preset, access)
    return Chosen(*choice, merged(served, picture_model(settings.vl_model), _set(settings), by_flag))


def _set(settings: Settings) -> dict[str, list[str]]:
    """The setting `models`; roles of any team may stand there. Raises ConfigurationError for an unknown provider."""
    for name, chain in settings.models.items():
        for model in chain:
            try:
                split(model)
            except UnknownName as error:
                raise ConfigurationError(f"the setting `models` for `{name}`: {error}", hint=error.hint) from error
    return settings.models


def _choice(settings: Settings, access: Access, whole: str, source: str) -> Choice:
    if whole:
        return choose(whole, access, source="--model")
    where = source or ("the settings" if settings.preset else "")
    return choose(settings.preset, access, source=where, model_provider=settings.model_provider)


def models_of_roles(team: Team, preset: str, models: dict[str, list[str]], access: Access) -> list[RoleModels]:
    """Every role of a team with its chain. Raises UnknownName for a preset or provider that does not exist."""
    found = standings(access)
    return [_of_role(role, team.name, preset, models, found) for role in roles_of(team)]


def _of_role(
    role: Role[Any], team: str, preset: str, models: dict[str, list[str]], found: dict[str, Standing]
) -> RoleModels:
    chain, why = resolved(preset, role.name, role.tier, team, models)
    return RoleModels(role, chain, askable(chain, found), why)


def image_models(team: str, preset: str, models: dict[str, list[str]]) -> Resolved:
    """The chain for pictures; a preset's chain for every role makes none, for few models do. Raises UnknownName."""
    found = resolved(preset, PAINTER, "image", team, models)
    return Resolved([], found.why) if found.why == EVERY_ROLE else found


class Answering:
    """What the roles of runs are asked with, seen from what this machine has. One per process."""

    def __init__(self, access: Access) -> None:
        self._found = standings(access)

    def chain(self, role: Role[Any], team: str, preset: str, models: dict[str, list[str]]) -> list[str]:
        """The models to ask, in order, without those whose key or client library is missing.

        When it is missing for all of them, all are named: that each cannot be used is then why the rule answered.
        """
        one = _of_role(role, team, preset, models, self._found)
        return one.askable or one.chain

    def painters(self, team: str, preset: str, models: dict[str, list[str]]) -> list[str]:
        """The models that make pictures here, in order; those whose key is missing are left out without a word."""
        return askable(image_models(team, preset, models).chain, self._found)

    def left_out(
        self, role: Role[Any], team: str, preset: str, models: dict[str, list[str]]
    ) -> tuple[Left, str] | None:
        """The model that would have been asked first and cannot be, and the one that is asked instead."""
        one = _of_role(role, team, preset, models, self._found)
        if not one.askable or one.askable[0] == one.chain[0]:
            return None
        lacks = self._found[split(one.chain[0]).provider].lacks
        return Left(one.chain[0], ConfigurationError(lacks)), one.askable[0]
