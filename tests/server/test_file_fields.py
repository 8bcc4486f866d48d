from __future__ import annotations

import types
from pathlib import Path
from typing import Any, Union, get_args, get_origin

import pytest

from kasen.server.file_fields import Marks, file_fields, is_address, marks_of
from kasen.team import load, names, request_type

TAKES_PATHS = {
    "research": {"outline"},
    "resume": {"resume", "job", "portfolio", "accept"},
    "slides": {"template"},
}
"""Fields of text that are read as paths."""
NOT_READ = {"resume": {"max_retries"}, "desk": {"files"}}
"""Fields that speak of files and open none: the desk is told names."""
READS = ("path", "file", "folder", ".pptx", ".qmd", ".yaml", ".csv")
"""Words of a description that say so."""


def holds_path(hint: Any) -> bool:
    """Whether a type has a Path in it."""
    if get_origin(hint) in (Union, types.UnionType, list, tuple, dict, set):
        return any(map(holds_path, get_args(hint)))
    return isinstance(hint, type) and issubclass(hint, Path)


@pytest.mark.parametrize("team", [name for name in names() if not load(name).terminal_only])
def test_every_field_that_takes_a_path_is_marked(team: str) -> None:
    fields, marks = request_type(load(team)).model_fields, marks_of(load(team))
    for name, field in fields.items():
        if holds_path(field.annotation) or name in TAKES_PATHS.get(team, ()):
            assert marks.get(name, Marks()).file, f"{team}.{name} takes a path and is not marked"


@pytest.mark.parametrize("team", [name for name in names() if not load(name).terminal_only])
def test_a_text_whose_description_speaks_of_files_is_marked_or_known(team: str) -> None:
    fields, marks = request_type(load(team)).model_fields, marks_of(load(team))
    spoken = {name for name, field in fields.items() if any(word in (field.description or "") for word in READS)}
    marked = {name for name, found in marks.items() if found.file or found.writes}
    assert spoken - marked - NOT_READ.get(team, set()) == set()


def test_what_writes_into_the_users_file_is_marked() -> None:
    assert marks_of(load("resume"))["write"].writes


def test_marks_stand_in_the_schema_that_clients_get() -> None:
    properties = request_type(load("slides")).model_json_schema()["properties"]
    assert properties["data"]["forms"] == [".csv", ".tsv", ".xlsx", ".json", ".jsonl"]
    assert properties["template"]["words"] == ["light", "dark", "business"]
    assert file_fields(load("slides")) == ["template", "data", "docs", "logo", "deck"]
    assert file_fields(load("research")) == ["docs", "outline"]
    assert file_fields(load("resume")) == ["resume", "job", "portfolio", "accept", "facts"]
    assert file_fields(load("echo")) == []


def test_a_word_is_known_in_any_case_and_ids_by_their_pattern() -> None:
    accept = marks_of(load("resume"))["accept"]
    for word in ("all", "NONE", " ask ", "E1", "e1,E4", "E1、E2"):
        assert accept.is_word(word), word
    for word in ("", "a.yaml", "/etc/passwd", "E1/../x", "E1\n/etc/passwd"):
        assert not accept.is_word(word), word


def test_an_address_is_http() -> None:
    assert is_address(" HTTPS://a.example ")
    assert not any(map(is_address, ("file:///etc/passwd", "//a", "httpx://a", None, 3, "")))
