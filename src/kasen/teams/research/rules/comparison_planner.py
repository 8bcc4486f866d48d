"""What is compared by what, without a model: as the request and the words of the question say."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.comparison import compared, criterion, items_of, proposed
from kasen.teams.research.rules.question import content_words, folded
from kasen.teams.research.schemas.compare import MOST, Compared, ComparisonPlan, Criterion

LONGEST = 80
"""Characters of a name that are kept."""
MOST_NAMES = 4
"""Other names of one item, or words for one criterion."""


def plan_comparison(
    *,
    question: str,
    items: Sequence[str],
    criteria: Sequence[str],
    vocabulary: Sequence[str],
    wishes: Sequence[str],
    lang: str,
    today: str,
) -> ComparisonPlan:
    """Rule of the comparison_planner: what the request names, else what the question names; other names are unknown."""
    named, by = compared(question)
    names = list(items) or named
    chosen = list(criteria) or by or proposed(question, names, vocabulary, lang=lang)
    text = (
        f"{len(names)} 項目を {len(chosen)} 観点で比べる。"
        if lang == "ja"
        else f"{len(names)} items by {len(chosen)} criteria."
    )
    return ComparisonPlan(
        theme=question, items=items_of(names), criteria=[criterion(one) for one in chosen], plan_text=text
    )


def settle(
    said: ComparisonPlan,
    own: ComparisonPlan,
    *,
    items: Sequence[str] = (),
    criteria: Sequence[str] = (),
    asked: Sequence[Criterion] = (),
) -> ComparisonPlan:
    """A plan as it may be worked on: the user's items and criteria are kept, names are cleaned, nothing is twice.

    `own` is the rule's, which stands where `said` names less than two items or no criterion. `asked` are criteria that
    the question lists; those that `said` forgot are added.
    """
    chosen = _things(said.items)
    if items or len(chosen) < 2:
        also = {folded(one.name): one.also for one in chosen}
        chosen = [one.model_copy(update={"also": also.get(folded(one.name), [])}) for one in _things(own.items)]
    by = _criteria(said.criteria)
    if criteria or not by:
        known = {folded(one.name): one for one in by}
        by = [_told(one, known.get(folded(one.name))) for one in _criteria(own.criteria)]
    elif len(asked) > 1:
        by = [*by, *(one for one in _criteria(asked) if not _is_among(one, by))][:MOST]
    return ComparisonPlan(
        theme=_line(said.theme) or own.theme,
        items=[one.model_copy(update={"also": _others(one, chosen)}) for one in chosen],
        criteria=by,
        plan_text=" ".join(said.plan_text.split())[:300] or own.plan_text,
    )


def listed_in(question: str) -> list[Criterion]:
    """The criteria that a question lists."""
    return [criterion(one) for one in compared(question)[1]]


def _is_among(one: Criterion, others: Sequence[Criterion]) -> bool:
    """Whether another criterion has a word of this one, among its names."""
    words = set(content_words(" ".join((one.name, *one.also))))
    return any(words & set(content_words(" ".join((other.name, *other.also)))) for other in others)


def _things(said: Sequence[Compared]) -> list[Compared]:
    found: dict[str, Compared] = {}
    for one in said:
        name = _line(one.name)
        if content_words(name) or any(c.isalnum() for c in name):
            found.setdefault(folded(name), Compared(name=name, also=one.also))
    return list(found.values())[:MOST]


def _criteria(said: Sequence[Criterion]) -> list[Criterion]:
    found: dict[str, Criterion] = {}
    for one in said:
        read = criterion(_line(one.name))
        name = read.name
        if any(c.isalnum() for c in name):
            also = [_line(word) for word in one.also if content_words(word)]
            kept = [word for word in dict.fromkeys(also) if folded(word) != folded(name)][:MOST_NAMES]
            found.setdefault(
                folded(name), one.model_copy(update={"name": name, "also": kept, "better": read.better or one.better})
            )
    return list(found.values())[:MOST]


def _told(own: Criterion, said: Criterion | None) -> Criterion:
    """The user's criterion with what a model adds; which figure is better is the user's to say."""
    if said is None:
        return own
    return said.model_copy(update={"name": own.name, "better": own.better or said.better})


def _others(one: Compared, every: Sequence[Compared]) -> list[str]:
    """Other names of an item that cannot be taken for another: none holds, or is held by, a name of another."""
    strangers = [folded(_line(name)) for other in every if other is not one for name in (other.name, *other.also)]
    found = []
    for name in dict.fromkeys(_line(also) for also in one.also):
        own = folded(name)
        clear = not any(own in other or other in own for other in strangers if other)
        if clear and len(name) > 1 and content_words(name) and own != folded(one.name):
            found.append(name)
    return found[:MOST_NAMES]


def _line(text: str) -> str:
    return " ".join(text.split())[:LONGEST]
