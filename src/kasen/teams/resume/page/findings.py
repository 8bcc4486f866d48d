"""Findings in the order of the text, each with the changes that answer it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kasen.teams.resume.page.changes import Shown, shown
from kasen.teams.resume.page.context import around
from kasen.teams.resume.page.labels import words
from kasen.teams.resume.schemas.feedback import Feedback, Finding
from kasen.teams.resume.schemas.result import Result

AROUND = 40
"""Characters of the line that are shown on each side of quoted words."""
_ORDER = ("critical", "major", "minor")


class Placed(NamedTuple):
    """A finding and where it is shown."""

    finding: Finding
    iteration: int
    criterion: str
    """Name of its criterion; empty without one."""
    about: str
    """Critic, where it is not the heading, and place: `Recruiter · line 12 · again in round 2`."""
    before: str
    """Words of the line around the quoted ones."""
    after: str
    again: tuple[int, ...]
    """Later rounds that found the same."""


class Unit(NamedTuple):
    """What belongs together: findings, and the changes that answer them."""

    line: int
    start: int
    findings: tuple[Placed, ...]
    changes: tuple[Shown, ...]


def units(result: Result) -> list[Unit]:
    """What stands at a place of the text, in its order; of rounds after the best only what concerns the original."""
    changes = [shown(result, one) for one in result.changes]
    placed = [(one, _spot(one, result)) for one in _found(result) if one.finding.place]
    answers = {one.id: set(one.findings) for one in result.changes}
    groups = list(_grouped([one for one, _ in placed], changes, answers))
    spots = {one.finding.id: spot for one, spot in placed}
    made = [_unit(found, made, spots) for found, made in groups]
    return sorted(made, key=lambda unit: (unit.line, unit.start))


def whole(result: Result) -> list[Placed]:
    """Findings about the whole document, the gravest first; those that a change answers stand with it."""
    answered = {name for one in result.changes for name in one.findings}
    found = [one for one in _found(result) if not one.finding.place and one.finding.id not in answered]
    return sorted(found, key=lambda one: _ORDER.index(one.finding.severity))


def of_iteration(result: Result, iteration: int) -> list[Placed]:
    """Every finding of one round, in the order of its text, those about the whole last."""
    found = [
        _placed(finding, one, result, ())
        for one in result.feedback
        if one.iteration == iteration
        for finding in one.findings
    ]
    return sorted(found, key=lambda one: one.finding.place.start if one.finding.place else 10**12)


def _found(result: Result) -> Iterator[Placed]:
    """Each finding once: what a later round says again is noted at the first."""
    answered = {name for one in result.changes for name in one.findings}
    first: dict[tuple[str, ...], tuple[Finding, Feedback]] = {}
    again: dict[tuple[str, ...], list[int]] = {}
    for one in sorted(result.feedback, key=lambda one: one.iteration):
        for finding in one.findings:
            key = _key(finding)
            is_far = one.iteration > max(result.best, 1) and finding.quote not in result.original
            if key in first and first[key][1].iteration < one.iteration and finding.id not in answered:
                again.setdefault(key, []).append(one.iteration)
            elif not is_far or finding.id in answered:
                first[(*key, finding.id) if key in first else key] = (finding, one)
    for key, (finding, one) in first.items():
        later = sorted({number for number in again.get(key, []) if number != one.iteration})
        yield _placed(finding, one, result, tuple(later))


def _key(finding: Finding) -> tuple[str, ...]:
    about = finding.quote or finding.text
    return finding.critic, finding.criterion, "".join(unicodedata.normalize("NFKC", about).split())


def _placed(finding: Finding, feedback: Feedback, result: Result, again: tuple[int, ...]) -> Placed:
    names = {one.id: one.name for one in feedback.criteria}
    said, criterion = words(result.lang), names.get(finding.criterion, "")
    parts = [said[finding.critic] if criterion else "", _place(finding, feedback.iteration, result)]
    parts += [said["again"].format(number) for number in again]
    spot = finding.place if feedback.iteration == 1 else None
    before, after = around(result.original, spot.start, spot.end, AROUND) if spot else ("", "")
    about = " · ".join(part for part in parts if part)
    return Placed(finding, feedback.iteration, criterion, about, before, after, again)


def _place(finding: Finding, iteration: int, result: Result) -> str:
    said = words(result.lang)
    if finding.place is None:
        return ""
    if iteration == 1:
        return said["line"].format(finding.place.line)
    return said["line_of_round"].format(line=finding.place.line, round=iteration)


def _spot(one: Placed, result: Result) -> tuple[int, int]:
    """Line and position in the original; a finding of a later round stands where its words stand there."""
    place = one.finding.place
    if place is None:
        return 10**9, 10**9
    if one.iteration == 1:
        return place.line, place.start
    start = result.original.find(one.finding.quote) if one.finding.quote else -1
    return (result.original.count("\n", 0, start) + 1, start) if start >= 0 else (place.line, place.start)


def _grouped(
    found: Iterable[Placed], changes: Iterable[Shown], answers: dict[str, set[str]]
) -> Iterator[tuple[list[Placed], list[Shown]]]:
    """Findings and changes that hang together, over any number of links."""
    groups: list[tuple[list[Placed], list[Shown], set[str]]] = [([one], [], {one.finding.id}) for one in found]
    for change in changes:
        mine = [group for group in groups if group[2] & answers[change.id]]
        if not mine:
            groups.append(([], [change], set(answers[change.id])))
            continue
        kept = mine[0]
        kept[1].append(change)
        for other in mine[1:]:
            kept[0].extend(other[0])
            kept[1].extend(other[1])
            kept[2].update(other[2])
            groups.remove(other)
    for placed, made, _ in groups:
        yield placed, made


def _unit(found: list[Placed], changes: list[Shown], spots: dict[str, tuple[int, int]]) -> Unit:
    found = sorted(found, key=lambda one: (spots[one.finding.id], one.finding.id))
    changes = sorted(changes, key=lambda one: one.start)
    line, start = min([spots[one.finding.id] for one in found] + [(one.line, one.start) for one in changes])
    return Unit(line, start, tuple(found), tuple(changes))
