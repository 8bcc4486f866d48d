"""What a gate said, for people: who passed, who did not and why."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.code.messages import TaskResult
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.following import body_of
from kasen.teams.code.orchestrator.known import open_of
from kasen.teams.code.orchestrator.wording import shortened
from kasen.teams.code.queue.rows import Task

ISSUE = 80
"""Characters of a finding that are shown."""
_WORDS = {
    "passed": ("passed: {names}", "合格：{names}"),
    "failed": ("did not pass: {names}", "不合格：{names}"),
    "silent": ("no verdict: {names}", "判定なし：{names}"),
    "more": (" and {n} more", " ほか {n} 件"),
    ";": ("; ", "／"),
    ",": (", ", "、"),
}


def gate_said(desk: Desk, phase: str, round: int) -> str:
    """One line on the gate of a phase: `passed: reviewer-performance; did not pass: reviewer-security (issue)`.

    As far as is known: reviewers that have spoken up to that round, commands as they are noted.
    """
    gate = desk.config.gates.of(phase)
    if gate is None:
        return ""
    found: dict[str, list[str]] = {"passed": [], "failed": [], "silent": []}
    for role in gate.required:
        found[_kind(verdict_of(desk, phase, round, role))].append(_named(desk, phase, role))
    noted = (desk.queue.noted("commands") or {}).get(phase) or {"ran": []}
    for one in noted["ran"]:
        found["passed" if one["ok"] else "failed"].append(_named(desk, phase, one["name"]))
    lines = [_word(desk, kind).format(names=_word(desk, ",").join(names)) for kind, names in found.items() if names]
    return _word(desk, ";").join(lines)


def verdict_of(desk: Desk, phase: str, round: int, role: str) -> str:
    """What a reviewer of a gate said last in the rounds up to that one; empty while it is asked."""
    said: dict[int, str] = {}
    for task in desk.queue.tasks(phase):
        body = body_of(task)
        if task.agent_type == role and body.returns == "review" and not body.about and body.round <= round:
            said[body.round] = _verdict(task)
    return said[max(said)] if said else ""


def _verdict(task: Task) -> str:
    review = TaskResult.model_validate(task.result).review if task.result else None
    return review.verdict if review and task.status == "done" else ""


def _kind(verdict: str) -> str:
    return {"PASS": "passed", "FAIL": "failed"}.get(verdict, "silent")


def _named(desk: Desk, phase: str, by: str) -> str:
    """A reviewer or a command, with the first of its findings that are open."""
    issues: Sequence[str] = [one.issue for one in open_of(desk, phase, by)]
    if not issues:
        return by
    more = _word(desk, "more").format(n=len(issues) - 1) if len(issues) > 1 else ""
    said = f"{shortened(issues[0], ISSUE)}{more}"
    return f"{by}（{said}）" if desk.lang == "ja" else f"{by} ({said})"


def _word(desk: Desk, name: str) -> str:
    return _WORDS[name][desk.lang == "ja"]
