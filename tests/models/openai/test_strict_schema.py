from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field, JsonValue, RootModel, ValidationError

from kasen.models.openai.strict_schema import NotStrict, restored, strict

UNSTRICT = {
    "default",
    "title",
    "oneOf",
    "allOf",
    "discriminator",
    "minLength",
    "maxLength",
    "uniqueItems",
    "prefixItems",
}


class Colour(Enum):
    TEA = "茶"
    GREEN = "緑"


class Leaf(BaseModel):
    """A leaf."""

    name: str = Field(min_length=1, max_length=40, description="Its name.")
    grams: float = Field(default=2.5, ge=0)
    colour: Colour = Colour.GREEN


class Bag(BaseModel):
    kind: Literal["bag"] = "bag"
    leaves: list[Leaf] = Field(default_factory=list, max_length=9)
    first: Leaf = Field(description="The first leaf.")


class Tin(BaseModel):
    kind: Literal["tin"]
    inner: Tin | None = None
    label: str = "無題"


class Order(BaseModel):
    item: Annotated[Bag | Tin, Field(discriminator="kind")]
    note: str | None = None
    tags: set[str] = Field(default_factory=set)
    size: tuple[int, int] = (1, 2)
    pair: tuple[int, str] = (1, "二")
    day: date | None = None
    price: Decimal = Decimal(1)
    late: int = Field(default_factory=lambda: 3)


def places(schema: Any) -> list[dict[str, Any]]:
    """Every schema in a schema; names of properties are none."""
    if isinstance(schema, list):
        return [found for one in schema for found in places(one)]
    if not isinstance(schema, dict):
        return []
    named = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    inner = [value for name, value in schema.items() if name not in ("properties", "$defs", "enum", "required")]
    return [schema, *places(named), *places(inner)]


@pytest.mark.parametrize("bounds", [True, False])
def test_every_object_requires_all_it_has_and_forbids_the_rest(bounds: bool) -> None:
    found = places(strict(Order.model_json_schema(), bounds=bounds))
    objects = [one for one in found if one.get("type") == "object"]
    assert len(objects) == 4
    for one in objects:
        assert one["additionalProperties"] is False
        assert one["required"] == list(one["properties"])
    assert not [name for one in found for name in one if name in UNSTRICT]
    assert [one for one in found if "$ref" in one] == [{"$ref": one["$ref"]} for one in found if "$ref" in one]


def test_bounds_stay_where_the_subset_has_them_and_else_stand_in_the_description() -> None:
    leaf = strict(Leaf.model_json_schema())["properties"]
    assert leaf["name"] == {"type": "string", "description": "Its name. (minLength: 1; maxLength: 40)"}
    assert leaf["grams"] == {"type": "number", "minimum": 0, "description": "(default: 2.5)"}
    assert strict(Leaf.model_json_schema(), bounds=False)["properties"]["grams"] == {
        "type": "number",
        "description": "(default: 2.5; minimum: 0)",
    }
    assert leaf["colour"] == {"anyOf": [{"$ref": "#/$defs/Colour"}], "description": '(default: "緑")'}


def test_what_may_be_left_out_is_nullable_and_says_so() -> None:
    made = strict(Order.model_json_schema())["properties"]
    assert made["late"] == {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "(null: left out)"}
    assert made["note"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}


def test_a_model_of_itself_keeps_its_references() -> None:
    made = strict(Tin.model_json_schema())
    assert made["properties"]["inner"]["anyOf"] == [{"$ref": "#/$defs/Tin"}, {"type": "null"}]
    assert made["$defs"]["Tin"]["required"] == ["kind", "inner", "label"]


class Free(BaseModel):
    values: dict[str, int]


class Anything(BaseModel):
    value: Any


class Json(BaseModel):
    value: JsonValue


