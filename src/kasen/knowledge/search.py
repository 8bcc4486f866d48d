"""From a question to ranked passages.

Words are found by the index (BM25 over dictionary words, top 50) and ranked anew by BM25 over characters and pairs of
characters with the idf of the candidates; both scores count half. The first knows how rare a word is in the whole base,
the second is not misled by where a dictionary cuts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kasen.evidence.normal import normalise
from kasen.evidence.terms import CJK, stem, terms
from kasen.knowledge.index import Candidate
from kasen.knowledge.vocabulary import PLAIN, PLAIN_WEIGHT, STOP

CANDIDATES = 50
_MAX_QUERY = 2000
_K1, _B = 0.9, 0.4
"""BM25 constants as in Anserini's defaults; robust on short passages."""
_WORDS = 3.0
"""How much words that are all there count beside vectors; measured with `evals/retrieval.py`."""
_COVERING = 3
_HIRAGANA = re.compile("^[\u3041-\u3096ー]+$")
_HAS_HIRAGANA = re.compile("[\u3041-\u3096]")
_WORD = re.compile(f"(?:(?![{CJK}])[^\\W\\d_])+|\\d+(?:[.,]\\d+)*")
_CONTENT_RUN = re.compile("[\u30a1-\u30fa\u30fc\u3400-\u9fff々〆]{2,}|[A-Za-z][A-Za-z0-9+#.-]*[A-Za-z0-9+#]|\\d{2,}")
_ASKING = re.compile(
    "について(?:教えて|説明して|調べて|知りたい)?|(?:教えて|説明して|調べて|知りたい|まとめて)(?:ください|下さい|ほしい|欲しい)?"
    "|ください|下さい|でしょうか|でしたか|ましたか|ですか|ますか|とは何(?:ですか|か)?|どのくらい|どれくらい|どのよう[なに]?|どういう"
    "|なぜ|どうして|いつ|どこ|だれ|誰|どれ|どの|どう|いくら|いくつ|何故|何(?=[かがをでと?？]|$)"
)


class Ranked(NamedTuple):
    """A candidate and its place: `score` is 0–2, comparable within one search; `group` is where it came from."""

    candidate: Candidate
    score: float
    group: int


@dataclass(frozen=True)
class Query:
    """A question as it is searched. `weights` are those of its terms before idf; content weighs more than grammar."""

    text: str
    weights: dict[str, float]

    @property
    def is_empty(self) -> bool:
        """True when there is nothing to look for."""
        return not self.weights


def parse(question: str) -> Query:
    """Any text is a query: nothing in it is syntax. Words that only ask are left out unless there are no others."""
    text = normalise(question[:_MAX_QUERY], spaces=True).text
    topic = _ASKING.sub(" ", text)
    weights = _weights(topic) or _weights(text)
    return Query(text, weights)


def _weights(text: str) -> dict[str, float]:
    return {term: _weight(term) for term in terms(text) if term not in STOP}


def _weight(term: str) -> float:
    if _HIRAGANA.match(term):
        return 0.3 if len(term) == 1 else 0.6
    return PLAIN_WEIGHT if term in PLAIN else 1.0


@dataclass(frozen=True)
class _Counted:
    """How often the query's terms stand in a candidate, and its length in letters and words."""

    counts: dict[str, int]
    length: int


def _count(query: Query, match: str) -> _Counted:
    folded = match.casefold()
    words = [stem(word.replace(",", "")) for word in _WORD.findall(folded)]
    counts = {}
    for term in query.weights:
        n = folded.count(term) if _is_cjk(term) else words.count(term)
        if n:
            counts[term] = n
    return _Counted(counts, len(folded))


@lru_cache(maxsize=8192)
def _is_cjk(term: str) -> bool:
    return re.match(f"[{CJK}]", term) is not None


def _idf(query: Query, counted: Sequence[_Counted]) -> dict[str, float]:
    """Weight times idf over the candidates."""
    total = len(counted)
    return {
        term: weight * math.log(1 + (total - df + 0.5) / (df + 0.5))
        for term, weight in query.weights.items()
        for df in (sum(1 for c in counted if term in c.counts),)
    }


def rank(query: Query, groups: Sequence[Sequence[Candidate]]) -> list[Ranked]:
    """Candidates of several bases as one list, best first.

    Scores of different bases cannot be compared, so a base's own score counts only in the measure in which its best
    passage holds its own against the best of all.
    """
    counted = [[_count(query, c.match) for c in group] for group in groups]
    flat = [c for group in counted for c in group]
    if not flat:
        return []
    weights = _idf(query, flat)
    average = sum(c.length for c in flat) / len(flat)
    lexical = [[_bm25(c, weights, average) for c in group] for group in counted]
    best = max(map(max, filter(None, lexical))) or 1.0
    ranked = []
    for number, (group, scores) in enumerate(zip(groups, lexical, strict=True)):
        own_best = max((c.score for c in group), default=0.0) or 1.0
        share = max(scores, default=0.0) / best
        for candidate, score in zip(group, scores, strict=True):
            ranked.append(Ranked(candidate, score / best + share * candidate.score / own_best, number))
    return sorted(ranked, key=_place)


