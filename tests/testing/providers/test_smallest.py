from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from pydantic import BaseModel, Field

from kasen import team
from kasen.team import load_object
from kasen.testing.providers.smallest import smallest


class Colour(Enum):
    GREEN = "緑"


class Leaf(BaseModel):
    kind: Literal["leaf"]
    name: Annotated[str, Field(min_length=3, max_length=5)]


class Tree(BaseModel):
    kind: Literal["tree"]
    parent: Tree | None
    children: list[Tree | Leaf] = Field(min_length=2)
    colour: Colour
    share: float = Field(gt=0, le=1)
    count: int = Field(ge=3, multiple_of=2)
    when: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    optional: str = "left out"


class Pair(BaseModel):
    both: tuple[int, str]
    names: set[str] = Field(min_length=2)


@pytest.mark.parametrize("model", [Leaf, Pair])
def test_models_take_their_own_smallest_value(model: type[BaseModel]) -> None:
    schema = model.model_json_schema()
    value = smallest(schema)
    jsonschema.validate(value, schema)
    model.model_validate(value)


def test_a_tree_that_needs_trees_grows_leaves() -> None:
    schema = Tree.model_json_schema()
    value = smallest(schema)
    jsonschema.validate(value, schema)
    assert Tree.model_validate(value).children == [Leaf(kind="leaf", name="例例例")] * 2
    assert "optional" not in value


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({}, {}),
        ({"type": "STRING"}, "例"),
        ({"type": ["string", "null"]}, "例"),
        ({"type": "string", "maxLength": 0}, ""),
        ({"type": "string", "format": "date"}, "2026-01-01"),
        ({"type": "integer", "exclusiveMinimum": 4}, 5),
        ({"type": "integer", "maximum": -2}, -2),
        ({"type": "number", "minimum": 0.25}, 0.25),
        ({"type": "array", "minItems": 2, "items": {"const": 1}}, [1, 1]),
        ({"properties": {"a": {"type": "boolean"}}, "required": ["a"]}, {"a": False}),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 0),
        ({"allOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {"required": []}]}, {"a": 1}),
        ({"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"enum": ["茶", "水"]}}}, "茶"),
    ],
)
def test_parts_of_schemas(schema: dict[str, Any], value: Any) -> None:
    assert smallest(schema) == value


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string", "pattern": "^xyzzy{9}$"}, "xyzzy"),
        ({"type": "thing"}, "thing"),
        ({"$ref": "#", "properties": {"a": {"$ref": "#"}}, "required": ["a"]}, "without end"),
    ],
)
def test_what_no_value_is_known_for_is_named(schema: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        smallest(schema)


def test_every_reply_of_every_team_has_a_smallest_value() -> None:
    replies = [load_object(reference).reply for name in team.names() for reference in team.load(name).roles]
    assert len(replies) >= 3
    for reply in replies:
        reply.model_validate(smallest(reply.model_json_schema()))
