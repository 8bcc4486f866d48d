"""To whom a finding goes: who changed the line in this run, else whose file it is, else the fallback."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kasen.teams.code.config.agents import Agents
from kasen.teams.code.git.blame import author_of
from kasen.teams.code.messages import Finding
from kasen.teams.code.reservations import most_specific

FALLBACK = "impl-backend"
"""The role that gets what is nobody's."""


@dataclass(frozen=True, kw_only=True)
class Span:
    """The commits of a run, and where they can be looked at."""

    folder: Path
    since: str
    head: str


async def routed(
    findings: Sequence[Finding], agents: Agents, span: Span, workers: Sequence[str]
) -> dict[str, list[Finding]]:
    """Agent → its findings, in their order. `workers` are the ids of those that can mend something, at least one."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(await _owner(finding, agents, span, workers), []).append(finding)
    return found


async def _owner(finding: Finding, agents: Agents, span: Span, workers: Sequence[str]) -> str:
    if finding.file:
        author = await author_of(span.folder, finding.file, finding.line, since=span.since, head=span.head)
        if author in workers:
            return author
    return handler_of(finding.file, agents, workers)


def handler_of(file: str, agents: Agents, workers: Sequence[str]) -> str:
    """Whose file it is by the globs of `agents.yaml`, the most specific one; the fallback where none names it."""
    able = [agent for agent in agents.agents if agent.id in workers]
    handles: Mapping[str, Sequence[str]] = {agent.id: agent.handles for agent in able}
    named = most_specific(handles, file) if file else None
    return named or next((agent.id for agent in able if agent.role == FALLBACK), workers[0])
