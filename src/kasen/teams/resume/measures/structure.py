"""Which parts there are: `essential_parts`, `section_order`, `heading_structure`, `employer_facts`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kasen.evidence.normal import normalise
from kasen.teams.resume.document.model import Entry, SectionKind
from kasen.teams.resume.measures.model import BEST, Defect, Measured, worst
from kasen.teams.resume.measures.view import Piece, View

_NAMES: dict[SectionKind, tuple[str, str]] = {
    "summary": ("Summary", "職務要約"),
    "experience": ("Experience", "職務経歴"),
    "skills": ("Skills", "活かせるスキル"),
    "education": ("Education", "学歴"),
    "certifications": ("Certifications", "資格"),
    "self_pr": ("自己PR", "自己PR"),
}
_EXPECTED: dict[str, tuple[SectionKind, ...]] = {
    "en": ("summary", "experience", "skills", "education"),
    "ja": ("summary", "experience", "skills", "self_pr"),
    "rirekisho": ("education", "experience", "certifications"),
}
_ORDERED: dict[str, tuple[tuple[SectionKind, SectionKind], ...]] = {
    "en": (
        ("summary", "experience"),
        ("summary", "skills"),
        ("summary", "education"),
        ("experience", "education"),
        ("experience", "languages"),
        ("experience", "certifications"),
    ),
    "ja": (
        ("summary", "experience"),
        ("summary", "skills"),
        ("summary", "self_pr"),
        ("experience", "self_pr"),
        ("experience", "certifications"),
        ("skills", "self_pr"),
    ),
}
"""Pairs of which the first is expected before the second. Skills may stand before or after the experience."""
_FACTS = {
    "事業内容": re.compile(r"事業内容|事業概要|事業[：:]|業種|業界|会社概要[：:]"),
    "従業員数": re.compile(
        r"従業員|社員数|社員[：:約\d]|職員|単体|連結[：:約]?\d|人数[：:]?\d|病床|\d床|(?:看護師|医師|教員)\d+名|生徒|学生数"
    ),
    "資本金": re.compile(r"資本金|売上高|年商|設立|上場|非上場|東証"),
}
"""What is said of an employer; for the capital also turnover, foundation or listing."""
_COMPANY = re.compile(r"会社|㈱|㈲|\(株\)|\(有\)|Inc\b|Ltd|GmbH|Corp")
_PUBLIC = re.compile(
    r"病院|クリニック|診療所|医院|看護|介護|施設|学校|大学|高校|学園|保育|幼稚園|財団|社団|法人|役所|県庁|府庁|都庁|役場|研究所|省$|庁$"
)
"""Employers that have no capital and whose name says what they do: only their size is asked for."""


def essential_parts(view: View) -> Measured:
    """The share of the parts that are expected; without the experience at most 1."""
    form = "rirekisho" if view.is_rirekisho else view.lang
    kinds = set(view.kinds())
    if "projects" in kinds and view.positions:
        kinds.add("experience")
    expected = _EXPECTED[form]
    missing = [one for one in expected if one not in kinds]
    names = ", ".join(_name(view, one) for one in missing)
    have = len(expected) - len(missing)
    note = view.say(
        f"{have} of {len(expected)} parts are there{f'; missing: {names}' if missing else ''}.",
        f"{len(expected)}項目のうち{have}項目がある{f'（ない項目：{names}）' if missing else ''}。",
    )
    score = BEST * have / len(expected)
    score = min(score, 1.0) if "experience" in missing else round(score, 1)
    return Measured("essential_parts", score, note, worst([_missing(view, one) for one in missing]))


def _name(view: View, kind: SectionKind) -> str:
    english, japanese = _NAMES.get(kind, (kind, kind))
    return view.say(english, japanese)


def _missing(view: View, kind: SectionKind) -> Defect:
    name = _name(view, kind)
    return Defect(
        view.say(f"There is no part “{name}”.", f"「{name}」の項目がない。"),
        "critical" if kind == "experience" else "major",
        suggestion=view.say(f"Add “{name}” under a heading of its own.", f"見出しを立てて「{name}」を加える。"),
    )


def section_order(view: View) -> Measured:
    """Pairs of parts that stand in the usual order; 1.5 less for each that does not."""
    order: dict[SectionKind, int] = {}
    for section in view.resume.sections:
        order.setdefault(section.kind, section.first)
    if view.is_rirekisho:
        return Measured("section_order", None, _no_order(view))
    pairs = [(a, b) for a, b in _ORDERED[view.lang] if a in order and b in order]
    if view.lang == "en" and len(view.positions) <= 1:
        pairs.remove(("experience", "education")) if ("experience", "education") in pairs else None
    if not pairs:
        why = view.say("Fewer than two parts were recognised.", "認識できた項目が二つに満たない。")
        return Measured("section_order", None, why)
    wrong = [(a, b) for a, b in pairs if order[a] > order[b]]
    note = view.say(
        f"{len(pairs) - len(wrong)} of {len(pairs)} pairs of parts stand in the usual order.",
        f"項目の前後関係{len(pairs)}組のうち{len(pairs) - len(wrong)}組が慣行の順。",
    )
    defects = [
        Defect(
            view.say(
                f"“{_name(view, b)}” stands before “{_name(view, a)}”.",
                f"「{_name(view, b)}」が「{_name(view, a)}」より前にある。",
            ),
            "minor",
            line=order[b],
            suggestion=view.say(f"Put “{_name(view, a)}” first.", f"「{_name(view, a)}」を先に置く。"),
        )
        for a, b in wrong
    ]
    return Measured("section_order", max(BEST - 1.5 * len(wrong), 0.0), note, worst(defects))


def _no_order(view: View) -> str:
    return view.say("A 履歴書 has a form of its own.", "履歴書には定まった様式がある。")


def heading_structure(view: View) -> Measured:
    """Levels that are skipped and headings with nothing under them; 0 without headings."""
    heads = [one for one in view.pieces if one.kind == "heading"]
    if not heads:
        text = view.say("The text has no headings.", "見出しがない。")
        advice = view.say("Give each part a heading.", "項目ごとに見出しを立てる。")
        return Measured("heading_structure", 0.0, text, [Defect(text, "major", suggestion=advice)])
    levels = [_level(view, one) for one in heads]
    typed = list(zip(heads, levels, strict=True))
    jumps = [
        (one, before, level) for (_, before), (one, level) in pairwise(typed) if before and level and level > before + 1
    ]
    bare = [one for n, one in enumerate(heads) if _is_bare(view, heads, levels, n)]
    note = view.say(
        f"{len(heads)} headings: {len(jumps)} skip a level, {len(bare)} have nothing under them.",
        f"見出し{len(heads)}：段を飛ばすもの{len(jumps)}、中身のないもの{len(bare)}。",
    )
    defects = [_jump(view, *jump) for jump in jumps] + [_bare(view, one) for one in bare]
    return Measured("heading_structure", max(BEST - 1.0 * len(jumps) - 1.0 * len(bare), 0.0), note, worst(defects))


def _level(view: View, one: Piece) -> int:
    """Level of a heading in Markdown; 0 for one that is only typed like a heading."""
    line = view.resume.line(one.line)
    words = line.text.lstrip() if line else ""
    if words.startswith("#"):
        return len(words) - len(words.lstrip("#"))
    below = view.resume.line(one.line + 1)
    if below and below.kind == "heading" and set(below.text.strip()) in ({"="}, {"-"}):
        return 1 if "=" in below.text else 2
    return 0


def _is_bare(view: View, heads: Sequence[Piece], levels: Sequence[int], n: int) -> bool:
    """True when the next heading is no deeper and follows with nothing between, or nothing follows at all."""
    first = heads[n].line
    last = heads[n + 1].line if n + 1 < len(heads) else len(view.resume.lines) + 1
    between = view.resume.lines[first : last - 1]
    if any(one.kind not in ("blank", "div", "comment", "heading") for one in between) or levels[n] == 0:
        return False
    deeper = n + 1 < len(heads) and (levels[n + 1] > levels[n] or levels[n + 1] == 0)
    return not deeper and heads[n].section != "head"


def _jump(view: View, one: Piece, before: int, level: int) -> Defect:
    start, end = one.span()
    text = view.say(
        f"The heading goes from level {before} to {level}.", f"見出しが{before}段目から{level}段目に飛んでいる。"
    )
    advice = view.say(f"Use level {before + 1}.", f"{before + 1}段目にする。")
    return Defect(text, "minor", start, end, suggestion=advice)


def _bare(view: View, one: Piece) -> Defect:
    start, end = one.span()
    text = view.say("Nothing stands under this heading.", "この見出しの下に何も書かれていない。")
    return Defect(text, "minor", start, end, suggestion=view.say("Fill it or leave it out.", "書くか、見出しを省く。"))


def employer_facts(view: View) -> Measured:
    """How much is said of each employer: business, staff, capital (or turnover, foundation, listing)."""
    employers = _employers(view)
    if view.is_rirekisho or not employers:
        why = view.say("No employer was found.", "勤務先が見つからない。")
        if view.is_rirekisho:
            why = view.say("A 履歴書 does not ask for it.", "履歴書では求められない。")
        return Measured("employer_facts", None, why)
    lacking = [(one, missing) for one in employers if (missing := _lacking(view, one))]
    told = sum(len(_FACTS) - len(missing) for _, missing in lacking) + len(_FACTS) * (len(employers) - len(lacking))
    note = view.say(
        f"{len(employers) - len(lacking)} of {len(employers)} employers have business, staff and capital.",
        f"{len(employers)}社のうち{len(employers) - len(lacking)}社に事業内容・従業員数・資本金などがそろう。",
    )
    score = BEST * told / (len(_FACTS) * len(employers))
    return Measured("employer_facts", round(score, 1), note, worst(_unsaid(view, lacking)))


def _employers(view: View) -> list[Entry]:
    """The first entry of each employer; where none is named, every position."""
    named = [one for one in view.positions if one.employer]
    once: dict[str, Entry] = {}
    for one in named:
        once.setdefault(one.employer, one)
    return list(once.values()) or view.positions


def _lacking(view: View, entry: Entry) -> list[str]:
    lines = view.resume.lines[max(entry.first - 1, 0) : entry.last]
    text = normalise("\n".join(line.text for line in lines)).text
    who = normalise(entry.employer or entry.heading).text
    asked = ("従業員数",) if _PUBLIC.search(who) and not _COMPANY.search(who) else tuple(_FACTS)
    return [name for name in asked if not _FACTS[name].search(text)]


def _unsaid(view: View, lacking: Sequence[tuple[Entry, list[str]]]) -> list[Defect]:
    """One for each set of facts that is missing, in the words of the form; employers that lack the same together."""
    groups: dict[str, list[Entry]] = {}
    for entry, missing in lacking:
        groups.setdefault("・".join(missing), []).append(entry)
    return [_unsaid_of(view, listed, entries) for listed, entries in groups.items()]


def _unsaid_of(view: View, listed: str, entries: Sequence[Entry]) -> Defect:
    more = len(entries) - 1
    return Defect(
        view.say(
            f"Of this employer{f' and {more} more' if more else ''} nothing is said about {listed}.",
            f"この会社{f'ほか{more}社' if more else ''}の{listed}が書かれていない。",
        ),
        "major" if listed.count("・") + 1 == len(_FACTS) else "minor",
        line=entries[0].first,
        suggestion=view.say("One line under each employer is enough.", "会社名の下に一行添える。"),
        question=view.say(f"What are {listed} of each?", f"それぞれの{listed}は何ですか。"),
    )
