from __future__ import annotations

import pytest

from kasen.tools.validation import programs
from kasen.tools.validation.model import Problem
from kasen.tools.validation.offline import LONGEST, merged, validate_offline

BROKEN = "---\ntoc: maybe\n---\n\n::: {.a}\n\ntext\n"


async def test_three_checkers_say_each_thing_once_by_line() -> None:
    result = await validate_offline(BROKEN)
    assert result.by == "offline"
    assert [one.split()[0] for one in result.ran] == ["own", "panache", "pandoc"]
    assert [(one.line, one.rule) for one in result.problems if one.blocking] == [(2, "wrong-type"), (5, "unclosed-div")]
    assert result.missing == ()
    assert not result.ok


async def test_without_the_programs_our_own_checks_run_and_the_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "panache", lambda: "")
    monkeypatch.setattr(programs, "pandoc", lambda: "")
    result = await validate_offline(BROKEN)
    assert result.ran == ("own checks",)
    assert result.missing == tuple(
        f"{name} is not installed. Run: pip install 'kasen[resume]'" for name in ("panache", "pandoc")
    )
    assert not result.ok


async def test_what_is_too_long_or_no_text_at_all_raises_nothing() -> None:
    assert (await validate_offline("x" * (LONGEST + 1))).problems[0].rule == "too-long"
    assert (await validate_offline("")).problems[0].rule == "empty"
    assert {one.rule for one in (await validate_offline("a \udc80 b\x00")).problems} >= {
        "broken-character", "control-character",
    }  # fmt: skip


def test_of_two_that_say_the_same_the_first_is_kept_and_blocking_stays() -> None:
    mild = Problem(line=3, rule="wrong-type", text="a", blocking=False)
    hard = Problem(line=3, rule="quarto-schema-type-mismatch", text="b")
    other = Problem(line=1, rule="wrong-type", text="c")
    assert merged([mild], [hard, other]) == (other, mild.model_copy(update={"blocking": True}))
