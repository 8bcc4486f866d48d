"""The smallest value that a JSON schema accepts, so that any client gets a valid answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]
_FORMATS = {
    "date": "2026-01-01",
    "date-time": "2026-01-01T00:00:00Z",
    "time": "00:00:00Z",
    "duration": "PT1S",
    "email": "someone@example.com",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "ipv4": "192.0.2.1",
    "hostname": "example.com",
    "binary": "",
}
_FOR_PATTERNS = ("例", "a", "A", "0", "1", "a1", "A1", "a-1", "a_1", "S1", "00", "1.0", "2026", "2026-01", "2026-01-01",
                 "00:00", "#000000", "https://example.com/", "ja", "en", "1-1", "")  # fmt: skip


def smallest(schema: Schema) -> Any:
    """The smallest valid instance. Raises ValueError, naming it, for a part that no small value is known for."""
    return _value(schema, schema, frozenset({"#"}))


def _value(schema: Schema | bool, root: Schema, inside: frozenset[str]) -> Any:
    if isinstance(schema, bool) or not schema:
        return {}
    if "$ref" in schema:
        name = schema["$ref"]
        if name in inside:
            # A smallest value never needs what it is part of: another choice has to do.
            raise ValueError(f"{name} requires itself without end")
        return _value({**_found(name, root), **_without(schema, "$ref")}, root, inside | {name})
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "allOf" in schema:
        return _value(_merged(schema, root), root, inside)
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return _any(schema[word], _without(schema, word), root, inside)
    return _of_type(schema, root, inside)


def _any(choices: list[Schema], rest: Schema, root: Schema, inside: frozenset[str]) -> Any:
    # One that says something before null: a client learns more from it.
    problems = []
    for choice in sorted(choices, key=lambda choice: _type(choice) == "null"):
        try:
            return _value({**rest, **choice}, root, inside)
        except ValueError as error:
            problems.append(str(error))
    raise ValueError(problems[0])


def _of_type(schema: Schema, root: Schema, inside: frozenset[str]) -> Any:
    match _type(schema):
        case "object":
            required = schema.get("required", ())
            properties = schema.get("properties", {})
            return {name: _value(properties.get(name, {}), root, inside) for name in required}
        case "array":
            return _array(schema, root, inside)
        case "string":
            return _string(schema)
        case "integer" | "number":
            return _number(schema)
        case "boolean":
            return False
        case "null":
            return None
        case other:
            raise ValueError(f"no value is known for the type {other!r}")


def _type(schema: Schema) -> Any:
    named = schema.get("type")
    if isinstance(named, list):
        named = next((name for name in named if name != "null"), "null")
    if isinstance(named, str):
        return named.lower()  # Gemini's own schemas write them in capitals.
    guesses = {
        "properties": "object",
        "required": "object",
        "items": "array",
        "pattern": "string",
        "minLength": "string",
    }
    return next((type_ for word, type_ in guesses.items() if word in schema), "object")


def _array(schema: Schema, root: Schema, inside: frozenset[str]) -> list[Any]:
    first = list(schema.get("prefixItems", ()))
    least = int(schema.get("minItems", len(first)))
    values = [_value(item, root, inside) for item in first[:least]]
    item = schema.get("items", {})
    while len(values) < least:
        value = _value(item, root, inside)
        values.append(_different(value, len(values)) if schema.get("uniqueItems") else value)
    return values


def _different(value: Any, number: int) -> Any:
    if isinstance(value, str):
        return f"{value}{number}" if number else value
    return value + number if isinstance(value, int | float) and not isinstance(value, bool) else value


def _string(schema: Schema) -> str:
    least, most = int(schema.get("minLength", 0)), schema.get("maxLength")
    if pattern := schema.get("pattern"):
        for text in _FOR_PATTERNS:
            if re.search(pattern, text) and len(text) >= least and (most is None or len(text) <= most):
                return text
        raise ValueError(f"no text is known for the pattern {pattern!r}")
    if schema.get("format") in _FORMATS:
        return _FORMATS[schema["format"]]
    text = "例" * max(least, 1)
    return text if most is None else text[: int(most)]


def _number(schema: Schema) -> float | int:
    whole = _type(schema) == "integer"
    step = schema.get("multipleOf", 1 if whole else 0)
    least = schema.get("minimum", schema.get("exclusiveMinimum", 0))
    most = schema.get("maximum", schema.get("exclusiveMaximum"))
    small = step or 2**-10
    value = least if "minimum" in schema or "exclusiveMinimum" not in schema else least + small
    if most is not None and value > most:
        value = most
    if most is not None and value == schema.get("exclusiveMaximum"):
        value -= small
    if step:
        value = -(-value // step) * step
    return int(value) if whole or value == int(value) else value


def _found(reference: str, root: Schema) -> Schema:
    node: Any = root
    for part in reference.removeprefix("#").strip("/").split("/"):
        node = node[part.replace("~1", "/").replace("~0", "~")] if part else node
    return node  # type: ignore[no-any-return]


def _without(schema: Schema, word: str) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name != word}


def _merged(schema: Schema, root: Schema) -> dict[str, Any]:
    merged = _without(schema, "allOf")
    for part in schema["allOf"]:
        part = {**_found(part["$ref"], root), **_without(part, "$ref")} if "$ref" in part else part
        properties = {**merged.get("properties", {}), **part.get("properties", {})}
        required = [*merged.get("required", ()), *part.get("required", ())]
        merged = {**merged, **part, "required": list(dict.fromkeys(required))}
        if properties:
            merged["properties"] = properties
        if not required:
            del merged["required"]
    return merged
