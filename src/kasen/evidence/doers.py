"""Who does what in an English sentence, as far as its order tells: *Ann wrote the score and Piet directed it*.

A clause without a name at its head goes on with the one before. Whoever is named behind *by* does it, if anyone does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kasen.evidence.names import is_plain
from kasen.evidence.reading import Reading
from kasen.evidence.terms import IRREGULAR, stem, terms

_NAME = re.compile(r"[A-Z][\w'’-]*(?:(?: (?:of|de|van|von|and|&))? [A-Z][\w'’-]*)*")
_SPLIT = re.compile(r"[;:,]\s|,?\s(?:and|but|while|whereas|although|though|who|which)\s")
_BY = re.compile(r"(?<![a-z])by (?:the (?:[a-z]+ ){0,3})?$")
_HEAD = re.compile(
    r"(?:(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts) )?"
    r"(?:(?!of|in|from|by|to|at|for|on|with|as|into)[a-z-]+ ){0,3}$"
)
_DEED = re.compile(
    r" (?:(?:also|then|later|first|once|[a-z]+ly) )?"
    rf"(?:[a-z]+ed|[a-z]{{2,}}s|cut|put|set|let|hit|cost|shut|found|left|saw|got|felt|lost|did|is|was|are|were|has|had|have|will|would|can|could|{'|'.join(sorted(IRREGULAR))})(?![a-z])"
)
_UNLIKE = re.compile(
    r"(?:unlike|in contrast (?:to|with)|as opposed to|rather than|instead of) "
    r"(?P<one>(?:[\w'’-]+ ){0,4}[\w'’-]+), (?P<rest>.+)"
)
_ALL, _MOST, _LESS = 0.8, 0.6, 0.3
"""Shares of a deed: from which it is another's, the same with its verb, and how much less the claim's one does."""


@dataclass(frozen=True)
class Deed:
    """A clause and who does what it says; nobody where that is not told."""

    clause: str
    doer: frozenset[str]
    name: str
    is_busy: bool
    """The doer stands at its head, and a verb behind."""


@dataclass(frozen=True)
class Other:
    """Who does it in the claim, and who in the passage."""

    mine: str
    theirs: str


def done_by_another(claim: Reading, sentences: Sequence[Reading]) -> Other | None:
    """A deed that the sentences give to another than the claim does, who does something else there."""
    said = list(deeds(claim.plain))
    own = said[0] if len(said) == 1 and said[0].doer else None
    return (own and _taken(claim, own, sentences)) or _unlike(claim, sentences)


def _taken(claim: Reading, own: Deed, sentences: Sequence[Reading]) -> Other | None:
    said = {term for term in claim.weights if term not in {stem(word) for word in own.doer}}
    found = [one for sentence in sentences for one in deeds(sentence.plain)]
    mine = [one for one in found if not one.doer or _is_same(one.doer, own.doer) or _names(one, own)]
    if not said or not any(one.is_busy for one in mine if one.doer):
        return None
    verb = _verb(claim, own)
    most = max(_share(said, one.clause) for one in mine)
    for one in found:
        share = _share(said, one.clause) if one not in mine else 0.0
        needed = _MOST if verb and verb in Reading(one.clause).words else _ALL
        if share >= needed and share - most >= _LESS:
            return Other(own.name, one.name)
    return None


def deeds(text: str) -> Iterator[Deed]:
    """The clauses of a plain text, each with its doer."""
    spans = [match for match in _NAME.finditer(text) if not is_plain(match.group())]
    cuts = [one.span() for one in _SPLIT.finditer(text) if not any(n.start() < one.start() < n.end() for n in spans)]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    doer, name = frozenset[str](), ""
    waiting: list[str] = []
    for start, end in zip(starts, ends, strict=True):
        inside = [n for n in spans if start <= n.start() < end]
        by = next((n for n in inside if _BY.search(text[start : n.start()])), None)
        head = next((n for n in inside if _HEAD.fullmatch(text[start : n.start()])), None)
        found = by or (head if head and _DEED.match(text, head.end()) else None)
        if head and text[head.end() : end].strip(" .") == "":
            waiting.append(head.group())
            continue
        if found:
            name = " ".join([*waiting, found.group()])
            doer, waiting = frozenset(name.casefold().split()), []
        elif re.match(r"(?:[Tt]he|[Aa]n?|[Ii]t|[Hh]e|[Ss]he|[Tt]hey|[Ii]ts|[Hh]is|[Hh]er) ", text[start:end]):
            doer, name = frozenset(), ""
        yield Deed(text[start:end], doer, name, found is not None)


def _is_same(one: frozenset[str], other: frozenset[str]) -> bool:
    return one <= other or other <= one


def _names(one: Deed, own: Deed) -> bool:
    """Whether the clause has the doer in another place."""
    return own.doer <= frozenset(re.findall(r"[\w'’-]+", one.clause.casefold()))


def _verb(claim: Reading, own: Deed) -> str:
    """The first word that says something behind the name of who does it."""
    after = Reading(claim.plain.partition(own.name)[2])
    return next((term for term in terms(after.plain) if term in after.weights), "")


def _share(said: set[str], clause: str) -> float:
    return len(said & Reading(clause).words) / len(said)


def _unlike(claim: Reading, sentences: Sequence[Reading]) -> Other | None:
    """What is said of those whom the sentence sets apart: *unlike the red kite, the black kite migrates*."""
    for sentence in sentences:
        if not (match := _UNLIKE.search(sentence.folded)):
            continue
        head = " ".join(match["rest"].split()[:5])
        apart, kept = Reading(match["one"]), Reading(head)
        mine, theirs = apart.words - kept.words, kept.words & set(sentence.weights) - apart.words
        first = Reading(" ".join(claim.folded.split()[:5])).words
        distinct = mine & set(apart.weights)
        if distinct and distinct <= first and not (_leading(head, theirs) & claim.words):
            return Other(match["one"], head)
    return None


def _leading(head: str, words: set[str] | frozenset[str]) -> frozenset[str]:
    """The first content word of a head that the other has not: *black* of *the black kite migrates*."""
    return frozenset(next(([stem(word)] for word in head.split() if stem(word) in words), []))
