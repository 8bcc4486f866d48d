"""Months as numbers, for what lies between them."""

from __future__ import annotations

from kasen.teams.resume.document.model import Period
from kasen.teams.resume.measures.view import View


def month_of(moment: tuple[int, int], *, ends: bool) -> int:
    """Months since the year 0; a year alone counts as its December where it `ends` something, else as its January."""
    year, month = moment
    return year * 12 + (month or (12 if ends else 1)) - 1


def last_month(view: View, period: Period) -> int:
    """The month that a period ends in; this one for what goes on."""
    today = view.material.today
    return today.year * 12 + today.month - 1 if period.end is None else month_of(period.end, ends=True)


def has_months(period: Period) -> bool:
    """True when both ends say their month."""
    return period.start[1] > 0 and (period.end is None or period.end[1] > 0)
