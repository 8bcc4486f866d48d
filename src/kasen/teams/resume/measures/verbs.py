"""Who acts in the items, and how: `strong_openings`, `first_person`, `empty_phrases`."""

from __future__ import annotations

import re

from kasen.teams.resume.measures import phrases
from kasen.teams.resume.measures.model import Defect, Measured, by_share, by_steps, worst
from kasen.teams.resume.measures.view import Piece, View

HALF = 0.5
"""Share of weak items at which the score is 0: then duties, not deeds, are what a reader takes away."""
_I = re.compile(r"(?<![\w.'’/])(?:I(?:['’](?:m|ve|d|ll))?(?=[ ,]+[a-z])|[Mm]y|[Mm]e|[Mm]yself|[Mm]ine)(?![\w./&-])")
_BEFORE_ROMAN = re.compile(r"(?:[A-Z]\w+|level|phase|type|part|tier|grade|class|stage)\s$")
_DUTIES = re.compile(r"担当業務|業務内容|職務内容|主な業務|業務概要|担当工程|担当範囲|役割")
_RESULTS = re.compile(r"実績|成果|取り?組み?|工夫|ポイント|評価")


def strong_openings(view: View) -> Measured:
    """The share of items that begin with a duty (English) or end in one (Japanese); 0 at `HALF`."""
    items = [one for one in view.work if one.kind == "bullet"]
    pattern = phrases.opening()
    if view.lang == "ja":
        pattern = phrases.duty_ending()
        listed = _listed_as_duties(view)
        items = [one for one in items if one.line not in listed]
    if not items:
        why = view.say("There are no items of the experience to look at.", "見るべき職務経歴の箇条書きがない。")
        return Measured("strong_openings", None, why)
    found = [(one, match) for one in items if (match := _weak(pattern, one, view))]
    note = view.say(
        f"{len(found)} of {len(items)} items begin with a duty or a weak verb.",
        f"{len(items)}項目のうち{len(found)}項目が「担当」などの業務名だけで終わる。",
    )
    score = 5.0 - by_share(len(found) / len(items), full=HALF)
    return Measured("strong_openings", round(score, 1), note, worst(_weak_defects(view, found)))


def _weak(pattern: re.Pattern[str], one: Piece, view: View) -> re.Match[str] | None:
    return pattern.search(one.text) if view.lang == "ja" else pattern.match(one.text)


def _listed_as_duties(view: View) -> set[int]:
    """Lines of lists that stand under 担当業務 or its like: duties are what belongs there."""
    found: set[int] = set()
    is_duties = False
    for one in view.pieces:
        label = one.text.strip("【】■●◆□○◇[]：: 　")
        if one.kind != "bullet" or one.text.endswith((":", "：")):
            is_duties = bool(_DUTIES.match(label)) and not _RESULTS.search(label[:12])
        elif is_duties:
            found.add(one.line)
    return found


def _weak_defects(view: View, found: list[tuple[Piece, re.Match[str]]]) -> list[Defect]:
    """One for each way of saying it, the commonest first."""
    groups: dict[str, list[tuple[Piece, re.Match[str]]]] = {}
    for one, match in found:
        groups.setdefault(match.group().lower().strip("をに。．. ")[: 2 if view.lang == "ja" else None], []).append(
            (one, match)
        )
    return [_weak_defect(view, same) for same in sorted(groups.values(), key=len, reverse=True)]


def _weak_defect(view: View, same: list[tuple[Piece, re.Match[str]]]) -> Defect:
    one, match = same[0]
    word = match.group().strip("をに。．. ")
    many = len(same)
    begin = match.start() + match.group().index(word)
    start, end = one.span(begin, begin + len(word))
    return Defect(
        view.say(
            f"“{word}” names a duty, not what you did{f' ({many} items)' if many > 1 else ''}.",
            f"「{word}」は役目の名で、何をしたかがわからない{f'（{many}項目）' if many > 1 else ''}。",
        ),
        "minor",
        start,
        end,
        suggestion=view.say(
            "Begin with the verb for the deed itself.",
            "行為を表す語（設計、交渉、移行など、実際にしたこと）で言い切る。",
        ),
        question=view.say("What exactly did you do there?", "ここで実際に行ったことは何ですか。"),
    )


def first_person(view: View) -> Measured:
    """How often I, me and my occur outside of names and numbering; English only."""
    found: list[tuple[int, int]] = []
    for one in view.pieces:
        for match in _I.finditer(one.text):
            if match.group() != "I" or not _BEFORE_ROMAN.search(one.text[: match.start()]):
                found.append(one.span(*match.span()))
    note = view.say(f"Uses of I, me or my: {len(found)}.", f"I・me・my が{len(found)}回使われている。")
    score = by_steps(len(found), ((0, 5.0), (2, 4.0), (5, 2.5), (10, 1.0)))
    if not found:
        return Measured("first_person", score, note)
    text = view.say(
        f"Uses of the first person: {len(found)}; résumés leave it out.",
        f"一人称が{len(found)}回使われている。英文履歴書では省く。",
    )
    advice = view.say("Begin with the verb: “Led …”, not “I led …”.", "動詞から始める（I led ではなく Led）。")
    defect = Defect(text, "major" if len(found) > 5 else "minor", *found[0], suggestion=advice)
    return Measured("first_person", score, note, [defect])


def empty_phrases(view: View) -> Measured:
    """How many stock phrases there are, against the size of the text."""
    found = [
        (one, match)
        for one in view.pieces
        if one.kind != "heading"
        for match in phrases.empty(view.lang).finditer(one.text)
    ]
    note = view.say(f"Stock phrases: {len(found)}.", f"決まり文句は{len(found)}か所。")
    score = by_steps(len(found), ((0, 5.0), (1, 4.0), (3, 3.0), (5, 2.0), (8, 1.0)))
    return Measured("empty_phrases", score, note, worst([_empty_defect(view, *one) for one in _once(found)]))


def _once(found: list[tuple[Piece, re.Match[str]]]) -> list[tuple[Piece, re.Match[str]]]:
    kept: dict[str, tuple[Piece, re.Match[str]]] = {}
    for one, match in found:
        kept.setdefault(match.group().lower(), (one, match))
    return list(kept.values())


def _empty_defect(view: View, one: Piece, match: re.Match[str]) -> Defect:
    start, end = one.span(*match.span())
    return Defect(
        view.say(
            f"“{match.group()}” is said by everybody.", f"「{match.group()}」は誰もが書く言葉で、印象に残らない。"
        ),
        "minor",
        start,
        end,
        suggestion=view.say("Leave it out, or show it by a deed.", "削るか、それを示す出来事に置き換える。"),
    )
