"""Sentences of passages, ranked by how well they answer a question; nothing is rewritten."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kasen.evidence.sentences import sentences
from kasen.evidence.terms import terms
from kasen.teams.research.rules.addressed import speaks_to_a_model
from kasen.teams.research.rules.quantity import gives
from kasen.teams.research.rules.question import answers, folded, kinds
from kasen.teams.research.schemas import PassageView

OVERLAP = 1.5
"""Weight of the share of the question's idf that sentence, headings and title hold."""
PASSAGE = 1.0
"""Weight of the passage's search score, relative to the best of its search."""
NEIGHBOURS = 0.25
"""Weight of the same share with the sentences before and after."""
CONTEXT = 0.3
"""Weight of a term that stands in the whole question only, where a part of it is looked up."""
ANSWER_TYPE = 0.15
"""What a sentence gains that holds the kind of thing asked for: a date, a name, a reason."""
QUANTITY = 0.3
"""What it gains where that is a number of the right quantity: degrees, metres, people."""
ANAPHORA = 0.05
"""What a sentence loses that begins with `it` or `これ`: it cannot stand alone."""
FRAGMENT = 0.3
"""What a heading, a row of a table or another line without a full stop loses: it says little without its context."""
LENGTH = 0.2
"""What a sentence loses per 100 full-width characters: of two that answer, the shorter one is read."""
REDUNDANCY = 0.8
"""How much a sentence loses that says the same as one already chosen (MMR, Carbonell and Goldstein 1998)."""
_SHORTEST = 8
_LONGEST = 400
_WIDE_FROM = 0x1100
_ANAPHORA = re.compile(
    r"\s*(?:これ|それ|この|その|こう|そう|ここ|そこ|同(?:じ|年|国|社|氏)|彼|彼女|前者|後者|また|しかし|さらに|なお|だが|ただし"
    r"|(?:this|that|these|those|it|he|she|they|his|her|its|their|such|however|but|moreover|also|thus|so)\b)",
    re.IGNORECASE,
)
_FULL_STOP = re.compile(r"[。．.!?！？][」』）)】”’\"'\]\d\[]*$")
_NOT_PROSE = re.compile(r"[\s|:\-=*_#`~>・.…\d]*$|\s*(?:#{1,6}\s|https?://\S+\s*$|```)")


@dataclass(frozen=True)
class Candidate:
    """A sentence of a passage: `passage` is its index in the list given, `start` and `end` a range of its text."""

    passage: int
    start: int
    end: int
    text: str
    own: frozenset[str]
    around: frozenset[str]
    """Terms of the sentence, its neighbours, headings and title."""
    named: frozenset[str]
    """Terms of the sentence, headings and title."""
    anaphoric: bool
    fragment: bool


@dataclass(frozen=True)
class Ranked:
    """A candidate with its score, comparable within one question."""

    candidate: Candidate
    score: float


def candidates(passages: Sequence[PassageView]) -> list[Candidate]:
    """The sentences of the passages that can stand as a quotation, each text once; headings and header rows cannot."""
    found: list[Candidate] = []
    seen = {_key(heading) for passage in passages for heading in (passage.title, *passage.headings)}
    for number, passage in enumerate(passages):
        above = frozenset(terms(" ".join((passage.title, *passage.headings))))
        spans = sentences(passage.text)
        own = [frozenset(terms(passage.text[a:b])) for a, b in spans]
        for at, (start, end) in enumerate(spans):
            text = passage.text[start:end]
            if speaks_to_a_model(text):
                continue
            key = _key(text)
            if key in seen or not _quotable(text):
                continue
            seen.add(key)
            around = frozenset().union(above, *own[max(at - 1, 0) : at + 2])
            anaphoric = bool(_ANAPHORA.match(text))
            fragment = not _FULL_STOP.search(text)
            found.append(Candidate(number, start, end, text, own[at], around, own[at] | above, anaphoric, fragment))
    return found


def _key(text: str) -> str:
    return "".join(folded(text).split())


def _quotable(text: str) -> bool:
    return _SHORTEST <= len(text) <= _LONGEST and not _NOT_PROSE.match(text)


def ranked(
    question: str, passages: Sequence[PassageView], pool: Sequence[Candidate], *, whole: str = ""
) -> list[Ranked]:
    """The pool, best first, for one question; `whole` is the question it is a part of, whose words count a little."""
    asked = set(terms(question))
    weights = idf(asked | set(terms(whole)), [c.own for c in pool])
    weights = {term: weight if term in asked else CONTEXT * weight for term, weight in weights.items()}
    scores = [passage.score for passage in passages]
    wanted = kinds(question)
    found = [
        Ranked(
            c,
            OVERLAP * share(weights, c.named)
            + NEIGHBOURS * share(weights, c.around)
            + PASSAGE * scores[c.passage]
            + ANSWER_TYPE * any(answers(c.text, kind, question) for kind in wanted)
            + QUANTITY * gives(c.text, question)
            - ANAPHORA * c.anaphoric
            - FRAGMENT * c.fragment
            - LENGTH * _length(c.text),
        )
        for c in pool
    ]
    return sorted(found, key=lambda r: (-r.score, r.candidate.passage, r.candidate.start))


def idf(asked: Iterable[str], texts: Sequence[frozenset[str]]) -> dict[str, float]:
    """Weight of each term asked for: how rare it is among the texts (BM25's idf); one that is nowhere weighs most."""
    counts = Counter(term for text in texts for term in text)
    total = len(texts)
    return {term: math.log(1 + (total - counts[term] + 0.5) / (counts[term] + 0.5)) for term in asked}


def share(weights: dict[str, float], text: frozenset[str]) -> float:
    """0–1: the part of the weight that the text holds."""
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in text) / total if total else 0.0


def _length(text: str) -> float:
    """In hundreds of full-width characters, 2 at most."""
    return min((len(text) + sum(1 for c in text if ord(c) >= _WIDE_FROM)) / 200, 2.0)


def diverse(found: Sequence[Ranked], limit: int) -> list[Ranked]:
    """The best `limit` of a ranking without saying the same thing twice; the first is always the best."""
    chosen: list[Ranked] = []
    rest = list(found[: 6 * limit])
    while rest and len(chosen) < limit:
        best = max(rest, key=lambda r: r.score - REDUNDANCY * _alike(r, chosen))
        chosen.append(best)
        rest.remove(best)
    return chosen


def _alike(one: Ranked, chosen: Sequence[Ranked]) -> float:
    """0–1: the closest of those chosen, by Jaccard of terms."""
    own = one.candidate.own
    return max((_jaccard(own, other.candidate.own) for other in chosen), default=0.0)


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0
