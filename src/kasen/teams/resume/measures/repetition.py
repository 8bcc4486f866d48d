"""What comes back again and again: `repetition`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kasen.evidence.normal import normalise
from kasen.evidence.sentences import sentences
from kasen.teams.resume.measures.model import BEST, Defect, Measured, worst
from kasen.teams.resume.measures.view import Piece, View

OFTEN = 4
"""Items with the same opening verb or ending from which a reader hears it."""
SHARE = 0.25
"""And the share of all items that they must make."""
IN_A_ROW = 3
"""Sentences with the same ending, one after the other, that read as monotonous."""
_LEAST = {"ja": 8, "en": 20}
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_ENDING = re.compile(r"((?:[一-龯々]{2}|[ァ-ヶー]{3,10})(?:いたしました|しました|した|する)?)[。．.]?$")
_POLITE = re.compile(r"([ぁ-ん一-龯]{0,2}(?:ました|ています|ております|ます|でした|です))[。．]?$")


def repetition(view: View) -> Measured:
    """Lines that stand there twice, openings or endings that most items share, sentences that all end alike."""
    doubled = _doubled(view)
    same = _alike(view)
    rows = _rows(view) if view.lang == "ja" else []
    parts = [
        view.say(f"lines that occur twice: {len(doubled)}", f"重複した行{len(doubled)}"),
        view.say(f"openings used too often: {len(same)}", f"多用された語尾{len(same)}"),
    ]
    if view.lang == "ja":
        parts.append(view.say(f"runs of like endings: {len(rows)}", f"同じ文末の連続{len(rows)}"))
    note = view.say(", ".join(parts).capitalize() + ".", "、".join(parts) + "。")
    score = max(BEST - 1.5 * len(doubled) - 1.0 * len(same) - 0.5 * len(rows), 0.0)
    return Measured("repetition", score, note, worst([*doubled, *same, *rows]))


def _doubled(view: View) -> list[Defect]:
    seen: dict[str, list[Piece]] = defaultdict(list)
    for one in view.pieces:
        if one.kind in ("bullet", "paragraph") and len(one.text) >= _LEAST[view.lang] and _tells(one.text):
            seen[re.sub(r"[\s。.]+", " ", normalise(one.text).text.casefold()).strip()].append(one)
    return [_doubled_defect(view, same) for same in seen.values() if len(same) > 1]


def _tells(text: str) -> bool:
    """Labels with their values (従業員数：120名) come back by right."""
    return not re.match(r"[^：:]{1,12}[：:]", text)


def _doubled_defect(view: View, same: Sequence[Piece]) -> Defect:
    start, end = same[1].span()
    lines = ", ".join(str(one.line) for one in same[:5])
    return Defect(
        view.say(f"The same words stand in lines {lines}.", f"同じ文が{lines}行目にある。"),
        "major",
        start,
        end,
        suggestion=view.say("Keep them once, where they tell most.", "最も効く場所に一度だけ残す。"),
    )


def _alike(view: View) -> list[Defect]:
    items = [one for one in view.work if one.kind == "bullet"]
    groups: dict[str, list[tuple[Piece, re.Match[str]]]] = defaultdict(list)
    for one in items:
        match = _ENDING.search(one.text) if view.lang == "ja" else _WORD.match(one.text)
        if match:
            groups[match.group(1 if view.lang == "ja" else 0).lower()].append((one, match))
    often = {word: same for word, same in groups.items() if len(same) >= max(OFTEN, SHARE * len(items))}
    return list(_alike_defects(view, often, len(items)))


def _alike_defects(
    view: View, often: Mapping[str, Sequence[tuple[Piece, re.Match[str]]]], total: int
) -> Iterable[Defect]:
    for word, same in sorted(often.items(), key=lambda one: -len(one[1])):
        one, match = same[2]
        start, end = one.span(*match.span(1 if view.lang == "ja" else 0))
        yield Defect(
            view.say(
                f"{len(same)} of {total} items begin with “{word}”.",
                f"{total}項目のうち{len(same)}項目が「{word}」で終わる。",
            ),
            "minor",
            start,
            end,
            suggestion=view.say(
                "Name each deed by its own verb, without claiming more.",
                "それぞれの行為に合った語にする。内容以上のことは言わない。",
            ),
        )


def _rows(view: View) -> list[Defect]:
    """Three or more sentences of one paragraph that end in the same words."""
    found: list[Defect] = []
    for one in view.prose:
        endings = [(span, _POLITE.search(one.text[span[0] : span[1]])) for span in sentences(one.text)]
        run = 0
        for n, (span, match) in enumerate(endings):
            before = endings[n - 1][1] if n else None
            run = run + 1 if match and before and match.group(1)[-3:] == before.group(1)[-3:] else int(bool(match))
            if run == IN_A_ROW and match:
                found.append(_row_defect(view, one, span, match))
    return found


def _row_defect(view: View, one: Piece, span: tuple[int, int], match: re.Match[str]) -> Defect:
    start, end = one.span(span[0] + match.start(), span[0] + match.end())
    ending = match.group(1)[-3:]
    return Defect(
        view.say(f"{IN_A_ROW} sentences in a row end in 「{ending}」.", f"「{ending}」で終わる文が{IN_A_ROW}つ続く。"),
        "minor",
        start,
        end,
        suggestion=view.say("Join two of them, or end one in another way.", "二文をつなぐか、文末を変える。"),
    )
