"""Findings with a name: the same one keeps its id from round to round, and one that never goes is seen."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from kasen.teams.code.messages import Finding

ALIKE = 85.0
"""Words of two findings of one place that are so much alike, of 100, tell of one defect."""
NEAR = 30
"""Lines that a defect may have moved."""
_NOT_WORDS = re.compile(r"[\W_]+")


def named(findings: Iterable[Finding], gate: str, known: Sequence[Finding] = ()) -> list[Finding]:
    """The findings, each with an id: that of the known one that it repeats, else a new one; each defect once.

    A finding repeats a known one when it carries its id, or tells of the same defect.
    """
    found: dict[str, Finding] = {}
    for finding in findings:
        same = next((one for one in known if finding.id and one.id == finding.id), None) or next(
            (one for one in (*known, *found.values()) if is_same(one, finding)), None
        )
        id = same.id if same else f"{gate}-{_digest(finding)}"
        found.setdefault(id, finding.model_copy(update={"id": id}))
    return list(found.values())


def is_same(one: Finding, other: Finding) -> bool:
    """Whether two findings tell of one defect: of one file, near each other, in nearly the same words."""
    if one.file != other.file:
        return False
    if one.line is not None and other.line is not None and abs(one.line - other.line) > NEAR:
        return False
    return fuzz.token_sort_ratio(_plain(one.issue), _plain(other.issue)) >= ALIKE


def _plain(words: str) -> str:
    return _NOT_WORDS.sub(" ", words.casefold()).strip()


def _digest(finding: Finding) -> str:
    said = f"{finding.file}\n{finding.line}\n{_plain(finding.issue)}"
    return hashlib.sha256(said.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Round:
    """What one look at the work found."""

    findings: tuple[Finding, ...]


def not_converging(rounds: Sequence[Round], most: int) -> list[Finding]:
    """Findings that are still open after `most` rounds one after another: a person decides on them."""
    if len(rounds) < most:
        return []
    last = rounds[-most:]
    stays = set.intersection(*({finding.id for finding in one.findings} for one in last))
    return [finding for finding in last[-1].findings if finding.id in stays]
