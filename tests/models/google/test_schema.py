from __future__ import annotations

import enum
import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from pydantic import BaseModel, Field

from kasen.models.google.schema import gemini_schema

SUPPORTED = {
    *("$defs", "$ref", "type", "format", "title", "description", "enum", "items", "prefixItems", "minItems"),
    *("maxItems", "minimum", "maximum", "anyOf", "properties", "additionalProperties", "required"),
}


class Tone(enum.Enum):
    FORMAL = "敬体"
    PLAIN = "常体"


class Step(BaseModel):
    title: str = Field(max_length=20, pattern="^[^\n]+$", description="見出し")
    tone: Tone = Tone.FORMAL
    minutes: Annotated[int, Field(gt=0, lt=90)] = 5
    note: str | None = None


class Chart(BaseModel):
    kind: Literal["chart"]
    points: list[tuple[str, float]] = Field(min_length=1)


class Table(BaseModel):
    kind: Literal["table"]
    cells: dict[str, list[int]]


class Plan(BaseModel):
    """計画。"""

    steps: list[Step] = Field(max_length=3)
    first: Step = Field(description="最初の一歩")
    share: float = Field(gt=0, le=1)
    shown: Annotated[Chart | Table, Field(discriminator="kind")]
    grade: Literal[1, 2, "不明", None] = None
    sure: Literal[True] = True
    extra: dict[str, Any] = {}


class Section(BaseModel):
    heading: str
    children: list[Section]
    parent: Section | None = None


PLAN = Plan.model_validate({
    "steps": [{"title": "調べる", "minutes": 1}, {"title": "書く", "tone": "常体", "note": "短く"}],
    "first": {"title": "訊く"},
    "share": 0.5,
    "shown": {"kind": "table", "cells": {"宇治": [1, 2]}},
    "grade": "不明",
    "extra": {"何でも": [None, {"x": 1}]},
})  # fmt: skip


def keywords(schema: Any) -> Iterator[str]:
    """Keywords of a schema, not the names of its properties and definitions."""
    if isinstance(schema, list):
        for item in schema:
            yield from keywords(item)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            yield key
            if key in ("properties", "$defs"):
                yield from keywords(list(value.values()))
            elif key not in ("enum", "required"):
                yield from keywords(value)


def references(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, list):
        for item in schema:
            yield from references(item)
    elif isinstance(schema, dict):
        if "$ref" in schema:
            yield schema
        for value in schema.values():
            yield from references(value)


@pytest.mark.parametrize("model", [Plan, Section, Step])
def test_only_keywords_that_gemini_knows_are_left(model: type[BaseModel]) -> None:
    schema = gemini_schema(model.model_json_schema())
    assert set(keywords(schema)) <= SUPPORTED
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"] == model.__name__


@pytest.mark.parametrize(
    "value", [PLAN, Section(heading="序", children=[Section(heading="一", children=[], parent=None)])]
)
def test_what_the_model_accepts_is_accepted(value: BaseModel) -> None:
    schema = gemini_schema(type(value).model_json_schema())
    jsonschema.validate(json.loads(value.model_dump_json()), schema)


@pytest.mark.parametrize(
    "wrong", [{"steps": "調べる"}, {"share": "半分"}, {"first": {"tone": "敬体"}}, {"shown": {"kind": "x"}}]
)
def test_what_gemini_can_check_is_still_checked(wrong: dict[str, Any]) -> None:
    schema = gemini_schema(Plan.model_json_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**json.loads(PLAN.model_dump_json()), **wrong}, schema)


def test_references_are_put_in_place_with_their_own_description() -> None:
    schema = gemini_schema(Plan.model_json_schema())
    assert "$defs" not in schema
    assert schema["properties"]["first"]["description"] == "最初の一歩"
    assert schema["properties"]["steps"]["items"]["properties"]["tone"]["enum"] == ["敬体", "常体"]


def test_a_cycle_stays_a_reference_alone_and_is_never_required() -> None:
    schema = gemini_schema(Section.model_json_schema())
    found = list(references(schema))
    assert found
    assert all(set(reference) == {"$ref"} for reference in found)
    assert set(schema["$defs"]) == {"Section"}
    assert schema["required"] == schema["$defs"]["Section"]["required"] == ["heading"]


def test_what_gemini_cannot_check_is_said_in_words() -> None:
    title = gemini_schema(Step.model_json_schema())["properties"]["title"]
    assert title["description"] == "見出し (at most 20 characters; matches the regular expression ^[^\n]+$)"
    minutes = gemini_schema(Step.model_json_schema())["properties"]["minutes"]
    assert (minutes["minimum"], minutes["maximum"]) == (1, 89)


def test_a_property_may_be_called_like_a_keyword() -> None:
    class Odd(BaseModel):
        required: list[str]
        enum: str
        properties: int = 1

    schema = gemini_schema(Odd.model_json_schema())
    assert set(schema["properties"]) == {"required", "enum", "properties"}
    assert schema["required"] == ["required", "enum"]


def test_an_empty_schema_stays_empty() -> None:
    assert gemini_schema({}) == {}
