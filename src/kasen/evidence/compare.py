"""What of a claim its passages do not bear out: numbers, dates, names, denials and directions, one function each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from kasen.evidence.align import Aligned, clause_about
from kasen.evidence.belonging import exchanged, mixed_up, repeats, taken
from kasen.evidence.counts import counted, counted_thing, counts_another
from kasen.evidence.dates import When
from kasen.evidence.denied import denied
from kasen.evidence.directions import opposite, turned_round, way_of_figure, ways
from kasen.evidence.doers import Other, done_by_another
from kasen.evidence.framing import framings
from kasen.evidence.hours import says_the_rest, turned
from kasen.evidence.names import is_in, names, swaps
from kasen.evidence.numbers import Number
from kasen.evidence.opposites import ruled_out
from kasen.evidence.reading import Reading
from kasen.evidence.rows import Table, in_own_row, misplaced
from kasen.evidence.substitutes import goes_both_ways, substitutes
from kasen.evidence.units import CLOCK

Severity = Literal["partial", "unsupported", "contradicted"]

_SAME_STATEMENT = 0.5
"""Share of the claim's words from which a differing figure counts as said about the same thing."""
_SAME_SUBJECT = 0.75
"""The same where nothing but its subject says what a number counts."""
_SAME_BUT_FOR_A_NAME = 0.7
_SAME_CONTEXT = 0.2
_NEAR = 0.1


@dataclass(frozen=True)
class Problem:
    """One thing that does not match; `key` and `values` make the sentence (see `reasons`)."""

    severity: Severity
    key: str
    values: tuple[object, ...] = ()


def number_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """Numbers of the claim that the passages do not give for the same thing."""
    bare = [w for w in aligned.whole.dates if w.bare]
    for number in claim.numbers:
        written = _written(claim, number.span)
        if number.unit is CLOCK and _is_name(written) and claim.is_cjk != aligned.text.is_cjk:
            continue
        if in_own_row(claim, number, Table.of(aligned.whole.original)):
            continue
        if any(number.same(n) and n.in_range and not number.in_range for n in aligned.whole.numbers) and not any(
            number.same(n) and not n.in_range for n in aligned.whole.numbers
        ):
            yield Problem("partial", "number_in_range", (written,))
        elif other := _another_thing(claim, number, aligned.whole):
            yield Problem("partial", "counts_another", (written, other))
        elif _counted(number, aligned.text):
            continue
        elif _counted(number, aligned.whole):
            if not _in_context(claim, aligned, partial(_counted, number)):
                yield Problem("partial", "elsewhere", (written,))
        elif not number.unit.kind and any(w.first == number.value for w in bare):
            continue
        else:
            yield _missing_number(claim, number, written, aligned)


def _is_name(written: str) -> bool:
    """Whether a time of day is written as names are, as in *Midnight in Paris*, which another language may spell."""
    return written.isalpha() and written.istitle()


def hour_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """A span of hours that the passages give from its end to its beginning."""
    if found := turned(claim, aligned.text):
        yield Problem("contradicted", "exchanged", tuple(_written(claim, end.span) for end in found))


def row_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """A number that a table gives in another row than that which the claim names."""
    if found := misplaced(claim, Table.of(aligned.whole.original)):
        yield Problem("contradicted", "of_another_row", (_written(claim, found.span), found.mine, found.theirs))


def _counted(number: Number, text: Reading) -> bool:
    return any(number.holds(n) for n in text.numbers)


def _another_thing(claim: Reading, number: Number, text: Reading) -> str:
    """What a text counts with each figure that is equal to the claim's, where none counts what the claim does."""
    found = [counts_another(claim, number, text, n) for n in text.numbers if number.holds(n)]
    return found[0] if all(found) and found and not Table.of(text.original).rows else ""


def _missing_number(claim: Reading, number: Number, written: str, aligned: Aligned) -> Problem:
    alike = [n for n in aligned.text.numbers if n.unit.kind == number.unit.kind]
    loose = [n for n in alike if number.about or n.is_imperial != number.is_imperial]
    near = [n for n in loose if abs(n.base - number.base) <= _NEAR * abs(n.base)]
    if near:
        return Problem("unsupported", "number_about", (written, _written(aligned.text, near[0].span)))
    thing = counted(claim, number)
    others = [
        n
        for n in alike
        if counted(aligned.text, n) == thing and not any(n.holds(mine) or mine.holds(n) for mine in claim.numbers)
    ]
    if others and thing and _same_count(claim, number, aligned):
        return Problem(
            "contradicted", "number_differs", (written, _written(aligned.text, _closest(number, others).span))
        )
    return Problem("unsupported", "number", (written,))


