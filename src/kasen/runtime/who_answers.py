"""Which model or rule answers each role, why, whether it can be asked here, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kasen import team as contract
from kasen.finding import of_each

if TYPE_CHECKING:
    from kasen.models.access import Access
    from kasen.runtime.answering import Chosen

RULE = "rule"


@dataclass(frozen=True)
class Asked:
    """One model of a chain: can it be asked here, and what a million tokens cost; None when that is not known."""

    model: str
    lacks: str
    usd_in: float | None
    usd_out: float | None


@dataclass(frozen=True)
class RoleRow:
    """One role and the chain that answers it; after the last of it comes the rule."""

    team: str
    role: str
    tier: str
    why: str
    models: list[Asked]
    chain: list[str]
    """Names of the chain, the rule at its end."""

    @property
    def first(self) -> Asked | None:
        """The model that is asked first, or None when the rule answers."""
        return next((one for one in self.models if not one.lacks), None)


def role_rows(team: contract.Team, picked: Chosen, access: Access) -> list[RoleRow]:
    """A row per role, and one for the models that make its pictures, where it has any made."""
    from kasen.models.images import PAINTER
    from kasen.runtime.answering import image_models, models_of_roles

    rows = []
    for role, chain, _, why in models_of_roles(team, picked.preset, picked.models, access):
        rows.append(RoleRow(team.name, role.name, role.tier, why, _asked(chain, access), [*chain, RULE]))
    if team.draws:
        chain, why = image_models(team.name, picked.preset, picked.models)
        shown = _asked(chain, access, pictures=True)
        rows.append(RoleRow(team.name, PAINTER, "image", why, shown, [*chain, RULE]))
    return rows


def advertised() -> list[contract.Team]:
    """The teams that are shown to users."""
    return [one for one in contract.loadable() if not one.internal]


def asking() -> list[contract.Team]:
    """Those of them that ask models; agents of others bring their own."""
    from kasen.runtime.answering import roles_of

    found = of_each(advertised(), lambda team: (team, [role.name for role in roles_of(team)]))
    return [team for team, roles in found if roles]


def known_presets(access: Access) -> dict[str, dict[str, Any]]:
    """Every preset: its summary, whether some model of it can be asked now, and what it lacks if none can."""
    from kasen.models.presets import presets
    from kasen.models.ready import lacking

    return {
        name: {"summary": preset.summary, "usable": not (lacks := lacking(name, access)), "lacks": lacks}
        for name, preset in presets().items()
    }


def _asked(chain: Sequence[str], access: Access, *, pictures: bool = False) -> list[Asked]:
    from kasen.models.drawing import picture_price
    from kasen.models.found import standings
    from kasen.models.prices import per_million
    from kasen.models.registry import split

    found = standings(access)
    priced = picture_price if pictures else None
    asked = []
    for name in chain:
        usd = per_million(name, address=access.compatible_base_url, priced=priced)
        asked.append(Asked(name, found[split(name).provider].lacks, *(usd or (None, None))))
    return asked
