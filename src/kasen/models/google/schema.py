"""JSON schemas as Gemini takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

_KEPT = ("type", "description", "enum", "minItems", "maxItems", "minimum", "maximum", "required")
_FORMATS = frozenset({"date-time", "date", "time"})
_SAID = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "pattern": "matches the regular expression {}",
    "multipleOf": "a multiple of {}",
    "exclusiveMinimum": "greater than {}",
    "exclusiveMaximum": "less than {}",
}
"""Keywords that Gemini does not know and how a description says them instead."""
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def gemini_schema(schema: Mapping[str, Any]) -> Schema:
    """The schema in the keywords that `responseJsonSchema` supports; it accepts whatever `schema` accepts.

    Source: the reference of google.genai.types.GenerateContentConfig.response_json_schema. References are put in
    place, except in cycles, where they may only stand in properties that are not required; nothing may stand beside
    them. What cannot be expressed is said in the description.
    """
    adapted = _Adapter(schema.get("$defs", {}))
    result = adapted.one(schema, ())
    title = schema.get("title") or str(schema.get("$ref", "")).rpartition("/")[2]
    if title:
        result = {"title": title, **result}
    if adapted.cyclic:
        definitions: Schema = {}
        while missing := adapted.cyclic - definitions.keys():
            name = min(missing)
            definitions[name] = adapted.one(adapted.definitions[name], (name,))
        result["$defs"] = definitions
    return result


class _Adapter:
    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self.definitions = definitions
        self.cyclic: set[str] = set()

    def one(self, schema: Any, trail: tuple[str, ...]) -> Schema:
        """One schema; `trail` holds the names of the definitions that it stands in."""
        if not isinstance(schema, Mapping):
            return {}
        if "$ref" in schema:
            return self._reference(schema, trail)
        schema = _merged(schema)
        result: Schema = {key: schema[key] for key in _KEPT if key in schema}
        if schema.get("format") in _FORMATS:
            result["format"] = schema["format"]
        _values(schema, result)
        _bounds(schema, result)
        self._inside(schema, result, trail)
        return result

    def _reference(self, schema: Mapping[str, Any], trail: tuple[str, ...]) -> Schema:
        name = str(schema["$ref"]).removeprefix("#/$defs/")
        if name in trail:
            self.cyclic.add(name)
            return {"$ref": f"#/$defs/{name}"}
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return self.one({**self.definitions.get(name, {}), **beside}, (*trail, name))

    def _inside(self, schema: Mapping[str, Any], result: Schema, trail: tuple[str, ...]) -> None:
        for key in ("anyOf", "oneOf"):
            if key in schema:
                result["anyOf"] = [self.one(choice, trail) for choice in schema[key]]
        if "prefixItems" in schema:
            result["prefixItems"] = [self.one(item, trail) for item in schema["prefixItems"]]
        if isinstance(schema.get("items"), Mapping):
            result["items"] = self.one(schema["items"], trail)
        extra = schema.get("additionalProperties")
        if extra is True or isinstance(extra, Mapping):
            result["additionalProperties"] = True if extra is True else self.one(extra, trail)
        if "properties" in schema:
            self._properties(schema["properties"], result, trail)

    def _properties(self, properties: Mapping[str, Any], result: Schema, trail: tuple[str, ...]) -> None:
        result["properties"] = {name: self.one(value, trail) for name, value in properties.items()}
        required = [name for name in result.pop("required", ()) if not _has_reference(result["properties"].get(name))]
        if required:
            result["required"] = required


def _merged(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """`allOf` of one, which pydantic writes around a reference, taken out."""
    parts = schema.get("allOf")
    if not parts:
        return schema
    merged: Schema = {}
    for part in parts:
        merged.update(part)
    return {**merged, **{key: value for key, value in schema.items() if key != "allOf"}}


def _values(schema: Mapping[str, Any], result: Schema) -> None:
    """`const` and `enum`: Gemini knows enumerations of strings and numbers only, each of one type."""
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if values is None:
        return
    result.pop("enum", None)
    kinds: dict[str, list[Any]] = {}
    for value in values:
        kinds.setdefault(_TYPES.get(type(value), "string"), []).append(value)
    choices = [
        {"type": kind} if kind in {"boolean", "null"} else {"type": kind, "enum": found}
        for kind, found in kinds.items()
    ]
    if len(choices) == 1:
        result.update(choices[0])
    else:
        result.pop("type", None)
        result["anyOf"] = choices


def _bounds(schema: Mapping[str, Any], result: Schema) -> None:
    whole = schema.get("type") == "integer"
    for key, ours, step in (("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)):
        if key in schema:
            result[ours] = schema[key] + step if whole else schema[key]
    said = [words.format(schema[key]) for key, words in _SAID.items() if key in schema]
    if said:
        known = result.get("description", "")
        result["description"] = f"{known} ({'; '.join(said)})" if known else "; ".join(said)


def _has_reference(schema: Any) -> bool:
    if isinstance(schema, Mapping):
        return "$ref" in schema or any(_has_reference(value) for value in schema.values())
    return isinstance(schema, list) and any(map(_has_reference, schema))
