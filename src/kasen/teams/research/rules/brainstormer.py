"""Hypotheses without a model: the causes that the documents name for what is to be explained; nothing is invented."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research import causal_wording
from kasen.teams.research.rules.causality import Link, links
from kasen.teams.research.rules.linking import NAMED, named
from kasen.teams.research.rules.question import content_words
from kasen.teams.research.schemas.causal import MOST_HYPOTHESES, CausalSentence, Hypotheses, Hypothesis, Symptom
from kasen.teams.research.wording import Lang

LONGEST_CAUSE = 80
"""Characters of a cause in a source's own words that can stand as a hypothesis."""


def causes_found(
    *,
    question: str,
    issue: str,
    symptoms: Sequence[Symptom],
    sentences: Sequence[CausalSentence],
    wishes: Sequence[str],
    lang: str,
) -> Hypotheses:
    """Rule of the brainstormer: causes in sentences whose effect is a symptom, then causes of these."""
    known = [link for one in sentences for link in links(one.text) if link.kind == "cause" or link.hedged]
    shown: Lang = "ja" if lang == "ja" else "en"
    found: dict[str, Hypothesis] = {}
    for link in known:
        explains = [n for n, one in enumerate(symptoms, 1) if named((one.text, *one.also), link.effect) >= NAMED]
        if explains:
            _take(found, link, explains, symptoms[explains[0] - 1].text, shown)
    for link in known:
        behind = [one.text for one in found.values() if named((one.text,), link.effect) >= NAMED]
        if behind:
            _take(found, link, [], behind[0], shown)
    return Hypotheses(hypotheses=list(found.values())[:MOST_HYPOTHESES])


def _take(found: dict[str, Hypothesis], link: Link, explains: list[int], effect: str, lang: Lang) -> None:
    key = " ".join(sorted(content_words(link.cause)))
    if not key or len(link.cause) > LONGEST_CAUSE:
        return
    if known := found.get(key):
        found[key] = known.model_copy(update={"explains": sorted({*known.explains, *explains})})
        return
    found[key] = Hypothesis(
        text=link.cause,
        explains=explains,
        supports=causal_wording.would_support(link.cause, effect, lang),
        refutes=causal_wording.would_refute(link.cause, effect, lang),
    )
