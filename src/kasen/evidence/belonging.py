"""What belongs to what in a sentence: a figure to the thing it is given for, a deed to the one who did it.

A sentence that gives figures for two things holds every word of a claim that mixes them up; only the clauses tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from kasen.evidence.dates import When
from kasen.evidence.names import Name, is_in, names
from kasen.evidence.numbers import Number
from kasen.evidence.reading import Reading
from kasen.evidence.terms import terms
from kasen.evidence.units import CLOCK

_CLAUSE = re.compile(r"[、;；。]|[,，](?!\d)|(?<=[^\s])が、|\s(?:but|whereas|while|although|and then)\s|\n")
_WITHIN = re.compile(
    r"\s(?:to|and|against|from|versus|than)\s|から(?!の)|に対し|へと|(?<=[円年%人トンg])で(?=[一-龥ァ-ヴ])"
)
_BRACKETS = re.compile(r"[（(][^（()）]{0,40}[)）]")
_OWN_TOPIC = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\u30a1-\u30fa\u30fc][ぁ-ん]?は")
_OBJECT = re.compile("(?:など)?を")
_LEAST_REPEATED = 8
"""Characters without spaces."""
_FIGURE = 1.5
"""Weight of a figure against a word in telling which clause a claim is about."""
_SUBJECT_AFTER = re.compile(r"(?:[（(][^）)]{0,24}[）)])?(?:ら)?(?:は|が(?!、)|も)")
_AGENT_AFTER = re.compile(r"(?:[（(][^）)]{0,24}[）)])?(?:ら)?(?:によって|により)")
_TOPIC = re.compile(r"(?:[（(][^）)]{0,24}[）)])?は")
_OBJECT_AFTER = re.compile(r"(?:[（(][^）)]{0,24}[）)])?(?P<particle>から|より|に(?!よ)|を|へ)")
Figure: TypeAlias = "Number | When | Quoted"
_PASSIVE = re.compile(r"[られわかさたばまがなぎ]れ(?:た|る|て|、|。|$)|られ|され")
_VERB = re.compile(
    "[\u3400-\u4dbf\u4e00-\u9fff]{1,3}(?=[ぁ-ん])(?![はがをにのともへでや]|から|より|まで)(?<![多少高低大小強弱長短])"
)
"""The part of a Japanese verb that does not inflect."""
_OPENING = re.compile(r"\s*([A-Z][a-z]+)")
_BY = re.compile(r"\bby\b")
_OPENER = re.compile(
    r"^(?:(?:なお|さらに|また|ただし|しかし|だが|一方|そして|つまり|したがって|このため|そのため)、"
    r"|(?:however|moreover|furthermore|also|besides|thus|therefore|inaddition|bycontrast),)+"
)
_ENDED = re.compile(r"[ぁ-ん]{0,6}[。.．]?$")


@dataclass(frozen=True)
class Quoted:
    """A name in quotation marks, or the object of a verb (`中山道を`): given to something as a figure is."""

    text: str
    span: tuple[int, int]
    kind: str = "quoted"


@dataclass(frozen=True)
class Clause:
    """A clause of a source, read."""

    reading: Reading

    @cached_property
    def figures(self) -> list[Figure]:
        """What it counts and dates."""
        return _figures(self.reading)

    def holds(self, figure: Figure) -> bool:
        """Whether it gives that figure."""
        return any(_same(figure, own) for own in self.figures)

    def terms(self, claim: Reading, kind: str) -> set[str]:
        """Words and figures of the claim that it holds; a quoted name of the kind asked of tells nothing of to what."""
        figures = [figure for figure in _figures(claim) if self.holds(figure)]
        asked = [one for one in figures if isinstance(one, Quoted) and one.kind == kind]
        named = {term for one in asked for term in Reading(one.text).weights}
        held = set(self.reading.held(claim)) - named
        return held | {f"#{figure.span}" for figure in figures if not isinstance(figure, Quoted)}


def clauses(text: str, kinds: str | None = None) -> list[Clause]:
    """The clauses of a text; where one gives two figures of a kind, cut between them too."""
    found: list[Clause] = []
    for piece in _CLAUSE.split(text):
        whole = Clause(Reading(piece))
        if not piece.strip():
            continue
        same = [_kind(figure) for figure in whole.figures]
        crowded = any(same.count(kind) > 1 for kind in same if kinds is None or kind == kinds)
        cut = [part for part in _WITHIN.split(piece) if part and part.strip()] if crowded else [piece]
        found += [Clause(Reading(part)) for part in cut]
    return found


def repeats(claim: Reading, sentence: Reading) -> bool:
    """Whether the claim is the sentence, or a piece of it, but for a word that opens it and how it ends."""
    said = _ENDED.sub("", _OPENER.sub("", claim.squeezed.casefold()))
    own = _OPENER.sub("", sentence.squeezed.casefold())
    return len(said) >= _LEAST_REPEATED and said in own


def mixed_up(claim: Reading, sentence: Reading) -> str | None:
    """A figure or a quoted name of the claim that the sentence gives for something else, as the claim writes it."""
    # What stands in brackets after a name, such as the years of a life, is said of that name only.
    bare = _BRACKETS.sub(" ", sentence.original)
    outside = Clause(Reading(bare))
    for figure in _figures(claim):
        kind = _kind(figure)
        if not kind or kind == CLOCK.kind:  # What begins at one time and ends at another is one thing.
            continue
        parts = clauses(bare if outside.holds(figure) else sentence.original, kind)
        own = [place for place, clause in enumerate(parts) if clause.holds(figure)]
        rivals = [
            place
            for place, clause in enumerate(parts)
            if place not in own and any(_kind(one) == kind and not _claimed(one, claim) for one in clause.figures)
        ]
        if kind == "object" and any(_on_topic(claim, parts[place]) for place in own):
            continue
        if own and rivals and not any(_belongs(claim, parts, place, rivals, kind) for place in own):
            return claim.plain[slice(*figure.span)].strip()
    return None


def _on_topic(claim: Reading, clause: Clause) -> bool:
    """Whether the claim has what the clause says itself that it is about."""
    topic = _OWN_TOPIC.search(clause.reading.wordy)
    return topic is not None and topic.group()[:-1] in claim.wordy


def _belongs(claim: Reading, parts: Sequence[Clause], own: int, rivals: Sequence[int], kind: str) -> bool:
    """Whether the clause may be what the claim is about.

    It is not when a clause with another figure of the kind says more of the claim, nor when a later one has words of
    the claim that this one lacks: a subject carries on to what follows, never back.
    """
    mine = parts[own]
    here = mine.terms(claim, kind)
    for rival in rivals:
        other = parts[rival]
        there = other.terms(claim, kind)
        more = _weight(claim, there - here)
        if rival > own and more >= 1.0:
            return False
        if (
            more
            and _weight(claim, there) > _weight(claim, here)
            and (rival > own or more > _weight(claim, here - there))
        ):
            return False
    return True


def _weight(claim: Reading, held: set[str]) -> float:
    return sum(_FIGURE if term.startswith("#") else claim.weights.get(term, 0.0) for term in held)


def _claimed(figure: Figure, claim: Reading) -> bool:
    return any(_same(own, figure) for own in _figures(claim))


def _same(one: Figure, other: Figure) -> bool:
    if isinstance(one, Number) and isinstance(other, Number):
        return one.same(other)
    if isinstance(one, When) and isinstance(other, When):
        return one.holds(other)
    return isinstance(one, Quoted) and isinstance(other, Quoted) and one.text == other.text


def _figures(text: Reading) -> list[Figure]:
    found = names(text.wordy)
    quoted = [Quoted(n.text.casefold(), (n.start, n.end)) for n in found if n.kind == "quoted"]
    # An object tells only in a clause that says itself what it is about; others may go on with what was said before.
    own_topic = text.is_cjk and _OWN_TOPIC.search(text.wordy)
    objects = [
        Quoted(n.text, (n.start, n.end), "object") for n in found if own_topic and _OBJECT.match(text.wordy, n.end)
    ]
    return [*text.numbers, *text.dates, *quoted, *objects]


def _kind(figure: Figure) -> str:
    if isinstance(figure, Number):
        return figure.unit.kind
    if isinstance(figure, Quoted):
        return figure.kind
    return "year" if figure.first is not None else "day"


@dataclass(frozen=True)
class Taken:
    """Who the claim says it of, and who the source says it of."""

    mine: str
    theirs: str


def taken(claim: Reading, sentences: Sequence[Reading]) -> Taken | None:
    """A deed that the claim gives to one name and the source to another that the claim does not have."""
    cut = [[clause.reading for clause in clauses(sentence.original)] for sentence in sentences]
    parts = [part for own in cut for part in own]
    for subject, said in _deeds(claim):
        if not any(is_in(subject, part.folded) for part in parts):
            continue
        for own in cut:
            # What a sentence is about carries on over the clauses inside it.
            about = [part for part in own if any(_TOPIC.match(part.wordy, n.end) for n in names(part.wordy))]
            if claim.is_cjk and about and is_in(subject, about[0].folded):
                continue
            if found := _of_another(claim, subject, said, own, parts):
                return found
    return None


def _of_another(
    claim: Reading, subject: Name, said: set[str], own: Sequence[Reading], parts: Sequence[Reading]
) -> Taken | None:
    for part in own:
        other = next(iter(subjects(part)), None)
        if other is None or is_in(subject, part.folded) or is_in(other, claim.folded):
            continue
        only = {term for term in said if [p for p in parts if _has(p, term)] == [part]}
        if only and (claim.is_cjk or _verb(claim, subject) in only) and _says_of(part, other, only):
            return Taken(subject.text, other.text)
    return None


def _deeds(claim: Reading) -> list[tuple[Name, set[str]]]:
    """The subjects of the claim, each with the words that say what it does; in English only the first is sure."""
    speakers = subjects(claim)
    own = _terms_of(names(claim.wordy))
    if not speakers:
        return []
    ends = [subject.start for subject in speakers[1:]] + [len(claim.wordy)]
    found = []
    for subject, end in zip(speakers, ends, strict=True):
        words = claim.wordy[subject.end : end]
        said = set(_VERB.findall(words) if claim.is_cjk else Reading(words).weights)
        found.append((subject, said - own))
    return found


def _verb(claim: Reading, subject: Name) -> str:
    """The first word that says something behind an English subject."""
    after = Reading(claim.wordy[subject.end :])
    return next((term for term in terms(after.plain) if term in after.weights), "")


def _has(text: Reading, term: str) -> bool:
    return term in text.words if term.isascii() else term in text.folded


def _says_of(part: Reading, subject: Name, own: set[str]) -> bool:
    """In English a subject stands before what is said of it; in Japanese its particle has told."""
    if part.is_cjk:
        return True
    after = Reading(part.plain[subject.end :])
    return any(term in after.words for term in own)


def _terms_of(found: Sequence[Name]) -> set[str]:
    return {term for name in found for term in Reading(name.text).weights}


def subjects(text: Reading) -> list[Name]:
    """The names that a text speaks of: in Japanese those with the particle, in English the first."""
    found = [name for name in names(text.wordy) if name.kind != "quoted"]
    if text.is_cjk:
        # By whom in the passive is who; otherwise it is by what means.
        marked = (_SUBJECT_AFTER, _AGENT_AFTER) if _PASSIVE.search(text.wordy) else (_SUBJECT_AFTER,)
        return [name for name in found if any(mark.match(text.wordy, name.end) for mark in marked)]
    return [name for name in _joined(found, text.wordy) if name.kind == "capitalised"][:1]


def _joined(found: Sequence[Name], text: str) -> list[Name]:
    """Names with only a space between them are one."""
    whole: list[Name] = []
    for name in found:
        if whole and re.fullmatch(r"\s(?:(?:of|no|de|van|von)\s)?", text[whole[-1].end : name.start]):
            last = whole[-1]
            whole[-1] = Name(text[last.start : name.end], last.kind, last.start, name.end)
        else:
            whole.append(name)
    return whole


def exchanged(claim: Reading, sentence: Reading) -> tuple[str, str] | None:
    """Two names that have changed places: who gave is who was given, who overtook is who was overtaken."""
    if claim.is_cjk != sentence.is_cjk:
        return None
    return _exchanged_ja(claim, sentence) if claim.is_cjk else _exchanged_en(claim, sentence)


def _exchanged_ja(claim: Reading, sentence: Reading) -> tuple[str, str] | None:
    mine, theirs = _roles(claim.wordy), _roles(sentence.wordy)
    if bool(_PASSIVE.search(claim.wordy)) != bool(_PASSIVE.search(sentence.wordy)):
        return None
    for particle, others in mine.items():
        for subject in mine.get("は", []):
            turned = [other for other in others if other != subject and other in theirs.get("は", [])]
            as_said = subject in theirs.get("は", []) and any(other in theirs.get(particle, []) for other in turned)
            if particle != "は" and turned and subject in theirs.get(particle, []) and not as_said:
                return subject, turned[0]
    return None


def _roles(text: str) -> dict[str, list[str]]:
    """Particle to the names before it; は and が are one."""
    found: dict[str, list[str]] = {}
    for name in names(text):
        if _SUBJECT_AFTER.match(text, name.end):
            found.setdefault("は", []).append(name.text)
        elif match := _OBJECT_AFTER.match(text, name.end):
            found.setdefault(match["particle"], []).append(name.text)
    return found


def _exchanged_en(claim: Reading, sentence: Reading) -> tuple[str, str] | None:
    own = _named(claim, sentence)
    if len(own) < 2 or bool(_BY.search(claim.folded)) != bool(_BY.search(sentence.folded)):
        return None
    first, second = own[0], own[1]
    between = Reading(claim.plain[first.end : second.start])
    verbs = [word for word in terms(between.plain) if word in between.weights and word not in _terms_of(own)][:1]
    for clause in _CLAUSE.split(sentence.folded):
        a, b = clause.find(second.text.casefold()), clause.find(first.text.casefold())
        if 0 <= a < b and verbs and verbs[0] in Reading(clause[a:b]).words:
            return first.text, second.text
    return None


def _named(claim: Reading, sentence: Reading) -> list[Name]:
    """The names of a claim; a capital at its start is one where the other text writes the word with one too."""
    found = _joined(names(claim.wordy), claim.wordy)
    opening = _OPENING.match(claim.wordy)
    if opening and not any(name.start < opening.end(1) for name in found):
        word = opening[1]
        if any(name.text.startswith(word) for name in names(sentence.wordy)):
            return [Name(word, "capitalised", *opening.span(1)), *found]
    return found
