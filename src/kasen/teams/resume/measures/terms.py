"""Terms that the text has or lacks: `keyword_coverage`, `skills_backed`."""

from __future__ import annotations

import re

from kasen.teams.resume.keywords import covered, keywords
from kasen.teams.resume.lexicon import thing
from kasen.teams.resume.measures.model import Defect, Measured, by_share, worst
from kasen.teams.resume.measures.view import Piece, View

FULL = 0.75
"""Share of the terms of a posting from which the score is full: postings wish for more than anybody has."""
BACKED = 0.7
"""Share of listed skills that the experience shows from which the score is full."""
_NAMED = 6
"""Terms that a finding names."""
_LEAST = 3
_SPLIT = re.compile(r"[,、，/／・;；|｜]|\s[–—]\s|\band\b|　")
_LABEL = re.compile(r"^[^：:]{1,30}[：:]\s*")
_ASIDE = re.compile(r"[(（][^()（）]*[)）]|[:：].*$")
_YEARS = re.compile(r"^[\d.〜~約+ ]*(?:年|years?|ヶ月|か月|months?)?$")
_LEVELS = re.compile(
    r"^(?:native|fluent|basic|intermediate|advanced|expert|beginner|proficient|上級|中級|初級|実務.*|.*レベル|.*程度)$",
    re.IGNORECASE,
)
_LONGEST = {"en": 4, "ja": 18}
"""Words (English) or characters (Japanese) of what counts as the name of a skill and not as a sentence."""


def keyword_coverage(view: View) -> Measured:
    """The share of the terms of the posting that the résumé has, in either language."""
    terms = keywords(view.material.posting, view.material.role)
    if len(terms) < _LEAST:
        why = view.say("The posting names too few terms to count.", "求人に数えられる用語が少ない。")
        return Measured("keyword_coverage", None, why)
    found = covered(terms, "\n".join(one.text for one in view.pieces))
    missing = [one.term for one in found if not one.found]
    have = len(terms) - len(missing)
    note = view.say(
        f"{have} of {len(terms)} terms of the posting occur.", f"求人の用語{len(terms)}語のうち{have}語がある。"
    )
    score = by_share(have / len(terms), full=FULL)
    if not missing:
        return Measured("keyword_coverage", score, note)
    listed = _listed(view, missing)
    defect = Defect(
        view.say(f"Terms of the posting that do not occur: {listed}.", f"求人にあって書類にない用語：{listed}。"),
        "major" if score < 3 else "minor",
        suggestion=view.say(
            "Name those that you have worked with, where you did.", "経験のあるものは、使った職歴の中で挙げる。"
        ),
        question=view.say(f"Have you worked with {listed}?", f"{listed}の経験はありますか。"),
    )
    return Measured("keyword_coverage", score, note, [defect])


def _listed(view: View, terms: list[str]) -> str:
    more = len(terms) - _NAMED
    listed = view.say(", ", "、").join(terms[:_NAMED])
    return listed + (view.say(f" and {more} more", f"ほか{more}語") if more > 0 else "")


def skills_backed(view: View) -> Measured:
    """The share of the skills listed that experience, projects or certificates name, in either language."""
    listed: dict[str, tuple[Piece, str]] = {}
    for one in view.of("skills"):
        for term in _terms(view, one):
            listed.setdefault(term.lower(), (one, term))
    if len(listed) < _LEAST:
        why = view.say("Fewer than three skills are listed by name.", "名前で挙げられたスキルが三つに満たない。")
        return Measured("skills_backed", None, why)
    terms = [term for _, term in listed.values()]
    shown = "\n".join(one.text for one in view.of("experience", "projects", "certifications", "publications"))
    found = covered(terms, shown)
    bare = [one.term for one in found if not one.found]
    have = len(terms) - len(bare)
    note = view.say(
        f"{have} of {len(terms)} skills occur in the experience.",
        f"スキル{len(terms)}語のうち{have}語が職務経歴に出てくる。",
    )
    score = by_share(have / len(terms), full=BACKED)
    return Measured("skills_backed", score, note, worst([_bare(view, bare, listed)] if bare and score < 5 else []))


def _terms(view: View, one: Piece) -> list[str]:
    """Names of skills in a line of a list: without label, years and what is said in brackets."""
    text = _ASIDE.sub("", _LABEL.sub("", one.text)) if _LABEL.match(one.text) else _ASIDE.sub("", one.text)
    found = [part.strip(" .。*-–—") for part in _SPLIT.split(text)]
    return [
        part
        for part in found
        if len(part) > 1
        and view.size(part) <= _LONGEST[view.lang] + 4 * (view.lang == "ja" and part.isascii())
        and not _YEARS.match(part)
        and not _LEVELS.match(part)
        and not re.search(r"[。]|(?:です|ます|した)$", part)
        # Cells of a table are headings, groups and years as well.
        and (one.kind != "cell" or _is_tool(part))
    ]


def _is_tool(term: str) -> bool:
    known = thing(term)
    return known is not None and known.kind in ("tool", "certificate")


def _bare(view: View, bare: list[str], listed: dict[str, tuple[Piece, str]]) -> Defect:
    piece, term = listed[bare[0].lower()] if bare[0].lower() in listed else next(iter(listed.values()))
    at = piece.text.find(term)
    start, end = piece.span(at, at + len(term)) if at >= 0 else piece.span()
    names = _listed(view, bare)
    return Defect(
        view.say(
            f"Listed, but nowhere in the experience: {names}.", f"スキル欄にあるが職務経歴に出てこない：{names}。"
        ),
        "minor",
        start,
        end,
        suggestion=view.say("Name each where it was used, or leave it out.", "使った職歴の中で挙げるか、欄から外す。"),
        question=view.say("Where did you use them?", "どの仕事で使いましたか。"),
    )
