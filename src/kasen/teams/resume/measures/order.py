"""In which order positions stand: `chronology`."""

from __future__ import annotations

from itertools import pairwise

from kasen.teams.resume.document.model import Entry
from kasen.teams.resume.measures.model import BEST, Defect, Measured, worst
from kasen.teams.resume.measures.months import month_of
from kasen.teams.resume.measures.view import View


def chronology(view: View) -> Measured:
    """Whether positions stand newest first (English), or in one order throughout (Japanese)."""
    dated = [one for one in view.positions if one.period]
    if len(dated) < 2:
        why = view.say("There are fewer than two positions with a period.", "期間のある職歴が二つに満たない。")
        return Measured("chronology", None, why)
    down, up = _out_of_order(dated, newest_first=True), _out_of_order(dated, newest_first=False)
    if view.lang == "ja":
        return _japanese_order(view, dated, down, up)
    pairs = len(dated) - 1
    note = view.say(
        f"{pairs - len(down)} of {pairs} steps go back in time.",
        f"{pairs}か所の並びのうち{pairs - len(down)}か所が新しい順。",
    )
    score = max(BEST - 2.0 * len(down), 0.0)
    advice = view.say("Put the newest position first.", "新しい職歴を先に置く。")
    if down and not up:
        text = view.say("The positions stand oldest first.", "職歴が古い順に並んでいる。")
        return Measured("chronology", 2.0, note, [Defect(text, "major", line=dated[0].first, suggestion=advice)])
    text = view.say("This position is newer than the one before it.", "この職歴は前の職歴より新しい。")
    defects = [Defect(text, "major", line=one.first, suggestion=advice) for one in down]
    return Measured("chronology", score, note, worst(defects))


def _out_of_order(dated: list[Entry], *, newest_first: bool) -> list[Entry]:
    """Entries that break the order with the one before."""
    found: list[Entry] = []
    for before, one in pairwise(dated):
        if before.period and one.period:
            a, b = (month_of(entry.start, ends=False) for entry in (before.period, one.period))
            if b > a if newest_first else b < a:
                found.append(one)
    return found


def _japanese_order(view: View, dated: list[Entry], down: list[Entry], up: list[Entry]) -> Measured:
    if not down or not up:
        form = (
            view.say("newest first (逆編年体)", "逆編年体（新しい順）")
            if not down
            else view.say("oldest first (編年体)", "編年体（古い順）")
        )
        return Measured("chronology", BEST, view.say(f"Positions stand {form}.", f"職歴は{form}で通されている。"))
    if _by_field(view):
        return Measured(
            "chronology",
            BEST,
            view.say("Positions stand by field (キャリア式).", "職歴は分野ごと（キャリア式）で、分野の中は同じ順。"),
        )
    fewer = down if len(down) <= len(up) else up
    form = view.say("newest first", "新しい順") if fewer is down else view.say("oldest first", "古い順")
    pairs = len(dated) - 1
    note = view.say(
        f"{pairs - len(fewer)} of {pairs} steps go {form}, {len(fewer)} the other way.",
        f"{pairs}か所の並びのうち{pairs - len(fewer)}か所が{form}、{len(fewer)}か所が逆。",
    )
    text = view.say(
        f"Most positions stand {form}; this one does not.", f"職歴の多くは{form}だが、ここは逆になっている。"
    )
    advice = view.say(
        "Keep one order: 編年体, 逆編年体 or キャリア式.", "編年体・逆編年体・キャリア式のどれかに統一する。"
    )
    defects = [Defect(text, "major", line=one.first, suggestion=advice) for one in fewer]
    return Measured("chronology", max(3.0 - (len(fewer) - 1), 0.0), note, worst(defects))


def _by_field(view: View) -> bool:
    """Positions in groups under headings of their own, each group in the same order, as the キャリア式 has them."""
    groups = [[one for one in group if one.period] for group in view.groups]
    return len(groups) > 1 and any(
        not any(_out_of_order(group, newest_first=newest) for group in groups) for newest in (True, False)
    )
