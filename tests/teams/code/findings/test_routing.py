from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.code.config.loading import default
from kasen.teams.code.findings.routing import Span, handler_of, routed
from kasen.teams.code.messages import Finding
from teams.code.git.made import commit, made, write

AGENTS = default("five-phase").agents
WORKERS = [agent.id for agent in AGENTS.agents if agent.phase == "implementation"]


@pytest.mark.parametrize(
    ("file", "agent"),
    [
        ("src/frontend/x.ts", "impl-frontend-1"),
        ("src/frontend/x.test.ts", "impl-test-1"),
        ("src/backend/api.py", "impl-backend-1"),
        ("docs/guide.md", "impl-document-1"),
        ("Makefile", "impl-backend-1"),
        ("", "impl-backend-1"),
    ],
)
def test_a_file_leads_to_whose_it_is(file: str, agent: str) -> None:
    assert handler_of(file, AGENTS, WORKERS) == agent


def test_where_nobody_has_the_fallback_s_role_the_first_gets_it() -> None:
    agents = default("pair").agents
    assert handler_of("x.py", agents, ["coder-1"]) == "coder-1"
    assert handler_of("", agents, ["coder-1"]) == "coder-1"


async def test_who_changed_it_comes_before_whose_it_is_and_each_gets_only_its_own(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo", **{"src/frontend/a.ts": "1\n2\n", "docs/a.md": "x\n"})
    since = commit_now(repo, "")
    write(repo, "src/frontend/a.ts", "1\nback\n")
    head = commit_now(repo, "impl-backend-1")
    findings = [
        Finding(id="f1", file="src/frontend/a.ts", line=2, issue="by the backend"),
        Finding(id="f2", file="docs/a.md", line=1, issue="of the documents"),
        Finding(id="f3", file="src/frontend/a.ts", issue="the whole file"),
        Finding(id="f4", issue="nowhere"),
    ]
    found = await routed(findings, AGENTS, Span(folder=repo, since=since, head=head), WORKERS)
    assert {agent: [one.id for one in own] for agent, own in found.items()} == {
        "impl-backend-1": ["f1", "f3", "f4"],
        "impl-document-1": ["f2"],
    }
    others = await routed(findings[:1], AGENTS, Span(folder=repo, since=since, head=head), ["impl-frontend-1"])
    assert list(others) == ["impl-frontend-1"]


def commit_now(repo: Path, agent: str) -> str:
    write(repo, "n", agent or "-")
    return commit(repo, f"T\n\nKasen-Agent: {agent}" if agent else "T")