def _same_count(claim: Reading, number: Number, aligned: Aligned) -> bool:
    """Whether a figure of the kind is said about the same thing; where only its subject tells, more is asked."""
    if counted_thing(claim, number):
        return aligned.share >= _SAME_STATEMENT
    return aligned.share > _SAME_SUBJECT and all(is_in(name, aligned.text.folded) for name in names(claim.wordy))


def _closest(number: Number, others: Sequence[Number]) -> Number:
    """The one that was probably meant: the same figure in another unit, else the nearest amount."""
    return min(others, key=lambda n: (n.value != number.value, abs(n.base - number.base)))


def date_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """Dates of the claim that no date of the passages bears out."""
    for when in claim.dates:
        written = _written(claim, when.span)
        if _dated(when, aligned.text):
            continue
        if _dated(when, aligned.whole):
            if not _in_context(claim, aligned, partial(_day_said, when)):
                yield Problem("partial", "elsewhere", (written,))
            continue
        others = [w for w in aligned.text.dates if w.first is not None and not _claimed(w, claim) and not w.holds(when)]
        if others and when.first is not None and aligned.share >= _SAME_STATEMENT:
            yield Problem("contradicted", "date_differs", (written, _written(aligned.text, others[0].span)))
        else:
            yield Problem("unsupported", "date", (written,))


def _dated(when: When, text: Reading) -> bool:
    if any(when.holds(found) for found in text.dates):
        return True
    if when.bare and any(n.value == when.first and not n.unit.kind for n in text.numbers):
        return True
    if when.first is None or when.month is None:
        return False
    year, day = When(when.span, when.first, when.last), When(when.span, month=when.month, day=when.day)
    return any(year.holds(w) for w in text.dates) and any(w.first is None and day.holds(w) for w in text.dates)


def _day_said(when: When, sentence: Reading) -> bool:
    """Whether the sentence has the date, or its day while the year stands elsewhere."""
    return _dated(when, sentence) or (
        when.month is not None and any((w.month, w.day) == (when.month, when.day) for w in sentence.dates)
    )


def _claimed(when: When, claim: Reading) -> bool:
    return any(mine.holds(when) for mine in claim.dates)


def _in_context(claim: Reading, aligned: Aligned, has: Callable[[Reading], bool]) -> bool:
    """Whether a sentence that has the fact is about what the claim is about."""
    return any(s.reading.share_of(claim) >= _SAME_CONTEXT and has(s.reading) for s in aligned.whole.sentences)


def name_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """Nouns of the claim that are not in the passages, worst where another stands in their place."""
    swapped = swaps(claim.wordy, aligned.best.reading.wordy)
    for swap in swapped:
        kind: Severity = "unsupported" if swap.is_topic or not _is_kanji(swap.mine) else "partial"
        if swap.mine.casefold() not in aligned.whole.folded:
            yield Problem(kind, "swap", (swap.mine, swap.theirs))
        elif kind == "unsupported" and _alone(claim, aligned.best.reading, swap.mine.casefold()):
            yield Problem("partial", "swap_elsewhere", (swap.mine, swap.theirs))
    told = {swap.mine for swap in swapped}
    for name in names(claim.wordy):
        # What is quoted may hold a figure, which is blank in `wordy`.
        written = replace(name, text=claim.plain[name.start : name.end])
        if name.text not in told and not is_in(written, aligned.whole.folded):
            if name.kind == "kanji" and len(name.text) == 2 and all(c in aligned.text.folded for c in name.text):
                continue
            if name.kind != "quoted" and (own := ways(name.text)) and own <= _ways_of(aligned.text):
                continue
            yield Problem("partial", "name", (written.text,))


def _ways_of(text: Reading) -> set[bool | None]:
    return {*ways(text.folded), *(way_of_figure(text.folded, number.span) for number in text.numbers)}


def place_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """What stands in the place of something else, where the claim repeats its sentence otherwise."""
    rest = says_the_rest(claim, aligned.best.reading)
    for found in substitutes(claim.timed, aligned.best.reading.timed):
        if found.kind == "exchanged":
            yield _exchange(claim, (found.mine, found.theirs))
        elif not re.search(rf"(?<!\d){re.escape(found.mine.casefold())}(?!\d)", aligned.whole.timed.casefold()):
            continue  # New to the passage: that is told as such.
        elif found.kind == "figure" and rest and ":" in found.mine:
            continue  # Open from 6:00 to 22:00 is closed from 22:00 to 6:00.
        elif found.kind == "figure":
            yield Problem("contradicted", "number_differs", (found.mine, found.theirs))
        else:
            yield Problem("partial", "swap_elsewhere", (found.mine, found.theirs))


def _exchange(claim: Reading, pair: tuple[str, str]) -> Problem:
    """Who met whom may be said either way; what else the claim says of the two, code cannot tell."""
    return Problem("partial" if goes_both_ways(claim.plain, *pair) else "unsupported", "exchanged", pair)


