from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.teams.code.config.gates import GateCommand
from kasen.teams.code.config.loading import default
from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.accepting import accept
from kasen.teams.code.orchestrator.desk import Body
from kasen.teams.code.orchestrator.gating import gate_word
from kasen.teams.code.orchestrator.planning import phase_tasks
from kasen.teams.code.orchestrator.routing import send_back
from teams.code.orchestrator.desks import planned
from teams.code.orchestrator.played import Played, played, with_gates

GATE = ("final_review", 1, "implementation")


async def built(tmp_path: Path, commands: tuple[GateCommand, ...] = ()) -> Played:
    """The frontend has built a page, and for once a file of the backend."""
    play = await played(tmp_path, with_gates(default("five-phase"), commands=commands))
    play.put(planned("t1", "impl-frontend", "src/frontend/**", "src/backend/price.py"))
    edits = {"src/frontend/login.ts": "1\n2\n", "src/backend/price.py": "def price(net):\n    return 1\n"}
    await play.work("impl-frontend-1", dict(edits))
    await play.review("reviewer-1")
    assert await accept(play.desk)
    play.desk.queue.put(phase_tasks(play.desk, "final_review", 1))
    return play


async def judge(play: Played, *findings: Finding) -> None:
    await play.review("reviewer-security-1", "FAIL" if findings else "PASS", *findings)
    await play.review("reviewer-performance-1")
    await play.review("reviewer-architecture-1")


def at(file: str, line: int | None = None) -> Finding:
    return Finding(file=file, line=line, severity="critical", issue=f"{file or 'all'} is not safe")


async def test_each_finding_goes_to_who_wrote_it_else_to_whose_file_it_is_else_to_the_fallback(tmp_path: Path) -> None:
    play = await built(tmp_path)
    await judge(
        play,
        at("src/backend/price.py", 2),
        at("src/frontend/x.test.ts"),
        at("src/frontend/other.ts"),
        at("docs/index.md", 1),
        at("Makefile"),
        at(""),
    )
    assert await gate_word(play.desk, "final_review", 1) == "FAIL"
    new = await send_back(play.desk, *GATE)
    bodies = {one.task_id: Body.model_validate(one.body) for one in new}
    assert {id: [one.file for one in body.findings] for id, body in bodies.items() if body.findings} == {
        "implementation.2.fix-impl-frontend-1": ["src/backend/price.py", "src/frontend/other.ts"],
        "implementation.2.fix-impl-test-1": ["src/frontend/x.test.ts"],
        "implementation.2.fix-impl-document-1": ["docs/index.md"],
        "implementation.2.fix-impl-backend-1": ["Makefile", ""],
    }
    assert [one.task_id for one in new if one.kind == "accept"] == [
        f"{one.task_id}.accepted" for one in new if one.kind == "fix"
    ]
    front = bodies["implementation.2.fix-impl-frontend-1"]
    assert front.title == "src/backend/price.py is not safe（ほか 1 件）"
    assert bodies["implementation.2.fix-impl-document-1"].title == "docs/index.md is not safe"
    assert front.files == ("src/backend/price.py", "src/frontend/other.ts", "src/frontend/**")
    assert bodies["implementation.2.fix-impl-document-1"].files == ("docs/index.md", "docs/**")
    assert await send_back(play.desk, *GATE) == new


async def test_what_came_back_is_mended_reviewed_for_its_findings_alone_and_passes_the_gate(tmp_path: Path) -> None:
    play = await built(tmp_path)
    await judge(play, at("src/frontend/login.ts", 1))
    assert await gate_word(play.desk, "final_review", 1) == "FAIL"
    play.desk.queue.put(await send_back(play.desk, *GATE), {"rounds": {"implementation": 2, "final_review": 1}})
    fix = "implementation.2.fix-impl-frontend-1"
    await play.work("impl-frontend-1", {"src/frontend/login.ts": "safe\n2\n"})
    review = play.body(f"{fix}.review.1")
    assert [one.file for one in review.findings] == ["src/frontend/login.ts"]
    await play.review("reviewer-1", "FAIL", *review.findings)
    assert [one.id for one in play.body(f"{fix}.fix.1").findings] == [review.findings[0].id]
    await play.work("impl-frontend-1", {"src/frontend/login.ts": "safer\n2\n"})
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert play.show("src/frontend/login.ts") == "safer\n2\n"
    play.desk.queue.put(phase_tasks(play.desk, "final_review", 2, review.findings))
    await judge(play)
    assert await gate_word(play.desk, "final_review", 2) == "PASS"
    assert await send_back(play.desk, "final_review", 2, "implementation") == []


async def test_a_failing_command_goes_to_who_wrote_the_file_that_it_names(tmp_path: Path) -> None:
    run = "grep -n 2 src/frontend/login.ts /dev/null && exit 1"
    play = await built(tmp_path, (GateCommand(name="lint", run=run),))
    await judge(play)
    assert await gate_word(play.desk, "final_review", 1) == "FAIL"
    (fix, _) = await send_back(play.desk, *GATE)
    assert fix.agent == "impl-frontend-1"
    (finding,) = Body.model_validate(fix.body).findings
    assert (finding.file, finding.line) == ("src/frontend/login.ts", 2)


async def test_where_nobody_works_there_is_said_so(tmp_path: Path) -> None:
    play = await built(tmp_path)
    await judge(play, at("Makefile"))
    with pytest.raises(ConfigurationError, match="in which no agent works"):
        await send_back(play.desk, "final_review", 1, "nowhere")
