from __future__ import annotations

from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.standing import (
    ALL,
    Standing,
    forget_session,
    keep_session,
    session_key,
    work_of,
)
from kasen.teams.code.queue.rows import NewTask, Task


def task(desk: Desk, id: str = "T1", **more: object) -> Task:
    new = {"task_id": id, "phase": "implementation", "agent_type": "coder", **more}
    desk.queue.put([NewTask.model_validate(new)])
    return desk.queue.task(id)


def test_what_was_noted_is_there_again(pair: Desk) -> None:
    first = Standing.of(pair)
    first.rounds, first.usd, first.limits = {"implementation": 2}, {"coder-1": None}, {"codex": 9.5}
    first.paused = [ALL]
    first.note("rounds", "usd", "limits")
    pair.queue.put([], {"phase": {"id": "implementation", "round": 2}, "began": 7.0})
    again = Standing.of(pair)
    assert (again.phase, again.round, again.began) == ("implementation", 2, 7.0)
    assert (again.rounds, again.usd, again.limits) == ({"implementation": 2}, {"coder-1": None}, {"codex": 9.5})
    assert again.paused == []  # it was not noted


def test_sessions_are_kept_by_work_and_for_those_that_live_on_by_agent(pair: Desk) -> None:
    work, fix = task(pair), task(pair, "T1.fix.1", body={"about": "T1"})
    assert (work_of(work), work_of(fix)) == ("T1", "T1")
    keep_session(pair, "coder-1", work, "S1")
    keep_session(pair, "reviewer-1", work, "S2")
    keep_session(pair, "coder-1", work, "")
    assert session_key(pair, "coder-1", fix) == "coder-1 T1"
    assert pair.sessions == {"coder-1 T1": "S1", "reviewer-1": "S2"}
    pair.sessions.clear()
    Standing.of(pair)
    assert pair.sessions == {"coder-1 T1": "S1", "reviewer-1": "S2"}
    forget_session(pair, "coder-1", fix)
    forget_session(pair, "coder-1", fix)
    assert pair.queue.noted("sessions") == {"reviewer-1": "S2"}


def test_who_is_closed_and_who_is_paused(pair: Desk) -> None:
    coder, reviewer = pair.config.agents.agents
    standing = Standing.of(pair)
    standing.limits = {coder.type: 100.0}
    assert standing.closed(coder, lambda: 99.0)
    assert not standing.closed(coder, lambda: 101.0)
    standing.refused = {reviewer.type: "401"}
    assert standing.closed(reviewer, lambda: 1e9)
    standing.paused = ["coder-1"]
    assert (standing.is_paused("coder-1"), standing.is_paused("reviewer-1")) == (True, False)
    standing.paused = [ALL]
    assert standing.is_paused("reviewer-1")
