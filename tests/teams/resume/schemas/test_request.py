"""What can be asked of the résumé team, and what is refused at the door."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from kasen.errors import InputError
from kasen.runtime.follow_up import inherited
from kasen.runtime.request import language_of, title_of
from kasen.runtime.rows import Options, RunRow
from kasen.team import load
from kasen.teams.resume.schemas.request import Request


@pytest.mark.parametrize(
    ("said", "kept", "ids"),
    [
        ("all", "all", []),
        ("ASK", "ask", []),
        ("e1, E4", "E1,E4", ["E1", "E4"]),
        ("E2、E10", "E2,E10", ["E2", "E10"]),
    ],
)
def test_what_is_accepted_is_a_word_or_ids(said: str, kept: str, ids: list[str]) -> None:
    request = Request(resume="cv.qmd", accept=said)
    assert (request.accept, request.accepted_ids) == (kept, ids)


@pytest.mark.parametrize("said", ["yes", "E", "1", "E1;rm", ""])
def test_other_words_are_refused(said: str) -> None:
    with pytest.raises(ValidationError, match=r"all, ask, none, or ids of edits"):
        Request(resume="cv.qmd", accept=said)


def test_nothing_is_written_unless_something_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "cv.md"
    path.write_text("# CV\n", encoding="utf-8")
    with pytest.raises(InputError, match="needs to know what to write"):
        Request(resume=str(path), write=True).at_the_door()
    Request(resume=str(path), write=True, accept="all").at_the_door()


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("resume", "", "no file is named"),
        ("resume", " \u3000\n", "no file is named"),
        ("screenshot_url", "cv.html", "`cv.html` is no address"),
        ("screenshot_url", "ftp://localhost/cv", "one begins with http"),
    ],
)
def test_what_can_be_no_file_and_no_address_is_refused(field: str, text: str, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        Request(**{"resume": "cv.qmd", field: text})
    assert Request(resume="cv.qmd", screenshot_url=" HTTP://localhost:3000/cv ").screenshot_url.endswith("/cv")


def test_a_path_means_the_same_file_everywhere_and_an_address_stays_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    request = Request(resume="cv.qmd", job="https://example.com/job", portfolio="works")
    assert (request.resume, request.job) == (str(tmp_path / "cv.qmd"), "https://example.com/job")
    assert request.portfolio == str(tmp_path / "works")


@pytest.mark.parametrize(
    ("text", "role", "expected"),
    [
        ("# 職務経歴書\n\n機械学習の開発。\n", "", "ja"),
        ("# Résumé\n\nBuilt things.\n", "", "en"),
        ("# Résumé\n\nBuilt things.\n", "バックエンドエンジニア", "ja"),
        ("", "", "en"),
    ],
)
def test_the_review_is_written_in_the_language_of_the_resume(
    tmp_path: Path, text: str, role: str, expected: str
) -> None:
    path = tmp_path / "cv.md"
    path.write_text(text, encoding="utf-8")
    assert language_of(Request(resume=str(path), role=role)) == expected
    assert language_of(Request(resume=str(path), role=role, lang="en")) == "en"


def test_a_run_is_called_after_the_file_and_the_role() -> None:
    assert title_of(Request(resume="/tmp/cv.qmd", role="Backend engineer")) == "cv.qmd: Backend engineer"


def test_a_follow_up_is_about_the_same_file_and_has_no_leave_to_change_it() -> None:
    first = Request(resume="/tmp/cv.qmd", role="Chef", accept="all", write=True)
    given: dict[str, Any] = {"request": first.model_dump(mode="json"), "options": Options(preset="none")}
    row = RunRow.model_construct(**given)
    found = Request.model_validate(inherited(load("resume"), row, {"threshold": 7}))
    assert (found.resume, found.role, found.threshold) == (first.resume, "Chef", 7)
    assert (found.accept, found.write) == ("none", False)
