from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from kasen.models.openai.strict_schema import strict
from kasen.teams.code.schemas import answers

KINDS = [
    answers.Done,
    answers.Mended,
    answers.Plan,
    answers.Reviewed,
    answers.Rereviewed,
    answers.Ruled,
]


def objects(part: Any) -> list[dict[str, Any]]:
    if isinstance(part, list):
        return [found for one in part for found in objects(one)]
    if not isinstance(part, dict):
        return []
    inner = [found for one in part.values() for found in objects(one)]
    return [part, *inner] if part.get("type") == "object" else inner


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_is_strict_all_the_way_down(kind: type[answers.Answer]) -> None:
    schema = answers.strict_schema(kind)
    Draft202012Validator.check_schema(schema)
    assert "$ref" not in str(schema)
    assert "$defs" not in schema
    for one in objects(schema):
        assert one["additionalProperties"] is False
        assert one["required"] == list(one["properties"])
    assert set(schema["properties"]) == set(kind.model_fields)
    strict(schema)  # that of the OpenAI models takes it without a complaint


def test_a_field_may_be_called_title() -> None:
    task = answers.strict_schema(answers.Plan)["properties"]["tasks"]["items"]
    assert task["properties"]["title"] == {"type": "string"}
    assert "title" not in {key for key in task if key != "properties"}


def test_what_lacks_and_what_is_too_much_is_no_answer() -> None:
    whole = {"owner": "a", "instruction": "b", "reason": ""}
    assert answers.Ruled.model_validate(whole).owner == "a"
    for wrong in ({**whole, "more": 1}, {"owner": "a", "instruction": "b"}):
        with pytest.raises(ValidationError):
            answers.Ruled.model_validate(wrong)
        assert not Draft202012Validator(answers.strict_schema(answers.Ruled)).is_valid(wrong)
