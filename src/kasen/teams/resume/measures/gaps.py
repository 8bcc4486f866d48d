"""What no entry covers, and dates that cannot be: `career_gaps`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kasen.teams.resume.document.model import Entry, Period
from kasen.teams.resume.measures.model import Defect, Measured, by_steps, worst
from kasen.teams.resume.measures.months import has_months, last_month, month_of
from kasen.teams.resume.measures.view import View

SHORT, LONG, VERY_LONG = 3, 6, 12
"""Months between positions from which readers ask: up to three pass as a search, after six most do."""
_BREAK = re.compile(
    r"career break|parental leave|maternity|paternity|sabbatical|family leave|caregiv|caring for|full[- ]time stud|"
    r"travell?ing|relocat|laid off|medical leave|gap year|育児|産休|育休|介護|療養|休職|留学|学業|離職|求職|転居|"
    r"資格取得のため|職業訓練|家事",
    re.IGNORECASE,
)


def career_gaps(view: View) -> Measured:
    """Months that no entry covers between the first and the last position, and dates that cannot be.

    A year without a month is read in favour of its owner: as its January at a start, as its December at an end.
    """
    dated = [one for one in view.entries if one.period and one.section in ("experience", "projects", "education")]
    if not any(one.section == "experience" for one in dated):
        why = view.say("No position has a period.", "期間のある職歴がない。")
        return Measured("career_gaps", None, why)
    impossible = list(_impossible(view, dated))
    gaps = _gaps(view, dated)
    explained = bool(_BREAK.search(view.resume.text[:200_000])) if gaps else False
    longest = max((months for months, _, _ in gaps), default=0)
    score = by_steps(
        longest, ((SHORT, 5.0), (LONG, 4.0), (VERY_LONG, 3.0 - 0.5 * (len(gaps) > 1)), (24, 2.0)), beyond=1.0
    )
    if explained:
        score = max(score, 4.0)
    score = max(score - 2.0 * len(impossible), 0.0)
    return Measured(
        "career_gaps",
        score,
        _gap_note(view, gaps, impossible, explained=explained),
        worst([*impossible, *(_gap_defect(view, *gap) for gap in gaps if not explained), *_overlaps(view)]),
    )


def _gaps(view: View, dated: list[Entry]) -> list[tuple[int, Period, Period]]:
    """Months between what ended last and what began next, where they exceed `SHORT`, since the first position."""
    spans = sorted(
        (
            (month_of(one.period.start, ends=False), last_month(view, one.period), one.period, one.section)
            for one in dated
            if one.period
        ),
        key=lambda span: span[:2],
    )
    first = min(start for start, _, _, section in spans if section == "experience")
    found: list[tuple[int, Period, Period]] = []
    latest: tuple[int, Period] | None = None
    for start, end, period, _ in spans:
        if end < start:
            continue
        if latest is not None and latest[0] >= first and start - latest[0] - 1 > SHORT:
            found.append((start - latest[0] - 1, latest[1], period))
        if latest is None or end > latest[0]:
            latest = (end, period)
    return found


def _gap_note(view: View, gaps: list[tuple[int, Period, Period]], impossible: list[Defect], *, explained: bool) -> str:
    listed = ", ".join(str(months) for months, _, _ in gaps)
    note = view.say(
        f"Gaps of more than {SHORT} months: {f'{len(gaps)} ({listed} months)' if gaps else 'none'}.",
        f"{SHORT}か月を超える空白：{f'{len(gaps)}件（{listed}か月）' if gaps else 'なし'}。",
    )
    if explained:
        note += view.say(" The text gives a reason for a break.", "離職期間の説明と読める記述がある。")
    if impossible:
        note += view.say(f" Dates that cannot be: {len(impossible)}.", f"あり得ない日付：{len(impossible)}件。")
    return note


def _gap_defect(view: View, months: int, before: Period, after: Period) -> Defect:
    start, end = after.span
    since = _shown(before.end, view)
    return Defect(
        view.say(
            f"{months} months lie between {since} and {_shown(after.start, view)}, and nothing is said about them.",
            f"{since}から{_shown(after.start, view)}まで{months}か月の空白に説明がない。",
        ),
        "major" if months > LONG else "minor",
        start,
        end,
        suggestion=view.say("One line is enough (study, family, search).", "一行でよい（学業、家族、求職など）。"),
        question=view.say("What did you do in these months?", "この期間は何をしていましたか。"),
    )


def _shown(moment: tuple[int, int] | None, view: View) -> str:
    if moment is None:
        return view.say("today", "現在")
    year, month = moment
    if not month:
        return view.say(str(year), f"{year}年")
    return view.say(f"{year}-{month:02}", f"{year}年{month}月")


def _impossible(view: View, dated: list[Entry]) -> Iterator[Defect]:
    """Periods that end before they begin, or lie in the future."""
    today = view.material.today
    now = today.year * 12 + today.month - 1
    for one in dated:
        period = one.period
        if period is None:
            continue
        text = ""
        if period.end and month_of(period.end, ends=True) < month_of(period.start, ends=False):
            text = view.say("This period ends before it begins.", "期間の終わりが始まりより前になっている。")
        elif month_of(period.start, ends=False) > now + 1:
            text = view.say("This period begins in the future.", "期間の始まりが未来になっている。")
        elif period.end and one.section != "education" and month_of(period.end, ends=False) > now + 1:
            text = view.say("This position ends in the future.", "職歴の終わりが未来になっている。")
        if text:
            asked = view.say("Which dates are right?", "正しい年月はどれですか。")
            yield Defect(text, "critical", *period.span, question=asked)


def _overlaps(view: View) -> Iterator[Defect]:
    """Two employers at the same time for more than a month: it may well be so, and a word about it helps."""
    dated = [(one, one.period) for one in view.positions if one.period and one.employer]
    for (one, first), (other, second) in pairwise(dated):
        if one.employer == other.employer:
            continue
        begin = max(month_of(first.start, ends=True), month_of(second.start, ends=True))
        months = min(last_month(view, first), last_month(view, second)) - begin
        if months > 1 and has_months(first) and has_months(second):
            text = view.say(
                f"This and the next position overlap by {months} months.",
                f"この職歴と次の職歴が{months}か月重なっている。",
            )
            asked = view.say("Were both held at the same time?", "同時に在籍していましたか（副業・兼務など）。")
            yield Defect(text, "minor", *first.span, question=asked)
