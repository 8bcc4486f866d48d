"""Names of schools: they go, degree and subject stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.teams.resume.document.folding import fold
from kasen.teams.resume.document.model import Resume, Span
from kasen.teams.resume.document.words import KANJI, SCHOOL

_SURE = re.compile(
    r"大学|高校|高等学校|高専|高等専門学校|専門学校|専修学校|学園|学院|University|College|Polytechnic|Institute[ ]of|"
    r"High[ ]School|Secondary[ ]School"
)
_STUDIED = re.compile(
    r"卒業|卒$|卒[ 、。)）]|修了|中退|入学|在学|出身|学歴|学位|graduat|degree|Bachelor|Master|Ph\.?D|B\.?Sc?\b|"
    r"M\.?Sc?\b|studied|alum",
    re.IGNORECASE,
)
_SHORT = {
    "大阪大学": ("阪大",),
    "慶應義塾大学": ("慶應", "慶大", "慶応"),
    "慶応義塾大学": ("慶應", "慶大", "慶応"),
    "早稲田大学": ("早稲田",),
    "東京工業大学": ("東工大",),
}
"""Usual short forms that do not follow from the name."""
_ACRONYM = re.compile(r"[ ]?\((?P<short>[A-Z][A-Za-z]{1,7})\)")


def schools_in(resume: Resume, folded: str) -> Iterator[Span]:
    """Where schools are named. One that is an employer and no part of the education stays."""
    education = {n for s in resume.sections if s.kind == "education" for n in range(s.first, s.last + 1)}
    found = list(SCHOOL.finditer(folded))
    lines = {match.start(): resume.line_at(match.start()) for match in found}
    attended = {
        match.group()
        for match in found
        if lines[match.start()] in education or _is_studied(resume, lines[match.start()])
    }
    employers = {fold(entry.employer) for entry in resume.entries if entry.section != "education" and entry.employer}
    for match in found:
        name = match.group()
        is_employer = name not in attended and any(name in employer for employer in employers)
        if name in attended or (_SURE.search(name) and not is_employer):
            yield match.span()
            acronym = _ACRONYM.match(folded, match.end())
            if acronym:
                attended.add(acronym["short"])
    yield from _again(attended, folded)


def _is_studied(resume: Resume, number: int) -> bool:
    line = resume.line(number)
    return line is not None and len(line.text) < 300 and _STUDIED.search(line.text) is not None


def _again(attended: set[str], folded: str) -> Iterator[Span]:
    """The same schools elsewhere, and their short forms."""
    forms = set(attended)
    for name in attended:
        forms |= set(short_forms(name))
    for form in sorted(forms):
        bound = (
            (rf"(?<![{KANJI}])", rf"(?![{KANJI}])")
            if re.match(f"[{KANJI}]", form)
            else (r"(?<![^\W\d_])", r"(?![^\W\d_])")
        )
        if form in attended:
            bound = ("", "") if re.match(f"[{KANJI}]", form) else bound
        for found in re.finditer(bound[0] + re.escape(form) + bound[1], folded):
            yield found.span()


def short_forms(name: str) -> tuple[str, ...]:
    """東大 for 東京大学, 北大 for 北海道大学, Keio for Keio University."""
    if match := re.match(rf"([{KANJI}]{{2,}})大学", name):
        stem = match[1]
        return (*_SHORT.get(f"{stem}大学", ()), f"{stem[0]}大", f"{stem}大")
    if match := re.match(r"(?:The )?University of ([A-Z][\w'-]+)", name):
        return (f"{match[1]} University",)
    if match := re.match(r"([A-Z][\w'-]{3,}) (?:University|College)", name):
        return (match[1],) if match[1].lower() not in _PLACES else ()
    return ()


_PLACES_WORDS = (
    "tokyo osaka kyoto nagoya national state city boston chicago cornell brown rice duke columbia washington "
    "london new york"
)
_PLACES = frozenset(_PLACES_WORDS.split())
