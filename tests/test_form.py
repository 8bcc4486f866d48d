from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from kasen.form import MARKS, Section, described, form
from kasen.team import load, names, request_type

PUBLIC = [name for name in names() if not load(name).internal]
JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
SAME = {"en", "ja"}
FIELDS = [
    pytest.param(name, field, schema, id=f"{name}-{field}")
    for name in PUBLIC
    for field, schema in request_type(load(name)).model_json_schema()["properties"].items()
]


@pytest.mark.parametrize(("team", "field", "schema"), FIELDS)
def test_every_field_of_a_public_team_is_said_in_both_languages(team: str, field: str, schema: dict[str, Any]) -> None:
    assert set(schema["labels"]) == SAME
    assert schema["labels"]["en"].isascii() or "é" in schema["labels"]["en"]
    assert JAPANESE.search(schema["labels"]["ja"])
    assert JAPANESE.search(schema["ja"])
    assert schema["description"].endswith(".")
    assert "en" not in schema or schema["en"].endswith(".")
    assert schema["section"] in get_args(Section)
    assert set(schema.get("modes", ())) <= set(load(team).known_modes)


@pytest.mark.parametrize(("team", "field", "schema"), FIELDS)
def test_every_value_that_can_be_chosen_has_a_name(team: str, field: str, schema: dict[str, Any]) -> None:
    named = schema.get("choices", {})
    values = {*schema.get("enum", ()), *schema.get("words", ())}
    pauses = schema.get("pauses", ()) if schema.get("type") == "array" else ()
    assert set(named) == values | set(pauses)
    for words in named.values():
        assert set(words) == SAME
        assert words["en"].strip()
        assert JAPANESE.search(words["ja"])


@pytest.mark.parametrize("name", PUBLIC)
def test_every_mode_of_a_public_team_is_said_in_both_languages(name: str) -> None:
    team = load(name)
    assert list(team.mode_words) == list(team.known_modes)
    for words in team.mode_words.values():
        assert words.name.isascii()
        assert words.summary.endswith(".")
        assert JAPANESE.search(words.name_ja)
        assert words.summary_ja.endswith("。")
    assert JAPANESE.search(team.summary_ja)


@pytest.mark.parametrize("name", PUBLIC)
def test_marks_are_for_forms_alone(name: str) -> None:
    """None of them means anything in JSON Schema, so what checks a request passes them over."""
    assert not MARKS & {"type", "enum", "pattern", "items", "default", "format", "title", "description"}
    request_type(load(name)).model_json_schema()


def test_marks_hold_names_in_both_languages_and_whatever_else_is_said() -> None:
    marks = form("Colour", "色", "お茶の色。", section="look", choices={"green": ("Green", "緑")}, file=True)
    assert marks == {
        "labels": {"en": "Colour", "ja": "色"},
        "ja": "お茶の色。",
        "section": "look",
        "file": True,
        "choices": {"green": {"en": "Green", "ja": "緑"}},
    }
    plain = form("Colour", "色", "お茶の色。", section="look", about="Of tea.")
    assert "choices" not in plain
    assert plain["en"] == "Of tea."


@pytest.mark.parametrize(
    ("modes", "default", "said"),
    [
        (None, "auto", "How deep."),
        (["deep"], "auto", "How deep (mode deep)."),
        (["deep", "quick"], "auto", "How deep (mode deep, quick)."),
        (["deep"], "deep", "How deep."),
    ],
)
def test_a_description_names_the_modes_that_alone_use_a_field(modes: Any, default: str, said: str) -> None:
    assert described("How deep.", {"modes": modes} if modes else None, default) == said
