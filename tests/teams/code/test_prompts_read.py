"""What agents are told at a turn, as it was read and reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest
from inline_snapshot import external_file

from kasen.teams.code.messages import Context, Output, ReviewRequest, TaskAssignment, TaskResult
from kasen.teams.code.prompting import again_prompt, interrupted_prompt, prompt_of
from teams.code.test_prompting import BAD, review, spec, task

ASKED = Path(__file__).parent / "asked"
CONTEXT = Context(files=("src/api/**",), requirement="/run/requirement.md", dependencies=("/run/research.json",))
KNOWN = TaskResult(
    task_id="research.1",
    token=1,
    agent="researcher-1",
    status="done",
    output=Output(summary="rows come from `orders`", report="There is one writer, `src/api/rows.py`."),
)
MESSAGES: dict[str, TaskAssignment | ReviewRequest] = {
    "work": task(kind="work", context=CONTEXT, acceptance=("`x --csv` prints a header",)),
    "plan": task(kind="plan", role="planner", context=CONTEXT),
    "fix": task(kind="fix", findings=(BAD,), context=CONTEXT),
    "resolve": task(kind="resolve", context=CONTEXT),
    "rule": task(kind="rule", context=CONTEXT),
    "review": review(context=CONTEXT),
    "rereview": review(open=(BAD,)),
}


def text_of(path: str) -> str:
    return KNOWN.model_dump_json() if path.endswith(".json") else "Orders can be exported as CSV."


@pytest.mark.parametrize(("kind", "lang"), [*((kind, "en") for kind in MESSAGES), ("work", "ja")])
def test_a_turn_reads_as_it_was_reviewed(kind: str, lang: str) -> None:
    """After a change of wording: `pytest --inline-snapshot=fix`, and read the difference."""
    prompt = prompt_of(MESSAGES[kind], spec(lang=lang, policy="Small changes, each with its test."), text_of)
    assert prompt == external_file(str(ASKED / f"{kind}.{lang}.md"), format=".txt")


def test_asking_once_more_reads_as_it_was_reviewed() -> None:
    again = again_prompt(MESSAGES["work"], "`summary` is missing")
    assert again == external_file(str(ASKED / "again.md"), format=".txt")
    cut = interrupted_prompt("Add an export.")
    assert cut == external_file(str(ASKED / "interrupted.md"), format=".txt")
