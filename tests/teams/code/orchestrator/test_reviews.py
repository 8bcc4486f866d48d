from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kasen.teams.code.config.loading import default
from kasen.teams.code.orchestrator.accepting import accept
from kasen.teams.code.orchestrator.following import chain
from kasen.teams.code.orchestrator.reviews import review_of
from teams.code.orchestrator.desks import planned
from teams.code.orchestrator.played import played

T1 = "implementation.1.t1"


async def test_where_a_phase_has_no_reviewer_work_is_merged_at_once(tmp_path: Path) -> None:
    config = default("five-phase")
    phases = tuple(
        phase.model_copy(update={"review": None}) if phase.id == "implementation" else phase
        for phase in config.workflow.phases
    )
    play = await played(tmp_path, replace(config, workflow=config.workflow.model_copy(update={"phases": phases})))
    play.put(planned("t1"))
    await play.work("impl-backend-1", {"src/backend/t1.py": "1\n"})
    assert play.states() == {T1: "done", f"{T1}.accepted": "ready"}
    assert review_of(play.desk, chain(play.desk, T1), "base") is None
    assert await accept(play.desk)
    assert play.show("src/backend/t1.py") == "1\n"
