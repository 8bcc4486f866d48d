from __future__ import annotations

import pytest
from langgraph.graph import END
from langgraph.runtime import Runtime

from kasen.teams.echo.nodes.gate import Written, gate, review
from kasen.testing.deps import fake_deps

PARTS = ["hello ", "world"]


@pytest.mark.parametrize(
    ("draft", "missing"),
    [
        ("hello world", []),
        ("he said: hello big world!", []),
        ("hello ", ["part-2"]),
        ("worldhello ", ["part-2"]),
        ("", ["part-1", "part-2"]),
    ],
)
def test_every_part_must_stand_in_the_draft_in_order(draft: str, missing: list[str]) -> None:
    found = review(PARTS, draft)
    assert [finding.id for finding in found.findings] == missing
    assert found.verdict == ("fail" if missing else "pass")


def test_the_same_part_twice_must_stand_there_twice() -> None:
    assert review(["a", "a"], "a").verdict == "fail"
    assert review(["a", "a"], "aa").verdict == "pass"


async def test_a_draft_that_passes_goes_out_with_its_file() -> None:
    deps = fake_deps()
    state: Written = {"parts": PARTS, "draft": "hello world", "rounds": 1}
    command = await gate(state, Runtime(context=deps))
    assert command.goto == END
    assert isinstance(command.update, dict)
    assert command.update["result"].passed
    assert deps.artifacts.text("echo.md") == "hello world"


async def test_a_draft_that_fails_goes_back_and_nothing_is_written() -> None:
    deps = fake_deps()
    command = await gate({"parts": PARTS, "draft": "hello", "rounds": 1}, Runtime(context=deps))
    assert (command.goto, command.update) == ("writer", None)
    assert deps.artifacts.versions == {}
    assert [finding.id for finding in deps.events.of("finding")] == ["part-1", "part-2"]


async def test_after_the_last_round_it_goes_out_as_it_is_and_says_so() -> None:
    deps = fake_deps()
    command = await gate({"parts": PARTS, "draft": "hello", "rounds": 2}, Runtime(context=deps))
    assert command.goto == END
    assert isinstance(command.update, dict)
    assert not command.update["result"].passed
    assert deps.artifacts.text("echo.md") == "hello"
    assert deps.notes == ["fail, round 2"]
