"""A revision goes on only when its file is sound."""

from __future__ import annotations

from kasen.teams.resume.nodes.validator import new_problems, told
from kasen.tools.validation.model import Problem, Validation


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
