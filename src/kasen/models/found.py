"""Which providers can be asked here: is there a key, is the client library installed. No SDK is imported for it."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from kasen.models.access import Access
from kasen.models.registry import EXTRAS, PROVIDERS, split

KEYS = {
    "google": "GOOGLE_API_KEY",
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "compatible": "KASEN_COMPATIBLE_BASE_URL",
}
"""Provider to the variable without which it cannot be asked; the others need none."""
VENDORS = ("google", "openai", "anthropic")
"""Providers with a key of their own, in the order in which they are named."""
MODULES = {
    "google": "google.genai",
    "openai": "openai",
    "anthropic": "anthropic",
    "ollama": "ollama",
    "compatible": "openai",
    "local": "xllamacpp",
}
"""Provider to the module of its client library."""


class Standing(NamedTuple):
    """Whether one provider can be asked; `lacks` says in a clause what is missing and is empty when it can."""

    provider: str
    has_key: bool
    has_extra: bool
    lacks: str

    @property
    def ready(self) -> bool:
        """True when key and client library are there."""
        return not self.lacks


def standings(access: Access) -> dict[str, Standing]:
    """Every provider by name; whether a key is accepted or a server answers is not looked at."""
    return {provider: _standing(provider, access) for provider in PROVIDERS}


def _standing(provider: str, access: Access) -> Standing:
    has_key, has_extra = _has_key(provider, access), _has_extra(provider)
    lacks = [] if has_key else [f"{KEYS[provider]} is not set"]
    if not has_extra:
        lacks.append(f'`pip install "kasen[{EXTRAS[provider]}]"` is missing')
    return Standing(provider, has_key, has_extra, " and ".join(lacks))


def _has_key(provider: str, access: Access) -> bool:
    held = {
        "google": access.google_api_key or access.vertex_project_id,
        "openai": access.openai_api_key,
        "anthropic": access.anthropic_api_key,
        "compatible": access.compatible_base_url,
    }
    return bool(held.get(provider, True))


def _has_extra(provider: str) -> bool:
    return provider not in MODULES or is_installed(MODULES[provider])


@cache
def is_installed(module: str) -> bool:
    """Whether a module can be imported, found out without importing it (of `a.b` only `a`)."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def askable(chain: Iterable[str], found: Mapping[str, Standing]) -> list[str]:
    """The models of a chain whose provider is ready, in order."""
    return [name for name in chain if found[split(name).provider].ready]
