"""Which side of a claim a quotation is on, as far as code can measure it; what it cannot measure it leaves open.

For: every word, figure, name and denial of the claim stands there, about the same thing. Against: all the rest of the
claim stands there, and one figure, a denial or a direction is another. A wrong side is worse than none, so whatever is
said in other words is left to a model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kasen.evidence.belonging import clauses, subjects
from kasen.evidence.compare import Problem
from kasen.evidence.counts import counted, counted_thing
from kasen.evidence.dates import When
from kasen.evidence.names import names
from kasen.evidence.numbers import Number
from kasen.evidence.reading import Reading
from kasen.evidence.verify import problems, read
from kasen.teams.research.rules.coverage import COVERED, NEAR, coverage, missing, on_subject
from kasen.teams.research.rules.question import content_words, folded
from kasen.teams.research.schemas.fact_check import By, Stance

_TURNED = frozenset({"number_differs", "date_differs", "opposite", "denied_here", "denied_there"})
"""Grounds on which a source says otherwise."""
_NO_SUPPORT = frozenset({
    "number", "date", "cut", "disowned", "not_yet", "not_all", "of_another", "exchanged", "swap", "swap_elsewhere",
})  # fmt: skip
"""Grounds on which no quotation can be for a claim, whatever a model says."""
_BOUND = re.compile(
    r"以上|以下|未満|超|最大|最低|最高|\b(?:over|under|more than|less than|at least|at most|up to|up from|down from)\b"
)
_ABOUT = re.compile(
    r"約|およそ|ほぼ|ほど|程度|前後|余り|近く|\b(?:about|around|roughly|approximately|nearly|almost|some)\b"
)
_FAR = 1.3
"""Ratio from which a figure is another than one that is given as about so much."""
_BRACKETED = re.compile(r"[（(][^（()）]{0,40}[)）]|「[^「」]{0,40}」|“[^“”]{0,60}”")
_NEAR_A_DATE = 32
"""Characters between a date and a word of the deed that it dates."""
_LEFT_OUT = frozenset({"name", "words"})
"""What words may leave out of a claim and still give its figure for the same thing."""
_SUBJECT_WORDS = 2


@dataclass(frozen=True)
class Measured:
    """What code says of a quotation; `overruled` when it must not count for the claim."""

    stance: Stance = "neutral"
    overruled: bool = False


def measured(claim: str, words: str, above: Sequence[str] = ()) -> Measured:
    """The side that is measured; `above` are the headings and the title that the words stand under."""
    said, text = read(claim), read(words)
    found = problems(claim, words, above)
    overruled = any(problem.severity == "contradicted" or problem.key in _NO_SUPPORT for problem in found)
    if said.is_cjk != text.is_cjk or words.rstrip().endswith(("?", "？")):
        return Measured(overruled=overruled)
    lacking = _lacking(said, text, above)
    if not found and not lacking:
        return Measured("for")
    if _is_against(said, text, found, lacking):
        return Measured("against", overruled=True)
    return Measured(overruled=overruled)


def sided(claim: str, words: str, above: Sequence[str], judged: Stance | None) -> tuple[Stance, By]:
    """The side that a quotation counts on, and by whom: what code measures goes before what a model judges."""
    own = measured(claim, words, above)
    if own.stance != "neutral":
        return own.stance, "both" if judged == own.stance else "code"
    if judged is None or (judged == "for" and own.overruled):
        return "neutral", "code"
    if judged != "neutral" and not _on_subject(claim, words, above):
        return "neutral", "code"
    return judged, "model"


def agrees(claim: str, words: str, above: Sequence[str] = ()) -> bool:
    """Whether words give the claim's own figures for its subject and leave others of its words out.

    Too little to be for the claim, too much for another figure to refute it.
    """
    said, text = read(claim), read(words)
    if said.is_cjk != text.is_cjk or not (said.numbers or said.dates) or not _has_subject(said, text):
        return False
    found = problems(claim, words, above)
    if any(problem.key not in _LEFT_OUT for problem in found) or coverage(claim, words) < COVERED:
        return False
    return all(_given(n, said, text) for n in said.numbers) and all(_dated(date, said, text) for date in said.dates)


def _given(mine: Number, said: Reading, text: Reading) -> bool:
    """Whether the text gives the figure, for what follows it or for nothing named."""
    thing = counted_thing(said, mine)
    return any(mine.same(other) and counted_thing(text, other) == thing for other in text.numbers)


def _has_subject(said: Reading, text: Reading) -> bool:
    """Whether a text holds what the claim begins with."""
    if said.is_cjk:
        return on_subject(said.original, text.original)
    first = [word for word in content_words(said.plain) if not word[0].isdigit()][:_SUBJECT_WORDS]
    lacking = missing(" ".join(first), [text.plain])
    return bool(first) and not lacking


def _dated(mine: When, said: Reading, text: Reading) -> bool:
    """Whether the text dates the deed so, near a word of it."""
    return any(mine.holds(other) and _by_the_deed(other, said, text, text) for other in text.dates)


def _on_subject(claim: str, words: str, above: Sequence[str]) -> bool:
    """Whether words can be about the claim; those of another script cannot be compared."""
    if read(claim).is_cjk != read(words).is_cjk:
        return True
    return coverage(claim, words) > 0 and coverage(claim, "\n".join((*above, words))) >= NEAR


def _lacking(said: Reading, text: Reading, above: Sequence[str]) -> list[str]:
    """Words of the claim, figures left out, that stand nowhere there.

    Headings say what a sentence is about that names nothing itself; of one that does they say nothing.
    """
    names_its_own = bool(subjects(text))
    place = text.plain if names_its_own else Reading("\n".join((*above, text.original))).plain
    return [word for word in missing(said.plain, [place]) if not any(char.isdigit() for char in word)]


def _is_against(said: Reading, text: Reading, found: Sequence[Problem], lacking: Sequence[str]) -> bool:
    problem = found[0] if found else None
    if problem is None or {one.key for one in found} - {problem.key} or problem.key not in _TURNED:
        return False
    if problem.key == "opposite":
        return all(any(word in str(value) or str(value) in word for value in problem.values) for word in lacking)
    if problem.key == "number_differs":
        numbers = [n for n in said.numbers if not any(n.same(other) for other in text.numbers)]
        spelled = {folded(said.folded[slice(*n.span)]) for n in numbers}
        rest = [word for word in lacking if not any(word in one for one in spelled)]
        return not rest and len(numbers) == 1 and _another_number(numbers[0], said, text)
    if problem.key == "date_differs":
        dates = [w for w in said.dates if not any(w.holds(other) for other in text.dates)]
        return not lacking and len(dates) == 1 and _another_date(dates[0], said, text)
    return not lacking


def _another_number(mine: Number, said: Reading, text: Reading) -> bool:
    """Whether the text gives one other number for the same thing; one that is rounded, about or a bound does not count.

    Where it gives several, the clause that says most of the claim decides.
    """
    thing = counted(said, mine)
    parts = [part.reading for part in clauses(text.original, mine.unit.kind)]
    whole = [sentence.reading for sentence in text.sentences]  # Its subject may stand before a comma.
    giving = [p for p in parts if _counting(p, thing)] or [p for p in whole if _counting(p, thing)]
    if not thing or not giving:
        return False
    shares = [part.share_of(said) for part in giving]
    best = giving[shares.index(max(shares))]
    if shares.count(max(shares)) > 1 and len({n.base for part in giving for n in _counting(part, thing)}) > 1:
        return False
    rivals = {n.base: n for n in _counting(best, thing)}
    if len(rivals) != 1:
        return False
    rival = next(iter(rivals.values()))
    if rival.in_range or _near(rival, best, _BOUND) or _near(mine, said, _BOUND):
        return False
    if mine.about or rival.about or _near(rival, best, _ABOUT) or _near(mine, said, _ABOUT):
        small, large = sorted((abs(mine.base), abs(rival.base)))
        return large > _FAR * small
    return not _rounds(mine.base, rival.base)


def _counting(text: Reading, thing: str) -> list[Number]:
    return [n for n in text.numbers if counted(text, n) == thing]


def _near(number: Number, text: Reading, words: re.Pattern[str]) -> bool:
    """Whether one of these words stands beside a figure, and not beyond the next one: 61%が60歳以上."""
    start, end = number.span
    spans = [other.span for other in text.numbers]
    first = max([0, start - 14, *(stop for _, stop in spans if stop <= start)])
    last = min([end + 6, *(begin for begin, _ in spans if begin >= end)])
    return bool(words.search(text.folded[first:last]))


def _rounds(one: Fraction, other: Fraction) -> bool:
    """Whether one amount is the other, rounded to its own digits."""
    return any(_to_digits(value, _digits(rest)) == rest for value, rest in ((one, other), (other, one)))


def _digits(value: Fraction) -> int:
    """Significant digits as a number is written without an exponent."""
    return max(len(f"{float(value):.12f}".rstrip("0").replace(".", "").lstrip("-0").rstrip("0")), 1)


def _to_digits(value: Fraction, digits: int) -> Fraction:
    return Fraction(f"{float(value):.{digits}g}")


def _another_date(mine: When, said: Reading, text: Reading) -> bool:
    """Whether the text dates the deed otherwise: one date of the kind, brackets left out, near a word of the deed."""
    bare = Reading(_BRACKETED.sub(" ", text.original))
    rivals = [w for w in bare.dates if (w.first is None) == (mine.first is None)]
    if len({(w.first, w.last, w.month, w.day) for w in rivals}) != 1:
        return False
    return _by_the_deed(rivals[0], said, text, bare)


def _by_the_deed(date: When, said: Reading, text: Reading, place: Reading) -> bool:
    """Whether a date of `place` stands near a word of the claim's deed, names left out."""
    named = {word for one in (said, text) for name in names(one.wordy) for word in content_words(name.text)}
    deed = [word for word in content_words(said.wordy) if word not in named and not word[0].isdigit()]
    start, end = date.span
    around = Reading(place.folded[max(0, start - _NEAR_A_DATE) : end + _NEAR_A_DATE])
    return any(word in around.words if word.isascii() else word in around.folded for word in deed)
