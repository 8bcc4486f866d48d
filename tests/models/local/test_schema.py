from __future__ import annotations

from typing import Annotated, Any, Literal

import jsonschema
from pydantic import BaseModel, Field

from kasen.models.local.schema import local_schema


class Cup(BaseModel):
    kind: Literal["cup"] = "cup"
    title: str = ""


class Pot(BaseModel):
    kind: Literal["pot"] = "pot"
    default: int | None = None


class Tray(BaseModel):
    title: str
    things: list[Annotated[Cup | Pot, Field(discriminator="kind")]] = []
    inner: Tray | None = None


def nodes(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [value, *(node for inner in value.values() for node in nodes(inner))]
    return [node for inner in value for node in nodes(inner)] if isinstance(value, list) else []


def test_every_declared_property_is_required_at_every_depth() -> None:
    schema = local_schema(Tray.model_json_schema())
    objects = [node for node in nodes(schema) if node.get("type") == "object"]
    assert len(objects) == 3
    assert all(node["required"] == list(node["properties"]) for node in objects)


def test_fields_may_be_called_like_keywords() -> None:
    schema = local_schema(Tray.model_json_schema())
    assert set(schema["$defs"]["Cup"]["properties"]) == {"kind", "title"}
    assert set(schema["$defs"]["Pot"]["properties"]) == {"kind", "default"}
    assert "title" not in schema["$defs"]["Cup"]["properties"]["title"]


def test_what_satisfies_it_satisfies_the_schema_of_the_model() -> None:
    value = {"title": "盆", "things": [{"kind": "pot", "default": None}], "inner": None}
    jsonschema.validate(value, local_schema(Tray.model_json_schema()))
    assert Tray.model_validate(value).things == [Pot()]
    less = {"title": "盆"}
    Tray.model_validate(less)
    assert not jsonschema.Draft202012Validator(local_schema(Tray.model_json_schema())).is_valid(less)


def test_the_schema_that_was_given_stays_as_it_is() -> None:
    schema = Tray.model_json_schema()
    before = str(schema)
    local_schema(schema)
    assert str(schema) == before


def test_values_are_not_taken_for_schemas() -> None:
    given = {"enum": [{"title": 1, "properties": {"a": 2}}], "examples": [{"default": 3}]}
    assert local_schema(given) == given
