"""A revision goes on only when its file is sound."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import TypeAdapter

from kasen.teams.resume.nodes.validator import new_problems, told, validator
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.seeing import Sight
from kasen.testing.deps import fake_deps
from kasen.tools.validation.model import Problem, Validation
from teams.resume.bench import BETTER, ENGLISH, WEAK


def validation(*problems: Problem) -> Validation:
    return Validation(by="offline", problems=problems)


OLD = Problem(line=3, rule="missing-image", text="The picture is missing.")
MOVED = Problem(line=9, rule="missing-image", text="The picture is missing.")
NEW = Problem(line=5, rule="unclosed-fence", text="The code never ends.")
WARNING = Problem(line=5, rule="near-miss", text="Perhaps.", blocking=False)


def test_what_was_wrong_before_is_not_the_revisors_fault() -> None:
    assert new_problems(validation(OLD), validation(MOVED)) == []
    assert new_problems(validation(OLD), validation(MOVED, NEW)) == [NEW]


def test_the_same_fault_once_more_is_new() -> None:
    assert new_problems(validation(OLD), validation(OLD, MOVED)) == [MOVED]


def test_a_warning_blocks_nothing() -> None:
    assert new_problems(validation(), validation(WARNING)) == []


def test_a_problem_is_told_with_its_line() -> None:
    assert told(NEW) == "L5: The code never ends."
    assert told(Problem(rule="x", text="Empty.")) == "Empty."


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [("quarto", "quarto", "quarto"), ("quarto", "preview", "preview"), ("preview", "quarto", "preview")],
)
async def test_a_page_that_was_a_preview_in_one_round_counts_as_one_in_all_that_follow(
    tmp_path: Path, before: str, now: str, expected: str
) -> None:
    earlier = fake_deps()
    kept = TypeAdapter(Sight).dump_json(Sight(renderer=now))
    await earlier.artifacts.write("_page2.json", kept, "application/json")
    state: Any = {
        "request": Request(resume=str(tmp_path / "cv.qmd"), render=True),
        "qmd_content": ENGLISH,
        "revised_content": ENGLISH,
        "proposed_content": ENGLISH.replace(WEAK, BETTER),
        "form": "qmd",
        "lang": "en",
        "hidden": [],
        "iteration": 1,
        "renderer": before,
        "original_validation": validation(),
    }
    command = await validator(state, SimpleNamespace(context=replace(fake_deps(), repeats=earlier.artifacts)))  # type: ignore[arg-type]
    assert command.goto == "router"
    assert (command.update or {})["renderer"] == expected
