"""Denials of a claim held against those of its passage: what one denies and the other asserts of the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from kasen.evidence.align import Aligned, clause_about
from kasen.evidence.negation import Denial, denials
from kasen.evidence.reading import Reading

_SAME_SENTENCE = 0.9
"""Share of a claim's words in a sentence from which the two speak of the same thing."""
_SAME_PART = 0.6
"""The same of a part of a sentence."""
_PREDICATE_AFTER = (
    "(?=[いうえおかきくけこさしすせそたちってらりるれろまみむめもばびべんえ]|である|だ(?![けが])|です|でき)"
)
_PART = re.compile(r"[;:]\s|,?\s(?:but|whereas|while|although|though|and|so)\s")
_PART_JA = re.compile(r"(?<=[^\s])(?:が|けれど|一方)、|[；;]")


class Denied(NamedTuple):
    """What is denied on one side only; `key` makes the sentence (see `reasons`)."""

    severity: Literal["partial", "unsupported", "contradicted"]
    key: str
    word: str


def denied(claim: Reading, aligned: Aligned) -> Iterator[Denied]:
    """Denials of the claim that the passages do not make, and the other way round."""
    best = aligned.best.reading
    if found := _turned_in_its_part(claim, best):
        yield found
        return
    mine = [d for d in claim.denials if not _denied(d, best, aligned.text)]
    theirs = [d for d in aligned.text.denials if not any(d.same(e) for e in claim.denials)]
    if mine and theirs and not any(_asserted(d.word, claim) for d in theirs):
        # Denied in other words; which, code cannot tell, unless one sentence with all words of the claim asserts it.
        if len(claim.sentences) > 1 or best.share_of(claim) < _SAME_SENTENCE:
            return
        mine = [d for d in mine if d.word and not d.word.isascii() and _asserted(d.word, best)]
        theirs = []
    for denial in mine:
        if denial.word and _asserted(denial.word, aligned.text):
            yield Denied("contradicted", "denied_here", denial.word)
        elif not aligned.text.denials:
            yield Denied("unsupported", "denied_here", denial.word or claim.original)
    for word in sorted({d.word for d in theirs if d.word and _asserted(d.word, claim)}):
        about = clause_about(claim, best if _asserted(word, best) or best.denials else aligned.text)
        if any(d.word == word for d in denials(about)) or not _asserted(word, aligned.text):
            yield Denied("contradicted", "denied_there", word)
    if any(not d.word for d in theirs) and not claim.denials and _same_copula(claim, aligned):
        yield Denied("contradicted", "denied_there", aligned.best.reading.original)


def _denied(denial: Denial, best: Reading, text: Reading) -> bool:
    """Whether the best sentence makes this denial, or another does and the best does not say the opposite."""
    if any(denial.same(d) for d in best.denials):
        return True
    return any(denial.same(d) for d in text.denials) and not _asserted(denial.word, best)


def _asserted(word: str, text: Reading) -> bool:
    """Whether the text has the word as a predicate and does not deny it."""
    if word.isascii():
        return word in text.words and not any(d.word == word for d in text.denials)
    hidden = text.folded
    for denial in text.denials:
        if denial.word == word:
            before = hidden.rfind(word, 0, denial.span[0])
            if before >= 0:
                hidden = hidden[:before] + "\0" * (denial.span[0] - before) + hidden[denial.span[0] :]
    return bool(re.search(re.escape(word) + _PREDICATE_AFTER, hidden))


def _same_copula(claim: Reading, aligned: Aligned) -> bool:
    return aligned.best.reading.share_of(claim) > 0.9 and bool(aligned.best.reading.denials)


def _turned_in_its_part(claim: Reading, best: Reading) -> Denied | None:
    """What the claim denies and its own part of the sentence asserts, whatever else the sentence denies."""
    cut = _PART_JA if claim.is_cjk else _PART
    if not claim.denials or cut.search(claim.folded) or len(claim.sentences) > 1 or claim.is_cjk != best.is_cjk:
        return None
    parts = [Reading(part) for part in cut.split(best.folded) if part.strip()]
    shares = [part.share_of(claim) for part in parts]
    if max(shares, default=0) < _SAME_PART or shares.count(max(shares)) > 1:
        return None
    own = parts[shares.index(max(shares))]
    for denial in claim.denials:
        if not own.denials and denial.word and _asserted(denial.word, own):
            return Denied("contradicted", "denied_here", denial.word)
        others = [part for part in parts if part is not own and denial.word in part.words]
        if own.denials and others and denial.word not in own.words:
            return Denied("partial", "denied_here", denial.word)
    return None
