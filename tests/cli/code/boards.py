"""Boards for tests: a run in the middle of its second round, as the orchestrator would write it."""

from __future__ import annotations

from typing import Any

from kasen.teams.code.board.shown import AgentShown, Board, GateShown, PhaseShown, TaskShown
from kasen.teams.code.messages import Finding

RUN = "01KB3V8Q5T0M8W6S1E7Z4R2N9C"
NOW = 1_800_000_000.0


def agent(id: str, role: str, program: str, state: Any, **more: Any) -> AgentShown:
    return AgentShown(id=id, role=role, program=program, state=state, **more)


def task(id: str, state: str, **more: Any) -> TaskShown:
    return TaskShown(id=id, phase="implementation", role="impl-backend", kind="work", state=state, **more)


AGENTS = (
    agent(
        *("impl-frontend-1", "impl-frontend", "codex", "working"),
        task_id="implementation.2.fix-impl-frontend-1",
        title="fix login form XSS",
        tool="npm test -- --watch=false",
        lease_s=88,
        progress_s=3,
    ),
    agent(
        *("impl-backend-1", "impl-backend", "claude-code", "working"),
        task_id="T15",
        title="ログインの試行回数を制限する（同じ IP アドレスから 1 分に 5 回まで）",
        lease_s=112,
        progress_s=1,
    ),
    agent("reviewer-1", "reviewer", "claude-code", "reviewing", task_id="T13", lease_s=97, progress_s=6),
    agent("impl-test-1", "impl-test", "codex", "starting", task_id="T12", title="e2e", restarts=2, lease_s=120),
    agent("impl-document-1", "impl-document", "codex", "limited", until=NOW + 754, progress_s=340),
    agent("codebase-guardian-1", "codebase-guardian", "claude-code", "idle", progress_s=5400),
    *(agent(f"researcher-{name}-1", f"researcher-{name}", "claude-code", "off") for name in ("market", "paper")),
)
BOARD = Board(
    run_id=RUN,
    phase="implementation",
    phases=(
        PhaseShown(id="research", state="done", round=1),
        PhaseShown(id="requirements", state="done", round=1),
        PhaseShown(id="planning", state="done", round=1),
        PhaseShown(id="implementation", state="going_on", round=2),
        PhaseShown(id="final_review", state="waiting", round=1),
    ),
    agents=AGENTS,
    tasks=(
        *(task(f"T{number}", "done") for number in range(8)),
        *(task(f"T{number}", "claimed") for number in range(12, 16)),
        task("T16", "ready"),
        task("T17", "blocked", reason="the same finding came back 3 times"),
    ),
    gates=(
        GateShown(name="security", verdict="FAIL", blocking=2),
        GateShown(name="performance", verdict="PASS"),
        GateShown(name="architecture", verdict="NO_VERDICT"),
        GateShown(name="tests", verdict=""),
    ),
    findings=(
        Finding(
            id="F1", file="src/frontend/Login.tsx", line=41, severity="critical", issue="the name is put in as HTML"
        ),
        Finding(id="F2", file="src/api/login.py", line=7, severity="major", issue="試行回数の制限がプロセスごとである"),
    ),
    files={"impl-frontend-1": ("src/frontend/**",), "impl-document-1": ("docs/**", "README.md")},
    branch=f"kasen/{RUN}",
    usd=1.84,
    began=NOW - 861,
    at=NOW - 1,
)
