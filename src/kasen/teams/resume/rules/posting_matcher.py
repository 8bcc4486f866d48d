"""How a résumé meets a posting, without a model: what stands there word for word, and how many years it makes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Literal, NamedTuple

from kasen.evidence.normal import normalise
from kasen.teams.resume.rules.experience import MOST_QUOTES, History, Mention, is_work
from kasen.teams.resume.rules.posting_notes import Key, note
from kasen.teams.resume.rules.requirements import Wanted, grades, wanted
from kasen.teams.resume.schemas.part import Lang
from kasen.teams.resume.schemas.posting import MatchSaid, RequirementSaid, Status

_POINTS = re.compile(r"(?<![\d.])\d{2,3}(?![\d.])(?=\s?(?:点|points?|[（(,、)）]|$))")
_YEAR_LIKE = re.compile(r"(?:19|20)\d\d")


class Held(NamedTuple):
    """What code finds of one requirement: `not_judged` where it asks for more than can be measured."""

    status: Status
    quotes: tuple[str, ...] = ()
    note: str = ""


def match(*, role: str, posting: str, resume: str, today: str, lang: str) -> MatchSaid:
    """Rule of the posting_matcher: the requirements by headings and bullets, each held against the résumé.

    Met, partly and missing are said only where nothing is asked but named tools, certificates and years; a named tool
    that stands nowhere is missing whatever else is asked. Everything else is `not_judged`, with the words that bear
    on it.
    """
    written: Lang = "ja" if lang == "ja" else "en"
    history = History.of(resume, written, date.fromisoformat(today))
    said = []
    for one in wanted(posting):
        held = hold(one, history, written)
        said.append(
            RequirementSaid(
                requirement=one.text[:600],
                weight=one.weight,
                evidence=list(held.quotes),
                status=held.status,
                note=held.note[:300],
            )
        )
    return MatchSaid(requirements=said)


def hold(one: Wanted, history: History, lang: Lang) -> Held:
    """One requirement against the résumé."""
    if one.terms:
        return _by_terms(one, history, lang)
    if one.fields:
        mentions = [mention for term in one.fields for mention in history.mentions(term)]
        return Held("not_judged", _quotes(mentions), _total(one, history, lang))
    if one.months and one.whole:
        return _by_total(one, history, lang)
    return Held("not_judged", (), _total(one, history, lang))


def _by_terms(one: Wanted, history: History, lang: Lang) -> Held:
    found = {term: history.mentions(term) for term in one.terms}
    there = [term for term in one.terms if found[term]]
    quotes = _quotes([found[term][0] for term in there] + [m for term in there for m in found[term][1:]])
    absent = [term for term in one.terms if not found[term]]
    if not there:
        if one.choice == "examples":
            return Held("not_judged", (), note("none_of_examples", lang, terms=absent))
        return Held("missing", (), note("nowhere", lang, terms=absent))
    if one.choice == "mixed" and absent:
        return Held("not_judged", quotes, note("nowhere", lang, terms=absent))
    measured = _figures(one, {term: found[term] for term in there}, history, lang)
    if absent and one.choice == "all":
        return Held("partly", quotes, note("nowhere", lang, terms=absent))
    if not one.whole or measured.status == "not_judged":
        return Held("not_judged", quotes, measured.note)
    return Held(measured.status, quotes, measured.note)


def _figures(one: Wanted, there: dict[str, list[Mention]], history: History, lang: Lang) -> Held:
    """Years, points, grades and use of what the résumé names."""
    if one.months:
        return _years(one, there, history, lang)
    if one.score or one.grade:
        return _result(one, [mention for mentions in there.values() for mention in mentions], lang)
    listed = [term for term, mentions in there.items() if not any(is_work(mention.entry) for mention in mentions)]
    if one.used and listed and (one.choice == "all" or len(listed) == len(there)):
        return Held("partly", (), note("only_listed", lang, terms=listed))
    return Held("met")


def _years(one: Wanted, there: dict[str, list[Mention]], history: History, lang: Lang) -> Held:
    """With several terms: one of them long enough where one is enough, else the shortest."""
    if one.choice == "all":
        each = {term: history.months(mentions) for term, mentions in there.items()}
        known = {term: months for term, months in each.items() if months is not None}
        if len(known) < len(each) or not known:
            return Held("not_judged", (), note("undated", lang, terms=[term for term in each if term not in known]))
        term, months = min(known.items(), key=lambda pair: pair[1])
    else:
        together = history.months(mention for mentions in there.values() for mention in mentions)
        if together is None:
            return Held("not_judged", (), note("undated", lang, terms=list(there)))
        term, months = " / ".join(there), together
    status: Status = "met" if months >= one.months else "partly"
    return Held(status, (), note("years", lang, terms=[term], months=months, asked=one.months))


def _result(one: Wanted, mentions: Sequence[Mention], lang: Lang) -> Held:
    """Points of a test, or the grade of an examination, as they stand beside its name."""
    lines = [normalise(mention.quote).text for mention in mentions]
    if one.grade:
        best = min((grade for line in lines for grade in grades(line)), default=None)
        reached = best is not None and best <= one.grade
        key: Key = "grade"
        shown = f"{best:g}" if best is not None else ""
    else:
        points = [int(m.group()) for line in lines for m in _POINTS.finditer(_YEAR_LIKE.sub("    ", line))]
        best = max(points, default=None)
        reached = best is not None and best >= one.score
        key, shown = "points", str(best)
    if best is None:
        return Held("not_judged", (), note("no_figure", lang))
    return Held("met" if reached else "partly", (), "" if reached else note(key, lang, shown=shown, asked=one.score))


def _by_total(one: Wanted, history: History, lang: Lang) -> Held:
    months = history.total()
    if months is None:
        return Held("not_judged", (), note("no_dates", lang))
    status: Literal["met", "partly"] = "met" if months >= one.months else "partly"
    return Held(status, _dated(history), note("total", lang, months=months, asked=one.months))


def _total(one: Wanted, history: History, lang: Lang) -> str:
    """Beside what cannot be judged: the years of work in all, where years are asked."""
    months = history.total() if one.months else None
    return "" if months is None else note("total", lang, months=months, asked=one.months)


def _dated(history: History) -> tuple[str, ...]:
    """The periods that a total is made of, as written."""
    spans = [one.period.span for one in history.resume.entries if one.section == "experience" and one.period]
    return tuple(dict.fromkeys(history.resume.text[start:end] for start, end in spans))[:6]


def _quotes(mentions: Sequence[Mention]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mention.quote for mention in mentions))[:MOST_QUOTES]
