from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator

from kasen.teams.slides.approving import asked
from kasen.testing.deps import fake_deps

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"slides": {"type": "integer"}}}


def said(answer: dict[str, Any] | None) -> Any:
    deps = fake_deps(answers={} if answer is None else {"plan": answer})
    found = asked(deps, "plan", "Shall it?", shown=["a"], value={"slides": 5, "title": "T"}, schema=SCHEMA)
    [question] = deps.approve.asked
    Draft202012Validator(question["schema"]).validate(question["default"])
    return found


def test_the_default_goes_on_with_what_was_shown() -> None:
    found = said(None)
    assert (found.go_on, found.value, found.comment) == (True, {"slides": 5, "title": "T"}, "")


def test_an_edit_changes_what_it_names_and_nothing_else() -> None:
    assert said({"go_on": True, "plan": {"slides": 9}}).value == {"slides": 9, "title": "T"}


def test_a_no_and_a_comment_are_told() -> None:
    found = said({"go_on": False, "comment": "  too \n long "})
    assert (found.go_on, found.comment) == (False, "too long")