def _alone(claim: Reading, best: Reading, name: str) -> bool:
    """Whether the best sentence holds nearly all of the claim, so that another one's name has no business in it."""
    facts = [any(n.same(m) for m in best.numbers) for n in claim.numbers]
    facts += [any(w.holds(v) for v in best.dates) for w in claim.dates]
    rest = {t: w for t, w in claim.weights.items() if t not in name}
    shared = sum(w for t, w in best.held(claim).items() if t in rest)
    return all(facts) and shared >= _SAME_BUT_FOR_A_NAME * sum(rest.values())


def _is_kanji(text: str) -> bool:
    return all("\u3400" <= c <= "\u9fff" or c == "々" for c in text)


def direction_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """Opposite words: the claim says more, the passage says less."""
    for text in (aligned.best.reading, aligned.text):
        if pair := opposite(claim.folded, text.folded) or turned_round(claim.folded, text.folded):
            yield Problem("contradicted", "opposite", pair)
            return
    # A sentence that says both ways says each of something: only the clause about the claim's own thing counts.
    clause = clause_about(claim, aligned.best.reading)
    is_part = clause != aligned.best.reading.folded and Reading(clause).share_of(claim) >= _SAME_STATEMENT
    found = opposite(claim.folded, clause) if is_part else None
    if pair := found or _figure_turned(claim, aligned.text) or _ruled_out(claim, aligned):
        yield Problem("contradicted", "opposite", pair)


def _figure_turned(claim: Reading, text: Reading) -> tuple[str, str] | None:
    """A figure that is said to go up where each equal one of the text goes down, or the other way round."""
    for number in claim.numbers:
        way = way_of_figure(claim.folded, number.span)
        given = [n for n in text.numbers if number.holds(n)] if way is not None else []
        ways = {way_of_figure(text.folded, n.span) for n in given} - {None}
        if ways == {not way}:
            return _with_way(claim, number), _with_way(text, given[0])
    return None


def _with_way(text: Reading, number: Number) -> str:
    """A figure with a few letters on both sides, so that its way can be read."""
    start, end = number.span
    reach = 4 if text.is_cjk else 12
    around = text.plain[max(0, start - (0 if text.is_cjk else reach)) : end + reach]
    return " ".join(around.split())


def _ruled_out(claim: Reading, aligned: Aligned) -> tuple[str, str] | None:
    best = aligned.best.reading
    if best.share_of(claim) < _SAME_STATEMENT or says_the_rest(claim, best):
        return None
    return ruled_out(claim.plain, clause_about(claim, best, best.plain), aligned.text.plain)


def framing_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """What the source disowns, only plans, or says of some, where the claim says that it is so."""
    for sentence in _bearing(claim, aligned):
        for found in framings(claim.folded, clause_about(claim, sentence), sentence.folded):
            yield Problem("partial" if found.key == "only" else "unsupported", found.key, (found.word,))


def _bearing(claim: Reading, aligned: Aligned) -> list[Reading]:
    """The best sentence, and those that a figure of the claim stands in when the best does not have it."""
    best = aligned.best.reading
    lacking = [partial(_counted, n) for n in claim.numbers if not _counted(n, best)]
    lacking += [partial(_dated, w) for w in claim.dates if not _dated(w, best)]
    rest = [s.reading for s in aligned.text.sentences if s.reading.original != best.original]
    return [best, *(text for text in rest if any(has(text) for has in lacking))]


def belonging_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """Figures given for another thing, deeds of another one, and names that have changed places."""
    best = aligned.best.reading
    if repeats(claim, best):
        return
    if figure := mixed_up(claim, best):
        yield Problem("unsupported", "of_another", (figure,))
    if len(claim.sentences) > 1:
        return
    if pair := exchanged(claim, best):
        yield _exchange(claim, pair)
    elif found := taken(claim, [s.reading for s in aligned.text.sentences]) or _done_by_another(claim, aligned):
        yield Problem("unsupported", "swap_elsewhere", (found.mine, found.theirs))


def _done_by_another(claim: Reading, aligned: Aligned) -> Other | None:
    return None if claim.is_cjk else done_by_another(claim, [s.reading for s in aligned.text.sentences])


def denial_problems(claim: Reading, aligned: Aligned) -> Iterator[Problem]:
    """Denials of the claim that the passages do not make, and the other way round."""
    for found in denied(claim, aligned):
        yield Problem(found.severity, found.key, (found.word,))


def _written(text: Reading, span: tuple[int, int]) -> str:
    return (
        text.plain[slice(*span)].strip() if len(text.plain) == len(text.folded) else text.folded[slice(*span)].strip()
    )