def _bm25(counted: _Counted, weights: dict[str, float], average: float) -> float:
    """BM25, raised by the share of the query's weight that the passage holds at all."""
    norm = _K1 * (1 - _B + _B * counted.length / average)
    score = sum(weights[t] * n * (_K1 + 1) / (n + norm) for t, n in counted.counts.items())
    total = sum(weights.values())
    return score * (1 + sum(weights[t] for t in counted.counts) / total) if total else 0.0


def near(groups: Sequence[Sequence[Candidate]]) -> list[Ranked]:
    """Candidates by vectors of several bases, which are those of one model, as one list: the likest first."""
    found = [Ranked(candidate, candidate.score, number) for number, group in enumerate(groups) for candidate in group]
    return sorted(found, key=_place)


def fuse(query: Query, by_words: Sequence[Ranked], by_vector: Sequence[Ranked]) -> list[Ranked]:
    """Two rankings of the same bases as one.

    Scores are added, each as a share of the best: places alone would let a passage that is second to both go before
    one that all words of the question point to. Words count in the measure in which they are there at all: a question
    in another language than the passages shares some by chance, and is for the vectors to answer. In the other
    measure passages count by how much likelier they are than others of their language.
    """
    covered = coverage(query, by_words)
    trust, by_vector = _WORDS * covered**2, _levelled(by_vector, 1 - covered)
    scores: dict[tuple[int, int, int], float] = {}
    kept: dict[tuple[int, int, int], Ranked] = {}
    for weight, ranking in ((trust, _shares(by_words, 0.0)), (1.0, _shares(by_vector, _least(by_vector)))):
        for ranked in ranking:
            key = (ranked.group, ranked.candidate.doc, ranked.candidate.start)
            kept.setdefault(key, ranked)
            scores[key] = scores.get(key, 0.0) + weight * ranked.score
    fused = [kept[key]._replace(score=2 * score / (trust + 1)) for key, score in scores.items()]
    return sorted(fused, key=_place)


def _levelled(by_vector: Sequence[Ranked], much: float) -> list[Ranked]:
    """The best when so much of what is usual in each language is taken off, over all bases."""
    usual: dict[str, dict[int, float]] = {}
    for ranked in by_vector:
        usual.setdefault(ranked.candidate.language, {})[ranked.group] = ranked.candidate.usual
    off = {language: much * sum(of.values()) / len(of) for language, of in usual.items()}
    return sorted((r._replace(score=r.score - off[r.candidate.language]) for r in by_vector), key=_place)[:CANDIDATES]


def _least(ranking: Sequence[Ranked]) -> float:
    return min((r.score for r in ranking), default=0.0)


def _shares(ranking: Sequence[Ranked], least: float) -> list[Ranked]:
    """Scores from 0, for the least, to 1 for the best."""
    span = max((r.score for r in ranking), default=0.0) - least
    return [r._replace(score=(r.score - least) / span if span > 0 else 1.0) for r in ranking]


def _place(ranked: Ranked) -> tuple[float, int, int, int]:
    return -ranked.score, ranked.group, ranked.candidate.doc, ranked.candidate.start


def missing_words(query: Query, candidates: Iterable[Candidate]) -> list[str]:
    """Content words of the query that no candidate holds, longest first: a dictionary may have cut them otherwise."""
    texts = [c.match.casefold() for c in candidates]
    runs = {run.casefold() for run in _CONTENT_RUN.findall(_ASKING.sub(" ", query.text))} - STOP
    return sorted((r for r in runs if not any(r in t for t in texts)), key=lambda r: (-len(r), r))


def coverage(query: Query, ranked: Sequence[Ranked]) -> float:
    """0–1: the share of the query's weight (idf over the candidates) that its best three passages hold together.

    Single characters of longer words do not count: they stand in any text; nor do pairs of a word and its particle.
    """
    counted = [_count(query, r.candidate.match) for r in ranked]
    weights = {t: w for t, w in _idf(query, counted).items() if _tells(query, t)}
    total = sum(weights.values())
    held = {t for c in counted[:_COVERING] for t in c.counts}
    return sum(w for t, w in weights.items() if t in held) / total if total else 0.0


def _tells(query: Query, term: str) -> bool:
    if not _is_cjk(term):
        return True
    if _HIRAGANA.match(term):
        return all(_HIRAGANA.match(t) for t in query.weights if _is_cjk(t))
    if len(term) == 2:
        return not _HAS_HIRAGANA.search(term)
    return not any(term in other for other in query.weights if len(other) == 2 and not _HAS_HIRAGANA.search(other))
