from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.teams.slides.schemas.request import Request


def asked(**fields: object) -> Request:
    return Request.model_validate({"wish": "Tea", **fields})


def test_what_is_there_is_let_in(tmp_path: Path) -> None:
    for name in ("corp.pptx", "corp.potx", "a.csv", "b.xlsx", "logo.png"):
        (tmp_path / name).write_bytes(b"x")
    asked(
        template=str(tmp_path / "corp.potx"),
        data=[tmp_path / "a.csv", tmp_path / "b.xlsx"],
        docs=[tmp_path],
        logo=tmp_path / "logo.png",
    ).at_the_door()
    asked(template="business").at_the_door()
    asked().at_the_door()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"template": "no.pptx"}, "there is no template at"),
        ({"template": "no such"}, "there is no template at"),
        ({"data": ["no.csv"]}, "there is no table at"),
        ({"docs": ["nowhere"]}, "there is no document at"),
        ({"logo": "no.png"}, "there is no logo at"),
        ({"deck": "no.pptx"}, "there is no deck at"),
    ],
)
def test_what_is_not_there_is_named(
    fields: dict[str, object], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=said):
        asked(**fields).at_the_door()


def test_a_bundled_template_that_was_mistyped_is_guessed() -> None:
    with pytest.raises(InputError) as caught:
        asked(template="buisness").at_the_door()
    assert caught.value.hint == "Did you mean `business`?"


def test_another_form_is_refused_with_those_that_can_be_read(tmp_path: Path) -> None:
    for name in ("notes.docx", "old.ppt", "logo.svg"):
        (tmp_path / name).write_bytes(b"x")
    for fields, hint in (
        ({"data": [tmp_path / "notes.docx"]}, "--docs"),
        ({"template": str(tmp_path / "old.ppt")}, ".pptx"),
        ({"logo": tmp_path / "logo.svg"}, ".png"),
    ):
        with pytest.raises(InputError, match="can be read") as caught:
            asked(**fields).at_the_door()
        assert hint in caught.value.hint


def test_a_folder_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder, not a table"):
        asked(data=[tmp_path]).at_the_door()
