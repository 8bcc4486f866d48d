"""Which preset a run gets when its user named none, and what its user set for single roles and tiers."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from kasen.errors import UnknownName, UsageError
from kasen.models.access import Access
from kasen.models.connection import connection_of
from kasen.models.found import VENDORS, standings
from kasen.models.local.files import DEFAULT, find_model, model_files
from kasen.models.presets import NONE, TIERS, chain_of, usable
from kasen.models.reach import reachable
from kasen.models.registry import ALIASES, PROVIDERS
from kasen.models.served import served

VENDOR_PRESET = {"google": "gemini", "openai": "openai", "anthropic": "anthropic"}
LOOK_S = 0.3
"""Seconds that an Ollama server may take to answer when nobody asked for it."""
_NAMED = {"google": "Google", "openai": "OpenAI", "anthropic": "Anthropic"}


class Choice(NamedTuple):
    """The preset of a run, and in words why it is that one."""

    preset: str
    why: str


def choose(
    asked: str,
    access: Access,
    *,
    source: str = "",
    model_provider: str = "",
) -> Choice:
    """The preset asked for, or the one that follows when none was; `source` says where the wish stood (`--preset`).

    With no wish: MODEL_PROVIDER, then `hybrid` with keys of two vendors, then the one vendor found, then a reachable
    Ollama that has a model, then a pulled GGUF file, then the rules. Only names of keys are ever said. An Ollama
    server is looked for, within 0.3 s, only when no key was found. Raises UnknownName.
    """
    if asked:
        usable(asked)
        varied = f"{asked}@{model_provider}" if asked == "seed" and model_provider else asked
        return Choice(varied, f"chosen by {source}" if source else "chosen")
    if model_provider:
        return Choice(model_provider, f"MODEL_PROVIDER is `{model_provider}`")
    return _by_what_is_found(access)


def _by_what_is_found(access: Access) -> Choice:
    standing = standings(access)
    ready = [vendor for vendor in VENDORS if standing[vendor].ready]
    unused = [f"{_NAMED[v]} ({standing[v].lacks})" for v in VENDORS if standing[v].has_key and not standing[v].ready]
    aside = f"; not usable yet: {', '.join(unused)}" if unused else ""
    keys = " and ".join(key_named(vendor, access) for vendor in ready)
    if len(ready) > 1:
        return Choice("hybrid", f"{keys} are set{aside}")
    if ready:
        return Choice(VENDOR_PRESET[ready[0]], f"{keys} is set{aside}")
    nothing = f"no usable key was found{aside}"
    entrance = connection_of(access).entrance(access.ollama_base_url)
    if standing["ollama"].ready and reachable(entrance, LOOK_S) and served("ollama", access):
        return Choice("ollama", f"{nothing}, and an Ollama server answers at {access.ollama_base_url}")
    if standing["local"].ready and model_files(access.models_folder):
        return Choice("local", f"{nothing}, and `{find_model(DEFAULT, access.models_folder).name}` was pulled")
    return Choice(NONE, f"{nothing}, no Ollama server answers and no local model was pulled: the rules answer")


def key_named(vendor: str, access: Access) -> str:
    """What a vendor is asked with, by name: the variable of its key, or that of the Vertex project."""
    if vendor == "google" and access.vertex_project_id:
        return "VERTEX_PROJECT_ID"
    return f"{vendor.upper()}_API_KEY"


def stand_ins(preset: str, access: Access) -> dict[str, list[str]]:
    """Overrides by tier for a preset whose server has none of the models that the preset names.

    Empty when it has some, when nothing is there, and for presets that ask no such server.
    """
    table = usable(preset)
    if not table.served:
        return {}
    there = served(table.served, access)
    named = {name for chain in table.chains() for name in chain}
    if not there or named.intersection(there):
        return {}
    return {tier: there[:3] for tier in TIERS if tier != "image"}


def parse_overrides(
    flags: Iterable[str], known_roles: Collection[str], team: str = ""
) -> tuple[str, dict[str, list[str]]]:
    """`--model [ROLE|TIER=]provider:model[,…]` flags as the preset that one without a name makes, and overrides.

    Raises:
        UsageError: two flags without a name, or no model in one.
        UnknownName: no such role, tier or provider; near names are suggested.
    """
    whole = ""
    chosen: dict[str, list[str]] = {}
    for flag in flags:
        name, models = _parts(flag)
        chain = list(chain_of(models))
        if name:
            chosen[_known(name, known_roles, team)] = chain
        elif whole:
            raise UsageError(
                f"`--model {whole}` and `--model {models}` both want every role", hint="Name a role: ROLE=…"
            )
        else:
            whole = ",".join(chain)
    return whole, chosen


def _parts(flag: str) -> tuple[str, str]:
    """The name before `=`, if any: an `=` after the first colon belongs to the model."""
    before, equals, after = flag.partition("=")
    return (before.strip(), after) if equals and ":" not in before else ("", flag)


def _known(name: str, roles: Collection[str], team: str) -> str:
    bare = name.removeprefix(f"{team}.") if team else name
    if bare in roles or name in TIERS:
        return name
    near = difflib.get_close_matches(bare, [*roles, *TIERS], n=1)
    there = f"There are roles: {', '.join(roles)}; tiers: {', '.join(TIERS)}."
    raise UnknownName(f"there is no role or tier `{name}` here", hint=f"Did you mean `{near[0]}`?" if near else there)


def picture_model(vl_model: str) -> dict[str, list[str]]:
    """The override that VL_MODEL makes: pictures only; a bare id is one of Google's."""
    if not vl_model:
        return {}
    provider = vl_model.partition(":")[0]
    named = ":" in vl_model and (provider in PROVIDERS or provider in ALIASES)
    return {"image": [vl_model if named else f"google:{vl_model}"]}


def merged(*tables: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Overrides of several places as one; the later table wins."""
    return {name: list(chain) for table in tables for name, chain in table.items()}
