"""How dates are given: `dated_entries`, `date_format`."""

from __future__ import annotations

import re
from collections import Counter

from kasen.teams.resume.measures.model import BEST, Defect, Measured, by_steps, worst
from kasen.teams.resume.measures.months import has_months
from kasen.teams.resume.measures.view import View

_MONTH = r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:19[4-9]\d|20\d\d)"
_FORMS: dict[str, str] = {
    "2020年4月": rf"{_YEAR}\s?年\s?(?:[1-9]|1[0-2])\s?月",
    "2020年04月": rf"{_YEAR}\s?年\s?0[1-9]\s?月",
    "令和2年4月": r"(?:明治|大正|昭和|平成|令和)\s?(?:\d{1,2}|元)\s?年(?:\s?\d{1,2}\s?月)?"
    r"|(?<![A-Za-z])[RHS]\d{1,2}[./年]\d{0,2}",
    "2020/04": rf"(?<![\d/]){_YEAR}/{_MONTH}(?![\d])",
    "2020.04": rf"(?<![\d.]){_YEAR}\.{_MONTH}(?![\d.])",
    "2020-04": rf"(?<![\d-]){_YEAR}-(?:0[1-9]|1[0-2])(?!\d)",
    "04/2020": rf"(?<![\d/]){_MONTH}/{_YEAR}(?!\d)",
    "Apr 2020": rf"\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?,? ?{_YEAR}",
    "April 2020": r"\b(?:January|February|March|April|June|July|August|September|October|November|December),? ?"
    + _YEAR,
}
_ANY = re.compile("|".join(f"(?P<f{n}>{form})" for n, form in enumerate(_FORMS.values())))
_PADDED = ("2020年4月", "2020年04月")


def dated_entries(view: View) -> Measured:
    """The share of positions with a period; one with years only counts half."""
    if not view.positions:
        return Measured("dated_entries", None, view.say("No position was found.", "職歴が見つからない。"))
    none = [one for one in view.positions if one.period is None]
    years = [one for one in view.positions if one.period and not has_months(one.period)]
    total = len(view.positions)
    note = view.say(
        f"{total - len(none)} of {total} positions have a period; with years only: {len(years)}.",
        f"{total}の職歴のうち{total - len(none)}に期間がある。年だけのものは{len(years)}。",
    )
    text = view.say("This position has no period.", "この職歴に期間がない。")
    asked = view.say("From which month to which month?", "何年何月から何年何月までですか。")
    defects = [Defect(text, "major", line=one.first, question=asked) for one in none]
    only = view.say("This period gives years without months.", "期間に月がない。")
    for one in years:
        if one.period:
            defects.append(Defect(only, "minor", *one.period.span, question=asked))
    score = BEST * (total - len(none) - 0.5 * len(years)) / total
    return Measured("dated_entries", round(score, 1), note, worst(defects))


def date_format(view: View) -> Measured:
    """How many ways of writing a month there are; a date that is given in both calendars in one place counts once."""
    found: list[tuple[str, int, int]] = []
    names = list(_FORMS)
    for line in view.resume.lines:
        if line.kind not in ("heading", "paragraph", "bullet", "table"):
            continue
        found += [
            (names[int(m.lastgroup[1:])], line.start + m.start(), line.start + m.end())
            for m in _ANY.finditer(line.text)
            if m.lastgroup
        ]
    if len(found) < 2:
        why = view.say("There are fewer than two dates with a month.", "月のある日付が二つに満たない。")
        return Measured("date_format", None, why)
    return _format_found(view, _without_pairs(view, found))


def _without_pairs(view: View, found: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Without the second of two dates that stand as one: 2020年4月（令和2年4月）."""
    kept: list[tuple[str, int, int]] = []
    for one in found:
        gap = view.resume.text[kept[-1][2] : one[1]] if kept else "-"
        if not (kept and gap.strip() in ("(", "（", "/", "／") and one[0] != kept[-1][0]):
            kept.append(one)
    return kept


def _format_found(view: View, found: list[tuple[str, int, int]]) -> Measured:
    counts = Counter(form for form, _, _ in found)
    plain, padded = _PADDED
    # Months from October on have two digits in both forms.
    late = all(int(re.findall(r"\d+", view.resume.text[a:b])[1]) > 9 for form, a, b in found if form == plain)
    if counts[padded] and late:
        counts[padded] += counts.pop(plain, 0)
        found = [(padded if form == plain else form, a, b) for form, a, b in found]
    usual, times = counts.most_common(1)[0]
    others = [one for one in found if one[0] != usual]
    listed = ", ".join(f"{form} ({count})" for form, count in counts.most_common())
    note = view.say(f"Dates are written as {listed}.", f"日付の書き方：{listed}。")
    score = BEST if not others else by_steps(1 - times / len(found), ((0.1, 3.5), (0.3, 2.5)), beyond=1.5)
    if len(counts) > 3:
        score = min(score, 1.0)
    beyond = _beyond_their_era(view)
    score = max(score - len(beyond), 0.0)
    return Measured("date_format", score, note, worst([*beyond, *_format_defects(view, usual, others)]))


_ERA_ENDS = {"明治": (1867, 45), "大正": (1911, 15), "昭和": (1925, 64), "平成": (1988, 31)}
_ERA = re.compile(r"(明治|大正|昭和|平成)\s?(\d{1,2})\s?年")


def _beyond_their_era(view: View) -> list[Defect]:
    """Years that their era never had: 平成34年."""
    found: list[Defect] = []
    for match in _ERA.finditer(view.resume.text[:200_000]):
        before, last = _ERA_ENDS[match[1]]
        year = int(match[2])
        if year > last:
            real = before + year
            now = view.say(str(real), f"令和{real - 2018}年（{real}年）" if real > 2018 else f"{real}年")
            text = view.say(f"{match.group()} does not exist.", f"{match.group()}という年はない。")
            asked = view.say(f"Is {now} meant?", f"{now}のことですか。")
            found.append(Defect(text, "major", *match.span(), question=asked))
    return found


def _format_defects(view: View, usual: str, others: list[tuple[str, int, int]]) -> list[Defect]:
    once: dict[str, tuple[int, int]] = {}
    for form, start, end in others:
        once.setdefault(form, (start, end))
    return [
        Defect(
            view.say(
                f"Most dates are written like {usual}, this one like {form}.",
                f"多くの日付は「{usual}」の形だが、ここは「{form}」の形。",
            ),
            "minor",
            start,
            end,
            suggestion=view.say(f"Write all of them like {usual}.", f"「{usual}」の形にそろえる。"),
        )
        for form, (start, end) in once.items()
    ]
