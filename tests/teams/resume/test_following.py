"""Taking over edits of an earlier review, and when it is a review of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError
from kasen.team import Earlier
from kasen.teams.resume.document.model import Read
from kasen.teams.resume.following import chosen_of, earlier_result
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.schemas.result import Result
from kasen.testing.deps import fake_deps
from teams.resume import scenes

PRIOR: Result = scenes.improved_ja()
READ = Read(text=PRIOR.original, form="qmd", name="cv.qmd")


def deps(request: Request, result: dict[str, Any] | None = None) -> Any:
    body = PRIOR.model_dump(mode="json") if result is None else result
    earlier = Earlier(run_id="run_1", request=request.model_dump(mode="json"), result=body)
    return replace(fake_deps(), earlier=earlier)


def test_the_same_request_with_edits_named_decides_on_those_of_the_earlier_run() -> None:
    first = Request(resume="/x/cv.qmd", role="Chef")
    then = first.model_copy(update={"accept": "E1", "write": True})
    assert earlier_result(deps(first), then, READ) == PRIOR
    assert chosen_of(then, PRIOR) == (["E1"], {})
    everything = [one.id for one in PRIOR.changes]
    assert chosen_of(first.model_copy(update={"accept": "all"}), PRIOR) == (everything, {})


@pytest.mark.parametrize("other", [{"role": "Baker"}, {"threshold": 9.0}, {"accept": "none"}, {"job": "/x/job.txt"}])
def test_a_request_that_asks_for_something_else_is_a_review_of_its_own(other: dict[str, Any]) -> None:
    first = Request(resume="/x/cv.qmd", role="Chef")
    then = first.model_copy(update={"accept": "all", **other})
    assert earlier_result(deps(first), then, READ) is None


def test_a_file_that_has_changed_since_is_refused() -> None:
    first = Request(resume="/x/cv.qmd", accept="all")
    changed = replace(READ, text=PRIOR.original + "x")
    with pytest.raises(InputError, match="has changed since run run_1 reviewed it"):
        earlier_result(deps(first), first, changed)


def test_an_edit_that_there_is_not_is_named() -> None:
    with pytest.raises(InputError, match="there is no edit E99; there is: E1"):
        chosen_of(Request(resume="/x/cv.qmd", accept="E1,E99"), PRIOR)


def test_a_result_of_another_shape_is_reviewed_anew() -> None:
    first = Request(resume="/x/cv.qmd", accept="all")
    assert earlier_result(deps(first, {"something": "else"}), first, READ) is None


def test_a_file_of_decisions_says_what_is_taken_and_with_which_words(tmp_path: Path) -> None:
    path = tmp_path / "decisions.yaml"
    path.write_text("accept: [E1]\nedited:\n  E2: 自分の言葉\n", encoding="utf-8")
    request = Request(resume="/x/cv.qmd", accept=str(path))
    assert chosen_of(request, PRIOR) == (["E1", "E2"], {"E2": "自分の言葉"})


@pytest.mark.parametrize("text", ["", "words", "accept: E1", "accept: [E1]\nwrite: true", "accept: ["])
def test_a_file_that_decides_nothing_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "decisions.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"decisions\.yaml"):
        chosen_of(Request(resume="/x/cv.qmd", accept=str(path)), PRIOR)


def test_a_file_of_decisions_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        chosen_of(Request(resume="/x/cv.qmd", accept=str(tmp_path / "mine.yml")), PRIOR)
