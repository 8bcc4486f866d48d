from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from kasen.errors import ConfigurationError
from kasen.teams.code.config.lined import Lined, read


def test_values_come_with_the_line_they_stand_on() -> None:
    lined = Lined("a.yaml", "name: 宇治\nlist:\n  - {id: a}\n  - id: b\n    n: 3\n")
    assert lined.values == {"name": "宇治", "list": [{"id": "a"}, {"id": "b", "n": 3}]}
    assert [lined.line(where) for where in [("name",), ("list", 1, "n"), ("list", 1, "gone", 4), ("x",)]] == [
        1,
        5,
        4,
        1,
    ]


BAD = {
    "a: [1, 2\nb: 3\n": r"a\.yaml:2: ",
    "a: 1\n\na: 2\n": r"a\.yaml:3: `a` stands there twice",
    "a: &x [1]\nb: *x\n": r"a\.yaml:1: aliases are not read",
    "a: 1\n? [b]\n: 2\n": r"a\.yaml:2: a key is a word",
    "a: 1\nb: 2026-13-45\n": r"a\.yaml:2: `2026-13-45` cannot be read",
    "a: 1\nb: !!python/object:os.system x\n": r"a\.yaml:2: ",
}


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=range(len(BAD)))
def test_what_cannot_be_read_is_said_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        Lined("a.yaml", text)


def test_a_file_that_is_not_there_or_no_text_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="there is no"):
        read(tmp_path / "workflow.yaml")
    (tmp_path / "workflow.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigurationError, match="is not UTF-8"):
        read(tmp_path / "workflow.yaml")
    (tmp_path / "empty.yaml").touch()
    assert read(tmp_path / "empty.yaml").values == {}


def test_a_name_that_nearly_exists_is_suggested() -> None:
    lined = Lined("workflow.yaml", "a: 1\nb: final_reveiw\n")
    with pytest.raises(ConfigurationError) as caught:
        lined.unknown(("b",), "phase", "final_reveiw", ["research", "final_review"])
    assert str(caught.value) == "workflow.yaml:2: phase `final_reveiw` does not exist. Did you mean `final_review`?"


def test_a_setting_that_is_mistyped_is_told_as_that_and_not_as_missing() -> None:
    class Two(BaseModel, extra="forbid"):
        transitions: int
        name: str

    with pytest.raises(ConfigurationError) as caught:
        Lined("workflow.yaml", "name: a\ntransitons: 1\n").parsed(Two)
    assert str(caught.value) == "workflow.yaml:2: there is no setting `transitons` here. Did you mean `transitions`?"
    with pytest.raises(ConfigurationError, match=r"workflow.yaml:1: `transitions` is missing"):
        Lined("workflow.yaml", "name: a\ncolour: 1\n").parsed(Two)


@pytest.mark.parametrize("text", ["[" * 5_000, "{a: " * 5_000, "- " * 5_000])
def test_what_is_nested_without_end_is_said(text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"a\.yaml:1: "):
        Lined("a.yaml", text)


@pytest.mark.parametrize("text", ["x", "[]", "9" * 400, "null", "- a\n- b\n"])
def test_a_file_that_is_no_mapping_is_said_with_its_first_line(text: str) -> None:
    class One(BaseModel, extra="forbid"):
        name: str

    with pytest.raises(ConfigurationError, match=r"a\.yaml:1: "):
        Lined("a.yaml", text).parsed(One)
