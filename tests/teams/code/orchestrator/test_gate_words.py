from __future__ import annotations

from pathlib import Path

from kasen.teams.code.config.gates import GateCommand
from kasen.teams.code.config.loading import default
from kasen.teams.code.orchestrator.gate_words import gate_said
from kasen.teams.code.orchestrator.gating import gate_word
from kasen.teams.code.orchestrator.planning import phase_tasks
from kasen.teams.code.orchestrator.stepping import Open
from teams.code.orchestrator.desks import Events
from teams.code.orchestrator.played import XSS, played, with_gates
from teams.code.orchestrator.stages import Stage

PHASE = "final_review"


async def test_who_passed_and_what_did_not_is_said_in_the_verdict_and_in_the_question(tmp_path: Path) -> None:
    lint = GateCommand(name="lint", run="true")
    play = await played(tmp_path, with_gates(default("five-phase"), commands=(lint,)))
    play.desk.queue.put(phase_tasks(play.desk, PHASE, 1))
    assert gate_said(play.desk, "implementation", 1) == ""
    assert gate_said(play.desk, PHASE, 1).startswith("判定なし：reviewer-security、")
    assert play.task(f"{PHASE}.1.reviewer-security").body["title"] == "全体のレビュー（安全性）"
    await play.review("reviewer-security-1", "FAIL", XSS)
    await play.review("reviewer-performance-1")
    await play.review("reviewer-architecture-1")
    assert await gate_word(play.desk, PHASE, 1) == "FAIL"
    said = f"合格：reviewer-performance、reviewer-architecture、lint／不合格：reviewer-security（{XSS.issue}）"
    assert gate_said(play.desk, PHASE, 1) == said
    emit = play.desk.emit
    assert isinstance(emit, Events)
    (told,) = [one["text"] for one in emit.of("verdict") if one["reviewer"] == "final-review"]
    assert told == said
    stage = Stage(play.desk)
    stage.standing.phase, stage.standing.round = PHASE, 1
    asked = stage.people.asked(Open("gate", f"{PHASE}.1", "not_converging"))
    assert asked is not None
    assert asked.why.splitlines() == ["決めた回数だけ差し戻しましたが、まだ指摘が残っています。", said]
