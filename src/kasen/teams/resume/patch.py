"""Changes as ranges of the original text: applied, and grown by edits of the text that they give."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kasen.teams.resume.schemas.change import Change

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True)
class Edit:
    """Other words for a range of the current text; `start == end` inserts."""

    start: int
    end: int
    new: str
    finding: str = ""
    iteration: int = 1
    by: str = "rule"


@dataclass(frozen=True)
class _Stretch:
    """A change with its range in the text that it gives."""

    change: Change
    start: int
    end: int


def applied(original: str, changes: Sequence[Change], words: Mapping[str, str] | None = None) -> str:
    """The original with these changes, which must not overlap; `words` gives other words by id of change.

    Everything outside their ranges is the original, character by character.
    """
    parts, at = [], 0
    for change in _ordered(changes):
        parts += [original[at : change.start], (words or {}).get(change.id, change.new)]
        at = change.end
    return "".join([*parts, original[at:]])


def composed(original: str, changes: Sequence[Change], edits: Sequence[Edit]) -> list[Change]:
    """The changes that lead from the original to its changed text with these edits, which must not overlap.

    An edit within what was changed already becomes part of that change; a change that leads back to the original
    words is none. Ids are given anew, in the order of the text.
    """
    found = list(changes)
    for edit in sorted(edits, key=lambda one: (one.start, one.end), reverse=True):
        found = _with(original, found, edit)
    kept = [change for change in _ordered(found) if change.old != change.new]
    return [change.model_copy(update={"id": f"E{n}"}) for n, change in enumerate(kept, start=1)]


def _ordered(changes: Sequence[Change]) -> list[Change]:
    return sorted(changes, key=lambda change: (change.start, change.end))


def _stretches(changes: Sequence[Change]) -> list[_Stretch]:
    found, shift = [], 0
    for change in _ordered(changes):
        start = change.start + shift
        found.append(_Stretch(change, start, start + len(change.new)))
        shift += len(change.new) - len(change.old)
    return found


def _with(original: str, changes: Sequence[Change], edit: Edit) -> list[Change]:
    stretches = _stretches(changes)
    touched = [one for one in stretches if _touches(one, edit)]
    now = applied(original, changes)
    first = min([edit.start, *(one.start for one in touched)])
    last = max([edit.end, *(one.end for one in touched)])
    start = first - sum(_growth(one) for one in stretches if one.end <= first and one not in touched)
    end = start + last - first - sum(map(_growth, touched))
    grown = Change(
        id="",
        line=len(_LINE_END.findall(original, 0, start)) + 1,
        start=start,
        end=end,
        old=original[start:end],
        new=now[first : edit.start] + edit.new + now[edit.end : last],
        findings=_joined([*(id for one in touched for id in one.change.findings), edit.finding]),
        iterations=tuple(sorted({*(n for one in touched for n in one.change.iterations), edit.iteration})),
        by=edit.by,
    )
    return [*(one.change for one in stretches if one not in touched), grown]


def _growth(one: _Stretch) -> int:
    return len(one.change.new) - len(one.change.old)


def _touches(one: _Stretch, edit: Edit) -> bool:
    """Whether an edit changes words of a change, or inserts where that one inserted."""
    if edit.start == edit.end:
        is_insertion = one.change.start == one.change.end
        inside = one.start < edit.start < one.end
        return inside or (is_insertion and one.start <= edit.start <= one.end)
    return (edit.start < one.end and edit.end > one.start) or edit.start < one.start == one.end < edit.end


def _joined(ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for id in ids if id))
