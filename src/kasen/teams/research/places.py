"""Places of a draft: their ids, which of them a reviewer named, and edits of these and no others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kasen.evidence.normal import normalise
from kasen.teams.research import prose
from kasen.teams.research.schemas import Draft, Section, Statement
from kasen.teams.research.schemas.supervised import Edit, Issue, PlaceView

SUMMARY, FINDINGS = "summary", "findings"
MOST_EDITS = 12
"""Edits of one revision that are looked at: more would be another draft."""
_ID = re.compile(r"(?<![a-z0-9])(s\d{1,2}|f\d{1,2}|a\d{1,2}(?:\.\d{1,2})?|summary|findings|analysis)(?![a-z0-9])")
_PARTS = (
    (re.compile(r"key findings?|主要な発見|発見事項"), FINDINGS),
    (re.compile(r"executive|要約|要旨|サマリ"), SUMMARY),
    (re.compile(r"detailed|詳細"), "analysis"),
)
_POINT = re.compile(r"(?:point|section|観点|論点|第)\s*(\d{1,2})")
_QUOTED = 12
"""Characters from which words in a location are taken for words of the draft."""


class Place(NamedTuple):
    """A statement of a draft: `part` is `summary`, `findings` or `a<point>`."""

    id: str
    part: str
    statement: Statement


def places(draft: Draft) -> list[Place]:
    """Every statement in reading order: `s1`, `f1`, `a1.1`; sections of the same point are one."""
    found = [Place(f"s{n}", SUMMARY, one) for n, one in enumerate(draft.summary, start=1)]
    found += [Place(f"f{n}", FINDINGS, one) for n, one in enumerate(draft.findings, start=1)]
    for point in dict.fromkeys(section.point for section in draft.analysis):
        said = _of_point(draft, point)
        found += [Place(f"a{point}.{n}", f"a{point}", one) for n, one in enumerate(said, start=1)]
    return found


def views(draft: Draft, points: Sequence[str]) -> list[PlaceView]:
    """The places as roles see them."""
    names = {f"a{n}": text for n, text in enumerate(points, start=1)}
    return [
        PlaceView(
            id=place.id,
            part=names.get(place.part, place.part),
            text=place.statement.text,
            evidence=place.statement.evidence,
        )
        for place in places(draft)
        if place.part in names or place.part in (SUMMARY, FINDINGS)
    ]


def parts(points: Sequence[str]) -> list[str]:
    """Ids of the parts of a draft."""
    return [SUMMARY, FINDINGS, *(f"a{n}" for n in range(1, len(points) + 1))]


def named(issue: Issue, draft: Draft, points: Sequence[str]) -> list[str]:
    """The places or parts that an issue is about: its location read leniently, else the parts of its kind."""
    location = " ".join(normalise(issue.location).text.casefold().split())
    known, every = {place.id for place in places(draft)}, parts(points)
    said = [id for id in _ID.findall(location) if id in known or id in every or id == "analysis"]
    if not said:
        said = [part for pattern, part in _PARTS if pattern.search(location)]
        said += [f"a{number}" for number in _POINT.findall(location) if f"a{number}" in every]
        said += [f"a{n}" for n, point in enumerate(points, start=1) if _same_words(point, location)]
        said += [place.id for place in places(draft) if _same_words(place.statement.text, location)]
    if not said:
        said = {"completeness": ["analysis"], "fact_check": []}.get(issue.type, every)
    return list(dict.fromkeys(one for id in said for one in (every[2:] if id == "analysis" else [id])))


def _same_words(text: str, location: str) -> bool:
    folded = " ".join(normalise(text).text.casefold().split())
    return bool(location) and (
        (len(folded) >= _QUOTED and folded in location) or (len(location) >= _QUOTED and location in folded)
    )


class Edited(NamedTuple):
    """A draft after its edits, and how many of them were and were not followed."""

    draft: Draft
    applied: int
    refused: int


def edited(draft: Draft, edits: Sequence[Edit], *, open: Iterable[str], evidence: Iterable[str]) -> Edited:
    """The draft with the edits that touch an open place, or a part that is open or holds one.

    A new statement names evidence that exists, and repeats no other; one edit per place. Everything else stays word
    for word.
    """
    editor = _Editor(draft, frozenset(open), frozenset(evidence))
    applied = sum(editor.apply(edit) for edit in edits[:MOST_EDITS])
    return Edited(editor.draft(), applied, len(edits) - applied)


class _Editor:
    """A draft taken apart: a list of statements per part, None where one was dropped."""

    def __init__(self, draft: Draft, open: frozenset[str], evidence: frozenset[str]) -> None:
        self._title = draft.title
        self._points = list(dict.fromkeys(section.point for section in draft.analysis))
        self._parts: dict[str, list[Statement | None]] = {SUMMARY: [], FINDINGS: []}
        self._index: dict[str, tuple[str, int]] = {}
        for place in places(draft):
            kept = self._parts.setdefault(place.part, [])
            self._index[place.id] = (place.part, len(kept))
            kept.append(place.statement)
        touched = {self._index[id][0] for id in open if id in self._index}
        self._open, self._may_grow, self._evidence = open, open | touched, evidence
        self._done: set[str] = set()

    def apply(self, edit: Edit) -> bool:
        """Whether it was followed."""
        if edit.place in self._index:
            part, index = self._index[edit.place]
            if edit.action == "add":
                return self._add(part, edit)
            return self._replace(part, index, edit)
        return edit.action != "drop" and self._add(edit.place, edit)

    def _replace(self, part: str, index: int, edit: Edit) -> bool:
        old = self._parts[part][index]
        if edit.place in self._done or old is None or not {edit.place, part} & self._open:
            return False
        if edit.action == "drop" or not edit.text.strip():
            self._parts[part][index] = None
        else:
            new = Statement(text=edit.text, evidence=self._known(edit) or old.evidence)
            if new == old or self._repeats(part, new, but=index):
                return False
            self._parts[part][index] = new
        self._done.add(edit.place)
        return True

    def _add(self, part: str, edit: Edit) -> bool:
        new = Statement(text=edit.text, evidence=self._known(edit))
        if part not in self._may_grow or not new.text.strip() or not new.evidence or self._repeats(part, new):
            return False
        self._parts.setdefault(part, []).append(new)
        return True

    def _known(self, edit: Edit) -> list[str]:
        return [id for id in dict.fromkeys(edit.evidence) if id in self._evidence]

    def _repeats(self, part: str, new: Statement, but: int | None = None) -> bool:
        others = enumerate(self._parts.get(part, []))
        return any(old is not None and n != but and prose.repeats(new.text, old.text) for n, old in others)

    def draft(self) -> Draft:
        """Put together again; sections stay in the order they had, new ones come last."""
        new = sorted(int(part[1:]) for part in self._parts if part.startswith("a"))
        points = [*self._points, *(point for point in new if point not in self._points)]
        return Draft(
            title=self._title,
            summary=list(self._left(SUMMARY)),
            findings=list(self._left(FINDINGS)),
            analysis=[Section(point=point, statements=list(self._left(f"a{point}"))) for point in points],
        )

    def _left(self, part: str) -> Iterator[Statement]:
        return (one for one in self._parts.get(part, []) if one is not None)


def _of_point(draft: Draft, point: int) -> list[Statement]:
    return [one for section in draft.analysis if section.point == point for one in section.statements]
