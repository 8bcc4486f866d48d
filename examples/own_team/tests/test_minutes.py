"""The team as its author tests it: no key, no network, with what `kasen.testing` ships."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from kasen_minutes.graph import build
from kasen_minutes.schemas import Request, Result
from kasen_minutes.team import TEAM

from kasen.errors import InputError
from kasen.testing.crash import Crashes, Scenario, disturb, every_step
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.prompts import check_prompts
from kasen.testing.scripted import ScriptedModel

pytest_plugins = ["kasen.testing.pytest_plugin"]
EXAMPLE = Path(__file__).resolve().parents[1]
TASK = {"text": "Chen will ask the town about the power supply.", "line": 9, "who": "Chen", "due": "18 March"}
WRONG = {"text": "Entrance is free for children under 12.", "line": 8}
RIGHT = {"text": "Entrance stays free for children.", "line": 8}


def minutes(deps: FakeDeps, lang: str = "en", **more: Any) -> Result:
    """The result of a run on the example's notes."""
    request = Request(notes=str(EXAMPLE / f"notes.{lang}.md"), **more)
    done = asyncio.run(build().compile().ainvoke({"request": request}, context=deps))
    result: Result = done["result"]
    return result


def test_prompts_and_rules_take_the_same_variables() -> None:
    """And no file in `prompts` is left over."""
    check = check_prompts(TEAM)
    assert len(check.looked) == 2
    assert check.faults == []


@pytest.mark.parametrize(("lang", "who"), [("en", ["Chen", "Aoki"]), ("ja", ["陳", "青木"])])
def test_rules_alone_find_what_the_notes_label(lang: str, who: list[str]) -> None:
    """Two decisions and two tasks, and nothing that was only talked about."""
    deps = fake_deps(lang=lang)
    result = minutes(deps, lang)
    assert [(point.kind, point.line) for point in result.noted] == [
        ("decision", 6),
        ("decision", 8),
        ("task", 9),
        ("task", 10),
    ]
    assert [point.who for point in result.noted if point.kind == "task"] == who
    assert result.run_status == "done"
    assert all(f"> {point.quote}" in deps.artifacts.text("report.md") for point in result.noted)
    assert len(deps.evidence.claims) == 4


def test_a_figure_that_its_line_does_not_have_goes_back_to_the_role_that_wrote_it() -> None:
    """The other role is not asked again."""
    model = ScriptedModel({"decisions": [{"points": [WRONG]}, {"points": [RIGHT]}], "tasks": [{"points": [TASK]}]})
    deps = fake_deps(model=model)
    result = minutes(deps)
    model.assert_done()
    assert (result.rounds, result.run_status, result.left_out) == (2, "done", [])
    assert [event.verdict for event in deps.events.of("verdict")] == ["fail", "pass"]
    assert "children under 12" in model.requests[-1].prompt, "it is told what was wrong"


def test_what_is_wrong_twice_is_left_out_and_the_minutes_say_so() -> None:
    """The run is not passed then."""
    nobody = {**TASK, "who": "Dubois"}
    model = ScriptedModel({"decisions": [{"points": [RIGHT]}], "tasks": [{"points": [nobody]}, {"points": [nobody]}]})
    deps = fake_deps(model=model)
    result = minutes(deps)
    assert [point.text for point in result.noted] == [RIGHT["text"]]
    assert "`Dubois` does not stand in it" in result.left_out[0]
    assert result.run_status == "not passed"
    assert "## Left out" in deps.artifacts.text("report.md")


def test_a_line_that_does_not_exist_bears_nothing_out() -> None:
    """Whatever the point says."""
    far = {"points": [{"text": "Entrance stays free.", "line": 99}]}
    model = ScriptedModel({"decisions": [far, far], "tasks": [{"points": []}]})
    assert "line 99 does not exist" in minutes(fake_deps(model=model)).left_out[0]


def test_a_person_leaves_points_out_or_stops() -> None:
    """Asked only where that was wished."""
    deps = fake_deps(answers={"minutes": {"go_on": True, "without": [1]}})
    assert [point.line for point in minutes(deps, ask_first=True).noted] == [8, 9, 10]
    stopped = fake_deps(answers={"minutes": {"go_on": False}})
    assert minutes(stopped, ask_first=True).run_status == "stopped: person"
    assert stopped.artifacts.versions == {}
    plain = fake_deps()
    minutes(plain)
    assert plain.approve.asked == []


def test_notes_that_cannot_be_read_are_refused_before_a_run_begins(tmp_path: Path) -> None:
    """In one sentence with the name of the file."""
    (tmp_path / "empty.md").write_text(" \n", encoding="utf-8")
    for name in ("none.md", "empty.md"):
        with pytest.raises(InputError, match=name):
            Request(notes=str(tmp_path / name)).at_the_door()


def test_killed_at_every_step_it_gives_the_same_minutes(tmp_path: Path) -> None:
    """SIGKILL before and after each; no node that had finished runs again, nothing is paid for twice."""
    request = {"notes": str(EXAMPLE / "notes.en.md"), "ask_first": True}
    scenario = Scenario(team="minutes", request=request, answers={"minutes": {"go_on": True}})
    with Crashes() as crashes:
        whole = crashes.see_through(tmp_path / "whole", scenario)
        assert whole.steps >= 5
        for kill in every_step(whole.steps):
            final, broken = disturb(crashes, tmp_path / str(kill), scenario, [kill])
            assert broken == []
            assert final is not None
            assert final.result == whole.value["result"]
