"""A reply's JSON schema in the strict subset of OpenAI's structured outputs, and the answer's way back from it.

The subset (https://platform.openai.com/docs/guides/structured-outputs): every property is required, no other is
allowed, `$ref` stands alone, few keywords bound a value. What it cannot say stands in a description instead, in the
schema's own words: `(default: 5; maxLength: 80)`. A field that may be left out is nullable; `restored` takes such a
null out again, so that the reply's own default applies.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PROPERTIES = 5000
ENUM_VALUES = 1000
NESTING = 10
"""Most properties, values of enums and levels of objects that the subset allows in one schema."""
FORMATS = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"})
_KEPT = ("type", "enum", "const")
_BOUNDS = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minItems", "maxItems", "pattern", "format"),
)
_TOLD = (*_BOUNDS, "minLength", "maxLength", "uniqueItems")
"""Keywords that a description repeats when the schema may not hold them."""
_UNSAYABLE = ("patternProperties", "not", "if", "dependentSchemas", "dependentRequired")

Schema = Mapping[str, Any]


class NotStrict(Exception):
    """The schema asks for what the subset does not have; the message says what and where."""


def strict(schema: Schema, *, bounds: bool = True) -> dict[str, Any]:
    """That schema in the strict subset; `bounds=False` also leaves out lengths, ranges, patterns and formats.

    Raises NotStrict for free-form objects, values of any kind and what is no object at all.
    """
    work = _Work(bounds)
    definitions = schema.get("$defs", {})
    root = _target(schema, schema) if "$ref" in schema else schema
    made = work.node(root, "answer", 1)
    if "properties" not in made:
        raise NotStrict("the answer is not an object")
    if definitions:
        made["$defs"] = {name: work.node(one, name, 1) for name, one in definitions.items()}
    if work.properties > PROPERTIES or work.values > ENUM_VALUES:
        raise NotStrict(f"it has {work.properties} properties and {work.values} values of enums")
    return made


def restored(text: str, schema: Schema) -> str:
    """An answer in the strict subset as the schema itself wants it: a null that stands for *left out* is taken out.

    Text that is not JSON, and JSON with no such null, comes back as it is.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not _without_nulls(value, schema, schema):
        return text
    return json.dumps(value, ensure_ascii="\\ud" in text.lower())  # half a surrogate pair stays an escape


@dataclass
class _Work:
    bounds: bool
    properties: int = 0
    values: int = 0

    def node(self, schema: Any, where: str, depth: int) -> dict[str, Any]:
        if not isinstance(schema, Mapping):
            raise NotStrict(f"`{where}` may be anything")
        for keyword in _UNSAYABLE:
            if keyword in schema:
                raise NotStrict(f"`{where}` uses `{keyword}`")
        if depth > NESTING:
            raise NotStrict(f"`{where}` lies more than {NESTING} levels deep")
        self.values += len(schema.get("enum", ()))
        made = {name: schema[name] for name in _KEPT if name in schema}
        made |= self._shape(schema, where, depth)
        told = self._bound(schema, made)
        return _described(made, schema, told)

    def _shape(self, schema: Schema, where: str, depth: int) -> dict[str, Any]:
        variants = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
        if "$ref" in schema:
            return {"$ref": schema["$ref"]}
        if variants:
            if "allOf" in schema and len(variants) > 1:
                raise NotStrict(f"`{where}` uses `allOf`")
            return {"anyOf": [self.node(one, where, depth) for one in variants]}
        if "properties" in schema or schema.get("type") == "object":
            return self._object(schema, where, depth)
        if "items" in schema or "prefixItems" in schema or schema.get("type") == "array":
            return {"items": self._items(schema, where, depth)}
        if not any(name in schema for name in ("type", "enum", "const")):
            raise NotStrict(f"`{where}` may be anything")
        return {}

    def _object(self, schema: Schema, where: str, depth: int) -> dict[str, Any]:
        if "properties" not in schema and schema.get("additionalProperties", True) is not False:
            raise NotStrict(f"`{where}` is an object with free keys")
        needed = set(schema.get("required", ()))
        properties = dict(schema.get("properties", {}))
        self.properties += len(properties)
        made = {
            name: self._property(one, f"{where}.{name}", depth + 1, needed=name in needed)
            for name, one in properties.items()
        }
        return {"type": "object", "properties": made, "required": list(made), "additionalProperties": False}

    def _property(self, schema: Any, where: str, depth: int, *, needed: bool) -> dict[str, Any]:
        made = self.node(schema, where, depth)
        if needed or schema.get("default") is not None or _nullable(made):
            return made
        description = {"description": made.pop("description")} if "description" in made else {}
        return {"anyOf": [made, {"type": "null"}]} | _described(description, {}, ["null: left out"])

    def _items(self, schema: Schema, where: str, depth: int) -> dict[str, Any]:
        fixed = [self.node(one, where, depth) for one in schema.get("prefixItems", ())]
        if not fixed:
            return self.node(schema.get("items"), f"{where}[]", depth)
        kinds = [one for index, one in enumerate(fixed) if one not in fixed[:index]]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}

    def _bound(self, schema: Schema, made: dict[str, Any]) -> list[str]:
        """Put the bounds that the subset has into `made`; return the others as words."""
        told: list[str] = []
        if schema.get("default") is not None:
            told.append(f"default: {json.dumps(schema['default'], ensure_ascii=False)}")
        for keyword in _TOLD:
            if keyword not in schema:
                continue
            if self.bounds and _takes(keyword, schema[keyword]):
                made[keyword] = schema[keyword]
            else:
                told.append(f"{keyword}: {json.dumps(schema[keyword], ensure_ascii=False)}")
        return told


