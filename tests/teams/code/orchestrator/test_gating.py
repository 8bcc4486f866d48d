from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from kasen.teams.code.config.gates import GateCommand
from kasen.teams.code.config.loading import default
from kasen.teams.code.messages import Finding, Verdict
from kasen.teams.code.orchestrator.gating import gate_word, place_in
from kasen.teams.code.orchestrator.known import open_of
from kasen.teams.code.orchestrator.planning import phase_tasks
from teams.code.orchestrator.desks import Events
from teams.code.orchestrator.played import XSS, Played, played, with_gates

PHASE = "final_review"
AGENTS = ("reviewer-security-1", "reviewer-performance-1", "reviewer-architecture-1")


async def gate(tmp_path: Path, commands: Sequence[GateCommand] = (), **limits: int) -> Played:
    most = limits.pop("max_rounds", 3)
    play = await played(tmp_path, with_gates(default("five-phase"), commands=commands, max_rounds=most), **limits)
    enter(play, 1)
    return play


def enter(play: Played, round: int) -> None:
    play.desk.queue.put(phase_tasks(play.desk, PHASE, round), {"rounds": {PHASE: round, "implementation": round}})


async def say(play: Played, *verdicts: Verdict, issue: Finding = XSS) -> None:
    for agent, verdict in zip(AGENTS, verdicts, strict=True):
        for _ in range(3 if verdict in ("NO_VERDICT", "INFRA_FAILED") else 1):
            await play.review(agent, verdict, *[issue] * (verdict == "FAIL"))


@pytest.mark.parametrize(
    ("verdicts", "word"),
    [
        (("PASS", "PASS", "PASS"), "PASS"),
        (("PASS", "FAIL", "PASS"), "FAIL"),
        (("PASS", "NO_VERDICT", "PASS"), "NO_VERDICT"),
        (("INFRA_FAILED", "PASS", "PASS"), "NO_VERDICT"),
        (("NO_VERDICT", "FAIL", "INFRA_FAILED"), "FAIL"),
    ],
)
async def test_a_gate_passes_when_all_pass_and_silence_is_neither_pass_nor_fail(
    tmp_path: Path, verdicts: tuple[Verdict, ...], word: str
) -> None:
    play = await gate(tmp_path)
    assert await gate_word(play.desk, PHASE, 1) == ""
    await say(play, *verdicts)
    assert await gate_word(play.desk, PHASE, 1) == word
    assert play.desk.queue.noted("gate") == {"phase": PHASE, "round": 1, "word": word}
    before = play.stored()
    assert await gate_word(play.desk, PHASE, 1) == word
    assert play.stored() == before
    emit = play.desk.emit
    assert isinstance(emit, Events)
    assert len([one for one in emit.of("verdict") if one["reviewer"] == "final-review"]) == 1


async def test_a_phase_without_a_gate_has_no_word(tmp_path: Path) -> None:
    play = await gate(tmp_path)
    assert await gate_word(play.desk, "implementation", 1) == ""


async def test_in_the_next_round_only_open_findings_count_and_who_passed_need_not_be_asked(tmp_path: Path) -> None:
    play = await gate(tmp_path)
    await say(play, "FAIL", "PASS", "PASS")
    assert await gate_word(play.desk, PHASE, 1) == "FAIL"
    (finding,) = open_of(play.desk, PHASE)
    again = phase_tasks(play.desk, PHASE, 2, open_of(play.desk, PHASE, "reviewer-security"))
    play.desk.queue.put([one for one in again if one.agent_type == "reviewer-security"])
    assert await gate_word(play.desk, PHASE, 2) == ""
    other = Finding(file="src/frontend/page.js", line=90, severity="major", issue="Names could be longer.")
    await play.review("reviewer-security-1", "FAIL", other)
    assert await gate_word(play.desk, PHASE, 2) == "PASS"
    assert open_of(play.desk, PHASE) == ()
    assert play.body(f"{PHASE}.2.reviewer-security").findings == (finding,)


async def test_a_failing_command_is_a_finding_with_what_it_printed_and_runs_once_per_commit(tmp_path: Path) -> None:
    count = tmp_path / "ran"
    run = f"echo x >> {count}; echo 'src/frontend/page.js:7: no semicolon'; false"
    play = await gate(tmp_path, [GateCommand(name="lint", run=run), GateCommand(name="tests", run="true")])
    await say(play, "PASS", "PASS", "PASS")
    assert await gate_word(play.desk, PHASE, 1) == "FAIL"
    assert await gate_word(play.desk, PHASE, 1) == "FAIL"
    assert count.read_text() == "x\n"
    (finding,) = open_of(play.desk, PHASE)
    assert finding.id.startswith("lint-")
    assert "no semicolon" in finding.issue
    assert finding.severity == "critical"
    emit = play.desk.emit
    assert isinstance(emit, Events)
    said = {one["reviewer"]: one["verdict"] for one in emit.of("verdict")}
    assert (said["lint"], said["tests"], said["final-review"]) == ("fail", "pass", "fail")


async def test_a_command_that_passes_again_closes_its_finding(tmp_path: Path) -> None:
    play = await gate(tmp_path, [GateCommand(name="tests", run="test -e README.md -a -e NEW.md")])
    await say(play, "PASS", "PASS", "PASS")
    assert await gate_word(play.desk, PHASE, 1) == "FAIL"
    tree = await play.desk.trees.of("impl-backend-1")
    play.edit("impl-backend-1", {"NEW.md": "x"})
    from kasen.teams.code.git.standing import save

    await play.desk.trees.accept(await save(tree, "new"), await play.desk.trees.accepted())
    assert await gate_word(play.desk, PHASE, 2) == "PASS"
    assert open_of(play.desk, PHASE) == ()


async def test_what_stays_round_after_round_goes_to_a_person_and_so_does_what_was_sent_back_too_often(
    tmp_path: Path,
) -> None:
    play = await gate(tmp_path / "stays", rounds=2)
    await say(play, "FAIL", "PASS", "PASS")
    assert await gate_word(play.desk, PHASE, 1) == "FAIL"
    enter(play, 2)
    await say(play, "FAIL", "PASS", "PASS")
    assert await gate_word(play.desk, PHASE, 2) == "NOT_CONVERGING"
    play = await gate(tmp_path / "often", max_rounds=1)
    await say(play, "FAIL", "PASS", "PASS")
    assert await gate_word(play.desk, PHASE, 1) == "FAIL"
    enter(play, 2)
    await say(play, "FAIL", "PASS", "PASS", issue=Finding(file="docs/index.md", issue="Another thing altogether."))
    assert await gate_word(play.desk, PHASE, 2) == "NOT_CONVERGING"


def test_the_place_of_a_failure_is_the_first_file_that_its_output_names() -> None:
    files = ["src/a.py", "src/a.py.bak", "tests/x.test.ts", "a.py"]
    assert place_in("FAIL tests/x.test.ts:12:3 of src/a.py:4", files) == ("tests/x.test.ts", 12)
    assert place_in("in src/a.py(9)", files) == ("src/a.py", 9)
    assert place_in("/tree/src/a.py", files) == ("src/a.py", None)
    assert place_in("2 failed", files) == ("", None)
