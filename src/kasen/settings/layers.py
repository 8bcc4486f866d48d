"""Which place is asked before which, and what the current folder may not say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs

from kasen.settings.environment import from_environment
from kasen.settings.fields import TABLES, variable
from kasen.settings.files import DOTENV, TOML, Layer, read_dotenv, read_toml

FOLDER_LAST = frozenset(
    {
        "tavily_api_key",
        "google_api_key",
        "openai_api_key",
        "anthropic_api_key",
        "compatible_api_key",
        "embeddings_api_key",
        "langchain_api_key",
        "langchain_endpoint",
        "redis_host",
    }
)
"""Keys and addresses: the user's own file is asked before the current folder."""
FOLDER_NEVER = frozenset({"editor"})
"""Commands: a folder cannot set them."""
ENDPOINT_OF = {"langchain_endpoint": "langchain_api_key"}
"""Address and the key that is sent to it: the key never goes to an address from a less trusted place."""


def layers(flags: dict[str, Any]) -> list[Layer]:
    """All places, the most trusted first; keys, addresses and commands of the folder are moved behind or dropped."""
    given = Layer(values=flags, where=lambda name: f"--{name.replace('_', '-')}")
    environment = Layer(values=from_environment(), where=variable)
    folder = [read_dotenv(Path(DOTENV)), read_toml(Path(TOML), folder=True)]
    user = read_toml(platformdirs.user_config_path("kasen") / TOML, folder=False)
    plain = [layer.without(FOLDER_LAST | FOLDER_NEVER) for layer in folder]
    last = [layer.only(FOLDER_LAST) for layer in folder]
    return _guarded([given, environment, *plain, user, *last], ignored=list(_ignored(folder)))


def merged(places: list[Layer]) -> dict[str, Any]:
    """One value per setting: that of the first place; tables are laid over each other entry by entry."""
    values: dict[str, Any] = {}
    for layer in reversed(places):
        for name, value in layer.values.items():
            values[name] = _laid_over(name, values.get(name), value) if name in TABLES else value
    return values


def _laid_over(name: str, below: Any, value: Any) -> Any:
    """Both entries when both can be read; otherwise the one that cannot, for the complaint."""
    try:
        upper = TABLES[name](value)
        lower = TABLES[name](below or {})
    except ValueError:
        return value if below is None or isinstance(below, dict) else below
    return {**lower, **upper}


def _guarded(places: list[Layer], *, ignored: list[str]) -> list[Layer]:
    """Drop addresses from the folder whose key comes from elsewhere, and say what was dropped."""
    warnings = list(ignored)
    for endpoint, key in ENDPOINT_OF.items():
        place = next((layer for layer in places if endpoint in layer.values), None)
        key_place = next((layer for layer in places if key in layer.values), None)
        if place and place.folder and key_place and not key_place.folder:
            warnings.append(
                f"{place.where(endpoint)}: `{endpoint}` is ignored, because the key for it was not set in this folder"
            )
            places = [layer.without(frozenset({endpoint})) if layer.folder else layer for layer in places]
    switch = next((layer for layer in places if "langchain_tracing_v2" in layer.values), None)
    if switch and str(switch.values["langchain_tracing_v2"]).lower() in ("1", "true", "t", "yes", "y", "on"):
        if not any("langchain_api_key" in layer.values for layer in places):
            warnings.append("LangSmith tracing is on but LANGCHAIN_API_KEY is not set: nothing is sent")
        elif switch.folder:
            where = switch.where("langchain_tracing_v2")
            warnings.append(f"{where}: what runs read and write here is sent to LangSmith, because this file says so")
    return [*places, Layer(values={"warnings": tuple(warnings)})]


def _ignored(folder: list[Layer]) -> Iterator[str]:
    for layer in folder:
        yield from layer.ignored
        for name in sorted(FOLDER_NEVER & layer.values.keys()):
            yield f"{layer.where(name)}: `{name}` is ignored: a folder cannot set a command"
