"""What an agent answers, by what it was asked: models whose JSON schemas both CLIs take in strict form.

Every field has to be there and nothing else may be: the strict form of both vendors knows no optional fields, so what
may lack is an empty list, an empty text or null. References are written out, as not every program follows them.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from kasen.gates.decision import Severity


class Answer(BaseModel):
    """Read strictly: what has another form is no answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Done(Answer):
    """Of work, and of a merge conflict that was to be ended."""

    status: Literal["done", "blocked"]
    summary: str
    report: str
    """Markdown for those that build on it; empty where the change says it."""
    files_modified: list[str]
    checks: list[str]
    """Commands that were run, each with what it said."""
    not_done: list[str]
    reason: str
    """Why it is blocked; empty when it is done."""


class Mend(Answer):
    """What became of a finding."""

    id: str
    mended: bool
    how: str
    """What was changed; where nothing was, why the finding is wrong."""


class Mended(Answer):
    """Of findings that were to be mended."""

    status: Literal["done", "blocked"]
    summary: str
    findings: list[Mend]
    files_modified: list[str]
    checks: list[str]
    not_done: list[str]
    reason: str


class PlannedTask(Answer):
    """A task of a plan."""

    id: str
    role: str
    title: str
    instruction: str
    files: list[str]
    depends_on: list[str]
    acceptance: list[str]


class Plan(Answer):
    """Of a plan. Without tasks it is blocked, and `reason` says by what."""

    summary: str
    tasks: list[PlannedTask]
    reason: str


class Defect(Answer):
    """What a reviewer found."""

    file: str
    line: int | None
    severity: Severity
    issue: str
    """What is wrong, and what breaks by it."""
    see: str
    """How to see it: a command, an input and what comes of it."""
    suggestion: str


class Reviewed(Answer):
    """Of a first review."""

    verdict: Literal["PASS", "FAIL", "NO_VERDICT"]
    summary: str
    blocking: list[Defect]
    non_blocking: list[Defect]
    reason: str
    """Why there is no verdict; else empty."""


class Looked(Answer):
    """What a re-review says of one open finding."""

    id: str
    state: Literal["closed", "open"]
    why: str


class Rereviewed(Answer):
    """Of a re-review: each open finding, and nothing else."""

    verdict: Literal["PASS", "FAIL", "NO_VERDICT"]
    summary: str
    findings: list[Looked]
    reason: str


class Ruled(Answer):
    """Of a conflict between two tasks."""

    owner: str
    instruction: str
    reason: str


def strict_schema(answer: type[Answer]) -> dict[str, Any]:
    """Its JSON schema: no titles, no references, all fields required, no others allowed."""
    whole = answer.model_json_schema()
    made = _plain(whole, whole.get("$defs", {}))
    return made if isinstance(made, dict) else {}


def _plain(part: Any, defined: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_plain(one, defined) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _plain(defined[part["$ref"].rpartition("/")[2]], defined)
    made = {key: _plain(value, defined) for key, value in part.items() if key not in ("$defs", "title", "description")}
    if isinstance(fields := part.get("properties"), dict):
        # A field may be called as a keyword is: PlannedTask has a `title`.
        made["properties"] = {name: _plain(field, defined) for name, field in fields.items()}
        made["required"] = list(fields)
    return made
