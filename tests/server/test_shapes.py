from __future__ import annotations

import pytest

from kasen.runtime.rows import ArtifactRow, Options, RunRow
from kasen.server.shapes import ArtifactShown, CostsShown, RunBrief, RunShown
from kasen.team import RoleCost, RunFigures


def row(status: str = "done") -> RunRow:
    return RunRow(
        id="01KB3V8Q5T0M8W6S1E7Z4R2N9C",
        team="echo",
        mode="echo",
        title="やまびこ",
        lang="ja",
        request={"text": "やまびこ"},
        options=Options(thread="山", continues="01KA"),
        status=status,
        fence=1,
        last_seq=3,
        cancel_asked=False,
        created_at="2026-11-25T09:30:00.000+00:00",
        updated_at="2026-11-25T09:30:01.000+00:00",
    )


@pytest.mark.parametrize(
    ("status", "is_left", "shown", "can_continue"),
    [
        ("done", False, "done", False),
        ("running", False, "running", False),
        ("running", True, "interrupted", True),
        ("created", False, "created", False),
        ("created", True, "interrupted", True),
        ("paused", False, "paused", True),
        ("failed", False, "failed", True),
        ("stopped: budget", False, "stopped: budget", True),
        ("stopped: person", False, "stopped: person", False),
        ("cancelled", False, "cancelled", False),
    ],
)
def test_a_run_says_whether_it_can_be_carried_on(status: str, is_left: bool, shown: str, can_continue: bool) -> None:
    for made in (RunBrief.of(row(status), is_left), RunShown.of(row(status), is_left)):
        assert (made.status, made.can_continue) == (shown, can_continue)
        assert (made.thread, made.continues, made.title) == ("山", "01KA", "やまびこ")


def test_a_run_says_in_which_version_of_its_team_it_is_stored() -> None:
    assert RunShown.of(row().model_copy(update={"state_version": 3}), is_left=False).state_version == 3


def test_caps_are_named_as_in_settings_and_nothing_else_is_named_anew() -> None:
    caps = {"usd": 0.5, "tokens": 7, "seconds": 1.5, "calls": 3}
    capped = row().model_copy(update={"options": Options(**caps, preset="none")})
    shown = RunShown.of(capped, is_left=False).model_dump(by_alias=True)["options"]
    assert {name: shown.pop(f"budget_{name}") for name in caps} == caps
    assert shown == capped.options.model_dump(exclude=set(caps))


def test_the_address_of_an_artifact_can_be_asked_for() -> None:
    found = ArtifactRow(name="報告 1.md", version=2, media_type="text/markdown", size=1, sha256="0" * 64)
    shown = ArtifactShown.of("01KB", found)
    assert shown.url == "/api/runs/01KB/artifacts/%E5%A0%B1%E5%91%8A%201.md?version=2"
    assert "sha256" not in shown.model_dump()


def test_costs_name_the_rule_where_it_stood_in() -> None:
    paid = RoleCost(role="planner", model="openai:x", calls=2, input_tokens=5, output_tokens=1, usd=None)
    shown = CostsShown.of(RunFigures(calls=2, usd=None, by_role={"planner": "rule"}, costs=(paid,)))
    assert [(one.model, one.answered) for one in shown.roles] == [("openai:x", False), ("rule", True)]
    assert shown.usd is None
