"""Files that are named and not there are told of before a run is recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError
from kasen.runtime.request import look_at_the_door
from kasen.teams.resume.door import look_for_files
from kasen.teams.resume.schemas.request import Request


@pytest.fixture
def resume(tmp_path: Path) -> str:
    path = tmp_path / "cv.qmd"
    path.write_text("# Résumé\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"job": "posting.txt"}, "there is no job posting at `.*posting.txt`"),
        ({"portfolio": "works"}, "there is no portfolio at `.*works`"),
        ({"facts": "facts.yaml"}, "there is no list of facts at `.*facts.yaml`"),
        ({"accept": "mine.yaml"}, "there is no file of decisions at `.*mine.yaml`"),
        ({"job": "x" * 3000}, "cannot be read: File name too long"),
        ({"job": "a\0b"}, "cannot be read|there is no job posting"),
    ],
)
def test_what_is_not_there_is_named_with_what_to_do(
    resume: str, more: dict[str, Any], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=said) as error:
        look_for_files(Request(resume=resume, **more))
    assert error.value.hint


def test_a_folder_is_no_resume_and_those_in_it_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder, not a résumé") as error:
        look_for_files(Request(resume=str(tmp_path)))
    assert error.value.hint == "Give a file."
    for name in ("a.qmd", "b.md", "c.pdf", "d.docx", "e.png"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    with pytest.raises(InputError) as error:
        look_for_files(Request(resume=str(tmp_path)))
    assert error.value.hint == "Give a file in it: a.qmd, b.md, c.pdf, …."


def test_what_is_there_goes_on_and_addresses_are_not_asked(resume: str) -> None:
    look_at_the_door(Request(resume=resume, job="https://nowhere.invalid/job"))
    with pytest.raises(InputError, match="there is no résumé at"):
        look_at_the_door(Request(resume=f"{resume}x"))
