"""Where sources disagree: sentences of different sources that give other figures for the same thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from kasen.evidence.sentences import sentences
from kasen.teams.research import wording
from kasen.teams.research.checks import Checker, Cited
from kasen.teams.research.references import References
from kasen.teams.research.rules.disagreement import about, differ
from kasen.teams.research.rules.question import folded, keywords
from kasen.teams.research.schemas import Excerpt
from kasen.tools.report.model import Disagreement

_MOST = 5


def disputes(checker: Checker, usable: Sequence[str]) -> list[tuple[Cited, Cited]]:
    """Pairs of sentences that disagree, at most five; `usable`: ids of the excerpts that are looked at."""
    excerpts = [checker.excerpts[id] for id in usable]
    places = list(dict.fromkeys(place for excerpt in excerpts for place in _sentences(checker, excerpt)))
    found = [
        (one, other)
        for one, other in combinations(places, 2)
        if checker.source_of(one) != checker.source_of(other) and differ(checker.text_of(one), checker.text_of(other))
    ]
    return found[:_MOST]


def shown(one: Cited, other: Cited, checker: Checker, references: References) -> Disagreement:
    """Both sides, cited, and what they are about; neither is called right."""
    theirs = folded(checker.text_of(other))
    # In Japanese the topic stands right before the figure, in English the sentence begins with it.
    own = checker.text_of(one)
    topic = re.split(r"\d", folded(own), maxsplit=1)[0]
    words = [word for word in keywords(own).split() if word in theirs and not word[0].isdigit()]
    before = [word for word in words if len(word) > 1 and word in topic][-3:]
    shared = before if before and not any(word.isascii() for word in before) else words
    sides = tuple(references.sentence(checker.words(cited), marks=["disputed"]) for cited in (one, other))
    return Disagreement(about=about(shared, own), sides=sides, note=wording.differ(checker.lang))


def _sentences(checker: Checker, excerpt: Excerpt) -> list[Cited]:
    text = checker.passages[excerpt.passage_id].text
    whole = Cited(excerpt.passage_id, excerpt.start, excerpt.end)
    spans = [span for span in sentences(text) if excerpt.start <= span[0] and span[1] <= excerpt.end]
    return [Cited(excerpt.passage_id, *span) for span in spans] or [whole]
