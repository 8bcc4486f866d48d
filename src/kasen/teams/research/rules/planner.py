"""The plan without a model: points from the question, queries from its words and those of the documents."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence

from kasen.evidence.terms import stem
from kasen.teams.research.rules.coverage import COVERED
from kasen.teams.research.rules.parts import parts
from kasen.teams.research.rules.question import folded, keywords
from kasen.teams.research.schemas import Measured, PlanningNotes, StrategicPlan

MOST_QUERIES = 8
_RELATED = 3
_ALIKE = 0.8
"""Ratio of difflib from which two Latin words count as spellings of one (`centre`, `center`)."""


def plan(
    *,
    question: str,
    lang: str,
    today: str,
    vocabulary: Sequence[str],
    measured: Sequence[Measured],
    web: bool,
    notes: PlanningNotes,
) -> StrategicPlan:
    """Rule of the planner: the queries that were drafted and measured, each sent where its words are.

    It cannot follow what a person writes; who wants the plan otherwise without a model edits it.
    """
    points = notes.outline or parts(question)
    rag, on_web = allocate(measured, web=web)
    return StrategicPlan(
        theme=question,
        investigation_points=points,
        rag_queries=rag,
        web_queries=on_web,
        allocation_strategy=strategy(measured, rag, on_web, lang=lang),
        plan_text=_told(points, notes.missing, lang),
    )


def drafts(question: str, vocabulary: Sequence[str], missing: Sequence[str], earlier: Iterable[str]) -> list[str]:
    """Queries not yet sent: the question and its points; in later rounds what was missing, with related words.

    Where the documents spell a word of the question in another way, a query with their spelling is added.
    """
    sent = {same(query) for query in earlier}
    points = parts(question)
    found = [question, *points] if not sent else []
    known = _related(keywords(question).split(), vocabulary)
    if known:
        found.append(" ".join([keywords(question), *known]))
    if sent:
        found += [keywords(point) for point in points]
        found += [" ".join([word, *_related([word], vocabulary)]) for word in missing]
    fresh: dict[str, str] = {}
    for query in found:
        if same(query) and same(query) not in sent:
            fresh.setdefault(same(query), query)
    return list(fresh.values())[:MOST_QUERIES]


def same(query: str) -> str:
    """What two queries share that find the same: words without punctuation, width or case."""
    return " ".join(re.findall(r"\w+", folded(query)))


def allocate(measured: Sequence[Measured], *, web: bool) -> tuple[list[str], list[str]]:
    """Queries for documents and for the web, by the share of their words that the documents hold."""
    if not web:
        return [m.query for m in measured], []
    rag = [m.query for m in measured if m.coverage > 0]
    return rag, [m.query for m in measured if m.coverage < COVERED]


def strategy(measured: Sequence[Measured], rag: Sequence[str], web: Sequence[str], *, lang: str) -> str:
    """One sentence with the numbers."""
    shares = {m.query: round(m.coverage * 100) for m in measured}
    held = [f"{shares[query]} %" for query in rag if query in shares]
    lacking = [f"{shares[query]} %" for query in web if query in shares]
    if lang == "ja":
        text = f"資料へ {len(rag)} 件（語の {'、'.join(held)} が資料にある）" if held else f"資料へ {len(rag)} 件"
        return text + (f"、ウェブへ {len(web)} 件（資料にあるのは {'、'.join(lacking)}）。" if lacking else "。")
    some = "query" if len(rag) == 1 else "queries"
    text = f"{len(rag)} {some} to the documents" + (f", which hold {', '.join(held)} of the words" if held else "")
    return text + (f"; {len(web)} to the web, where the documents hold only {', '.join(lacking)}." if lacking else ".")


def _told(points: Sequence[str], missing: Sequence[str], lang: str) -> str:
    if lang == "ja":
        text = f"{len(points)} 点を調べる。"
        return text + (f"まだ無いもの：{'、'.join(missing)}。" if missing else "")
    text = f"{len(points)} {'point' if len(points) == 1 else 'points'} to look up."
    return text + (f" Still missing: {', '.join(missing)}." if missing else "")


def _related(words: Iterable[str], vocabulary: Sequence[str]) -> list[str]:
    """Words of the documents that spell or contain one of these, and are not among them."""
    by_fold: Mapping[str, str] = {folded(term): term for term in vocabulary}
    asked = {folded(word) for word in words}
    stems = {stem(word) for word in asked}
    found: dict[str, None] = {}
    for word in sorted(asked - by_fold.keys()):
        if word.isascii():
            close = difflib.get_close_matches(word, by_fold, n=1, cutoff=_ALIKE) if len(word) > 3 else []
        else:
            close = [term for term in by_fold if len(word) > 1 and len(term) > 1 and (word in term or term in word)]
        found.update(dict.fromkeys(by_fold[term] for term in close[:1] if stem(term) not in stems))
    return list(found)[:_RELATED]
