"""What the revisor is shown, and when nobody is asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from kasen.teams.resume.schemas.part import CRITICS
from teams.resume.bench import ENGLISH, WEAK, critique, edit, finding, reviewed


async def prompts(folder: Path, *findings: dict[str, Any], text: str = ENGLISH, **request: Any) -> list[str]:
    critics: dict[str, Any] = dict.fromkeys(CRITICS, critique(2, list(findings)))
    done = await reviewed(
        folder, {**critics, "revisor": lambda _: {"edits": [edit()]}}, text=text, threshold=10, **request
    )
    return [one.prompt for one in done.cast.requests if one.role == "revisor"]


async def test_it_sees_numbered_lines_and_findings_with_their_ids(tmp_path: Path) -> None:
    [first, *_] = await prompts(tmp_path, finding())
    assert f"16| - {WEAK}" in first
    assert re.search(r"^1R\d · line 16 · major · recruiter$", first, re.MULTILINE)
    assert "print(" not in first
    assert "Sample Person" not in first


async def test_findings_speak_of_nobody_by_name(tmp_path: Path) -> None:
    said = finding(problem="Sample Person should lead with the result.", suggestion="Write: Sample Person led.")
    [first, *_] = await prompts(tmp_path, said)
    assert "Sample Person" not in first
    assert "… should lead with the result." in first


async def test_what_was_refused_is_told_the_next_time(tmp_path: Path) -> None:
    critics: dict[str, Any] = dict.fromkeys(CRITICS, critique(2, [finding()]))
    revisor: list[Any] = [
        lambda _: {"edits": [edit(), edit("by 30%", "by 60%", 17)]},
        lambda _: {"edits": []},
    ]
    done = await reviewed(tmp_path, {**critics, "revisor": revisor}, threshold=10)
    second = [one.prompt for one in done.cast.requests if one.role == "revisor"][1]
    assert "## Refused before" in second
    assert "by 60%" in second


async def test_confirmed_facts_are_shown(tmp_path: Path) -> None:
    (tmp_path / "facts.yaml").write_text("- The team had 12 people.\n", encoding="utf-8")
    [first, *_] = await prompts(tmp_path, finding())
    assert "The team had 12 people." in first


async def test_without_a_model_mechanical_corrections_are_made_and_nothing_else(tmp_path: Path) -> None:
    text = ENGLISH.replace("Helped in the migration", "Helped in the  migration of of")
    done = await reviewed(tmp_path, text=text)
    assert done.cast.asked == []
    assert done.result.outcome == "not_compared"
    assert {change.by for change in done.result.changes} == {"rule"}
    assert done.result.revised != text
    assert done.result.stopped == "measured_only"
