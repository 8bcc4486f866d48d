"""Which place is asked before which."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs

from kasen.settings.chosen import about_choices
from kasen.settings.environment import from_environment, origin
from kasen.settings.fields import TABLES
from kasen.settings.files import TOML, Layer, read_toml
from kasen.settings.folder import KEY_OF, Brought, brought, warnings_of

CAPS = frozenset(
    {
        "budget_usd",
        "budget_tokens",
        "budget_seconds",
        "budget_calls",
        "concurrency",
        "upload_mb",
        "runs_each",
        "runs_in_all",
    }
)
"""Of these the lowest counts that stands in a file: a folder cannot raise what its user allows to be spent."""
_TRACING = "langchain_tracing_v2"


def user_file() -> Path:
    """The `kasen.toml` of the user, there or not."""
    return platformdirs.user_config_path("kasen") / TOML


def layers(flags: dict[str, Any]) -> list[Layer]:
    """All places, the first to be asked first, without what the current folder may not say; warnings come last."""
    given = Layer(values=flags, where=lambda name: f"--{name.replace('_', '-')}")
    environment = Layer(values=from_environment(), where=origin)
    user = read_toml(user_file(), folder=False)
    files = brought(Path())
    above = [given, environment]
    in_files = _lowest([*(file.plain for file in files), user])
    places = [*above, *in_files, *(file.last for file in files)]
    switch = _tracing(places)
    idle = frozenset({"langchain_endpoint", "langchain_api_key"} if switch is None else set())
    warnings = [*warnings_of(files, above, user, idle), *about_choices(files, above, user)]
    if switch is not None:
        is_held = any("langchain_api_key" in file.held_back.values for file in files)
        warnings += _about_tracing(places, switch, is_held=is_held)
    return [*_keys_of_addresses(places, files), *places, Layer(values={"warnings": tuple(warnings)})]


def merged(places: list[Layer]) -> dict[str, Any]:
    """One value per setting: that of the first place; tables are laid over each other entry by entry."""
    values: dict[str, Any] = {}
    for layer in reversed(places):
        for name, value in layer.values.items():
            values[name] = _laid_over(name, values.get(name), value) if name in TABLES else value
    return values


def _laid_over(name: str, below: Any, value: Any) -> Any:
    """Both entries when both can be read; otherwise the one that cannot, for the complaint."""
    if not is_readable(name, value):
        return value
    below = below if below is not None else {}
    return {**TABLES[name](below), **TABLES[name](value)} if is_readable(name, below) else below


def is_readable(name: str, value: Any) -> bool:
    """False for what should be a table and is none; every other value is looked at when all places are merged."""
    try:
        TABLES[name](value) if name in TABLES else None
    except ValueError:
        return False
    return True


def _lowest(places: list[Layer]) -> list[Layer]:
    """The same places; each cap is left only where it is lowest."""
    for name in CAPS:
        holders = [layer for layer in places if name in layer.values]
        try:
            least = min(holders, key=partial(_cap, name), default=None)
        except (TypeError, ValueError):  # no number: the complaint about it comes later
            continue
        places = [layer if layer is least else layer.without(frozenset({name})) for layer in places]
    return places


def _cap(name: str, layer: Layer) -> float:
    return float(layer.values[name])


def _keys_of_addresses(places: list[Layer], files: list[Brought]) -> Iterator[Layer]:
    """To the address that a trusted folder sets goes the key that it sets, not the one its user has for another."""
    for address, key in KEY_OF.items():
        place = next((layer for layer in places if address in layer.values), None)
        own = next((file.plain for file in files if key in file.plain.values), None)
        if place is not None and place.folder and own is not None:
            yield own.only(frozenset({key}))


def _tracing(places: list[Layer]) -> Layer | None:
    """The place that switches tracing on, if one does."""
    switch = next((layer for layer in places if _TRACING in layer.values), None)
    is_on = switch and str(switch.values[_TRACING]).lower() in ("1", "true", "t", "yes", "y", "on")
    return switch if is_on else None


def _about_tracing(places: list[Layer], switch: Layer, *, is_held: bool) -> Iterator[str]:
    if any("langchain_api_key" in layer.values for layer in places):
        if switch.folder:
            where = switch.where(_TRACING)
            yield f"{where}: what runs read and write here is sent to LangSmith, because this file says so"
    elif not is_held:
        yield "LangSmith tracing is on but LANGCHAIN_API_KEY is not set: nothing is sent"
