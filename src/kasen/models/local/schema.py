"""A JSON schema as a grammar wants it: what a small model may leave out, it leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_NAMES = frozenset({"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"})
"""Keywords whose keys are names and no keywords: a field may be called `title`."""
_VALUES = frozenset({"const", "enum", "examples", "required"})


def local_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with every declared property required, at every depth; titles and defaults are left out.

    What satisfies it satisfies `schema` too. A field with a default may still be null or empty where its type says so.
    """
    kept = {key: _inside(key, value) for key, value in schema.items() if key not in ("title", "default")}
    if isinstance(schema.get("properties"), Mapping):
        kept["required"] = list(schema["properties"])
    return kept


def _inside(key: str, value: Any) -> Any:
    if key in _VALUES:
        return value
    if key in _NAMES and isinstance(value, Mapping):
        return {name: _inside("", one) for name, one in value.items()}
    if isinstance(value, Mapping):
        return local_schema(value)
    return [_inside("", one) for one in value] if isinstance(value, list) else value