def _takes(keyword: str, value: Any) -> bool:
    if keyword == "format":
        return value in FORMATS
    if keyword == "pattern":
        return "(?" not in value
    return keyword in _BOUNDS


def _described(made: dict[str, Any], schema: Schema, told: list[str]) -> dict[str, Any]:
    words = [made.pop("description", "") or schema.get("description", ""), f"({'; '.join(told)})" if told else ""]
    text = " ".join(word for word in words if word)
    if not text:
        return made
    if "$ref" in made:  # nothing may stand beside a reference
        made = {"anyOf": [made]}
    return made | {"description": text}


def _nullable(schema: Schema) -> bool:
    kind = schema.get("type")
    if kind == "null" or (isinstance(kind, list) and "null" in kind) or None in schema.get("enum", ()):
        return True
    return any(_nullable(one) for one in schema.get("anyOf", ()) if isinstance(one, Mapping))


def _target(schema: Schema, root: Schema) -> Schema:
    """What a chain of local references leads to; an empty schema for one that leads nowhere or round in a circle."""
    for _ in range(NESTING):
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return schema
        found: Any = root
        for part in reference.removeprefix("#").strip("/").split("/"):
            found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, Mapping) else None
        schema = found if isinstance(found, Mapping) else {}
    return {}


def _without_nulls(value: Any, schema: Any, root: Schema) -> bool:
    """Take nulls that stand for *left out* from the value, in place; true when there was one."""
    schema = _branch(value, schema, root)
    if isinstance(value, list):
        fixed = schema.get("prefixItems", ())
        kinds = [fixed[index] if index < len(fixed) else schema.get("items") for index in range(len(value))]
        found = [_without_nulls(one, kind, root) for one, kind in zip(value, kinds, strict=True)]
        return any(found)
    if not isinstance(value, dict):
        return False
    needed, properties, changed = schema.get("required", ()), schema.get("properties", {}), False
    for name in [name for name in value if name in properties]:
        if value[name] is None and name not in needed and not _takes_null(properties[name], root):
            del value[name]
            changed = True
        else:
            changed = _without_nulls(value[name], properties[name], root) or changed
    return changed


def _branch(value: Any, schema: Any, root: Schema) -> Schema:
    """The schema behind references, and of several the one whose constants and required fields the value has."""
    if not isinstance(schema, Mapping):
        return {}
    found = _target(schema, root)
    variants = found.get("anyOf") or found.get("oneOf") or found.get("allOf")
    if not variants:
        return found
    made = [_branch(value, one, root) for one in variants]
    return next((one for one in made if _fits(value, one)), {})


def _fits(value: Any, schema: Schema) -> bool:
    if isinstance(value, list):
        return schema.get("type") == "array"
    if not isinstance(value, dict) or "properties" not in schema:
        return False
    properties = schema["properties"]
    known = all(name in properties for name in value) and all(name in value for name in schema.get("required", ()))
    return known and all(
        value.get(name, one["const"]) == one["const"]
        for name, one in properties.items()
        if isinstance(one, Mapping) and "const" in one
    )


def _takes_null(schema: Any, root: Schema) -> bool:
    if not isinstance(schema, Mapping):
        return True
    schema = _target(schema, root)
    variants = schema.get("anyOf") or schema.get("oneOf") or ()
    anything = not any(name in schema for name in ("type", "enum", "const", "anyOf", "oneOf", "allOf", "properties"))
    return anything or _nullable(schema) or any(_takes_null(one, root) for one in variants)