class Listed(RootModel[list[int]]):
    pass


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (Free, "`answer.values` is an object with free keys"),
        (Anything, "`answer.value` may be anything"),
        (Json, "JsonValue"),
        (Listed, "the answer is not an object"),
    ],
)
def test_what_cannot_be_strict_is_refused_with_its_place(model: type[BaseModel], why: str) -> None:
    with pytest.raises(NotStrict, match=why.replace("[", r"\[")):
        strict(model.model_json_schema())


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {"type": "object", "properties": {"a": True}},
        {"type": "object", "properties": {"a": {"allOf": [{"type": "object"}, {"type": "object"}]}}},
        {"type": "object", "properties": {"a": {"type": "string", "not": {"const": "x"}}}},
        {"type": "object", "properties": {"a": {"type": "array"}}},
        {"$ref": "#/nowhere"},
        {},
        {"type": "object", "properties": {"a": {"enum": list(range(2000))}}},
    ],
)
def test_schemas_of_other_makers_are_refused_too(schema: dict[str, Any]) -> None:
    with pytest.raises(NotStrict):
        strict(schema)


def test_objects_too_deep_for_the_subset_are_refused() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(11):
        schema = {"type": "object", "properties": {"a": schema}, "required": ["a"]}
    with pytest.raises(NotStrict, match="levels deep"):
        strict(schema)


def test_a_null_that_stands_for_left_out_is_taken_out_at_every_depth() -> None:
    schema = Order.model_json_schema()
    leaf = {"name": "玉露", "grams": None, "colour": None}
    text = json.dumps(
        {
            "item": {"kind": "bag", "leaves": [leaf], "first": leaf},
            "note": None,
            "tags": None,
            "size": None,
            "pair": None,
            "day": None,
            "price": None,
            "late": None,
        }
    )
    with pytest.raises(ValidationError):
        Order.model_validate_json(text)
    order = Order.model_validate_json(restored(text, schema))
    assert order == Order(item=Bag(leaves=[Leaf(name="玉露")], first=Leaf(name="玉露")))


def test_of_several_kinds_the_one_that_the_value_is_decides() -> None:
    schema = Order.model_json_schema()
    text = '{"item": {"kind": "tin", "inner": {"kind": "tin", "inner": null, "label": null}, "label": null}}'
    assert Order.model_validate_json(restored(text, schema)).item == Tin(kind="tin", inner=Tin(kind="tin"))


@pytest.mark.parametrize(
    "text",
    ["", "not JSON", '{"a": ', "[]", "null", "3", '{"note": null, "late": 4}', '{"note":"後",  "x":null}', "[" * 9999],
)
def test_what_needs_no_change_comes_back_letter_by_letter(text: str) -> None:
    assert restored(text, Order.model_json_schema()) == text


def test_half_a_character_stays_an_escape() -> None:
    found = restored('{"note": "\\ud83d", "late": null}', Order.model_json_schema())
    assert found.encode("utf-8").decode() == '{"note": "\\ud83d"}'


leaves = st.builds(Leaf, name=st.text(min_size=1, max_size=5), grams=st.floats(0, 9), colour=st.sampled_from(Colour))
bags = st.builds(Bag, leaves=st.lists(leaves, max_size=3), first=leaves)
tins = st.recursive(
    st.builds(Tin, kind=st.just("tin"), inner=st.none(), label=st.text(max_size=3)),
    lambda inner: st.builds(Tin, kind=st.just("tin"), inner=inner, label=st.text(max_size=3)),
    max_leaves=3,
)
orders = st.builds(
    Order,
    item=st.one_of(bags, tins),
    note=st.none() | st.text(max_size=3),
    tags=st.sets(st.text(max_size=2), max_size=2),
    day=st.none() | st.dates(),
    late=st.integers(0, 9),
)


@settings(max_examples=30, deadline=None)
@given(orders)
def test_every_valid_answer_fits_the_subset_and_comes_back_as_it_was(order: Order) -> None:
    import jsonschema

    made = strict(Order.model_json_schema())
    value = order.model_dump(mode="json")
    value["price"] = 1.5  # pydantic writes a Decimal as text, which the pattern of its schema would have to allow
    jsonschema.validate(value, made)
    text = restored(json.dumps(value), Order.model_json_schema())
    assert Order.model_validate_json(text) == order.model_copy(update={"price": Decimal("1.5")})
