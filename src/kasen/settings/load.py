"""Reading all settings of a command, and saying in words what is wrong with them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError

from kasen.errors import ConfigurationError, HomeUnusable
from kasen.settings.fields import Settings, by_field
from kasen.settings.files import EXPLAINED, Layer
from kasen.settings.layers import is_readable, layers, merged


def load_settings(**flags: Any) -> Settings:
    """Read all settings; a flag that is None was not given. Raises ConfigurationError naming file, line and key."""
    given = {name: value for name, value in flags.items() if value is not None}
    unknown = given.keys() - Settings.model_fields.keys()
    if unknown:
        raise TypeError(f"no such setting: {', '.join(sorted(unknown))}")
    places = layers(given)
    try:
        return Settings(**merged(places))
    except ValidationError as error:
        raise _in_words(error, places) from error


def usable_home(settings: Settings) -> Path:
    """`settings.home`, created when missing. Raises HomeUnusable when it cannot be written."""
    home = settings.home
    probe = home / f".writable-{os.getpid()}"
    try:
        home.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise HomeUnusable(
            f"Kasen's folder `{home}` cannot be written: {(error.strerror or str(error)).lower()}",
            hint="Set KASEN_HOME to a folder that you may write to.",
        ) from error
    return home


def _in_words(error: ValidationError, places: list[Layer]) -> ConfigurationError:
    """All mistakes at once, each with its place; the value of a key is not shown."""
    return ConfigurationError("; ".join(_mistakes(error, places)), hint=EXPLAINED)


def _mistakes(error: ValidationError, places: list[Layer]) -> Iterator[str]:
    for mistake in error.errors(include_url=False):
        if mistake["type"] == "default_factory_not_called":  # only follows from another mistake
            continue
        (field,) = by_field({str(mistake["loc"][0]): None}) or (str(mistake["loc"][0]),)
        place = _place(field, places)
        wanted = mistake["msg"].removeprefix("Value error, ").replace("Input should be ", "must be ")
        shown = "" if _is_private(field) else f", not `{mistake['input']}`"
        yield f"{place}: `{field}` {wanted}{shown}"


def _place(field: str, places: list[Layer]) -> str:
    """Where the value stands that is complained about; of a table, the first that cannot be read."""
    holders = [layer for layer in places if field in layer.values]
    wrong = [layer for layer in holders if not is_readable(field, layer.values[field])]
    return next((layer.where(field) for layer in (*wrong, *holders)), field)


def _is_private(field: str) -> bool:
    """Keys, and addresses: people paste keys into them. Tables of servers hold both."""
    is_address = field.endswith(("_url", "_endpoint"))
    return SecretStr in getattr(Settings.model_fields[field].annotation, "__args__", ()) or is_address or field == "mcp"
