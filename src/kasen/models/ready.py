"""Which presets can be used on this machine now, and what the others lack."""

from __future__ import annotations

from kasen.models.access import Access
from kasen.models.connection import connection_of
from kasen.models.found import Standing, standings
from kasen.models.local.files import model_files
from kasen.models.presets import NONE, usable
from kasen.models.reach import reachable
from kasen.models.registry import split

LOOK_S = 0.3
"""Seconds that a server may take to accept a connection."""

_UNSET = " is not set"


def lacking(preset: str, access: Access) -> str:
    """What keeps a preset from being used, in a clause; empty when at least one model of it can be asked.

    A server is asked for a connection only, a key is not tried. Raises UnknownName.
    """
    if preset == NONE:
        return ""
    table, found = usable(preset), standings(access)
    providers = {split(name).provider: None for chain in table.chains() for name in chain if name[0] != "@"}
    if table.served:
        providers[table.served] = None
    reasons = [lacks(found[provider], access) for provider in providers]
    return "" if "" in reasons else _in_one(reasons)


def _in_one(reasons: list[str]) -> str:
    keys = [reason.removesuffix(_UNSET) for reason in reasons if reason.endswith(_UNSET)]
    others = [reason for reason in reasons if not reason.endswith(_UNSET)]
    unset = f"{keys[0]}{_UNSET}" if len(keys) == 1 else f"none of {', '.join(keys)} is set"
    return "; ".join([unset, *others] if keys else others)


def lacks(standing: Standing, access: Access) -> str:
    """What keeps one provider from being asked, in a clause: key, client library, a server that listens, a file."""
    if standing.lacks:
        return standing.lacks
    if standing.provider == "local" and not model_files(access.models_folder):
        return "no model was pulled (`kasen models pull`)"
    url = {"ollama": access.ollama_base_url, "compatible": access.compatible_base_url}.get(standing.provider, "")
    if url and not reachable(connection_of(access).entrance(url), LOOK_S):
        return f"no server answers at {url}"
    return ""
