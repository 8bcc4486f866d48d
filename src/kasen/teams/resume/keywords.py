"""The terms of a posting that matter, and whether a text has them, in Japanese and English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kasen.evidence.normal import Normal, normalise
from kasen.teams.resume.lexicon import Kind, find, names_of, near, thing
from kasen.teams.resume.posting_parts import PartKind, Piece, pieces, words_of
from kasen.teams.resume.schemas.posting import Keyword

MOST = 40
_PART: dict[PartKind, float] = {
    "must": 4.0,
    "stack": 3.0,
    "nice": 2.5,
    "duties": 2.0,
    "title": 4.0,
    "head": 2.0,
    "other": 1.0,
}
"""Weight of a part of the posting; what is offered and who the company is does not count."""
_KIND: dict[Kind | None, float] = {"certificate": 1.6, "tool": 1.5, "language": 1.1, "skill": 1.0, None: 0.8}
_ROLE = 5.0
"""Weight of a term of the role itself."""
_FALLBACK = 2
"""Times that a phrase which nobody knows must stand in the posting to count."""
_NAME = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]+(?:\.[a-z]{2,3}(?![a-z]))?[+#]{0,2}(?![A-Za-z0-9])")
_EMPLOYER = re.compile(r"\s(?:—|–|-|\||@|at)\s")
_NATIVE = re.compile(r"[\u30a1-\u30fa\u30fc]{4,}|[\u4e00-\u9fff]{3,8}")
_LICENCE = re.compile(
    r"[\u4e00-\u9fff\u30a1-\u30fcA-Za-z0-9]{2,12}(?:免許|検定|技能士|技術者|指導員|専門員|療法士|管理者資格|認定)"
)
_OPENERS = re.compile(r"(?:^|[.!?:•\-*・\n]\s*|\n)\s*$")


@dataclass
class _Weighed:
    """A term on its way: how much it counts, where it stands first."""

    term: str
    score: float = 0.0
    at: int = 1 << 30
    parts: set[PartKind] = field(default_factory=set)

    def add(self, score: float, at: int) -> None:
        """Say it again: the best place counts in full, others a little."""
        self.score = max(self.score, score) + 0.15 * min(self.score, score)
        self.at = min(self.at, at)


def keywords(posting: str, role: str) -> list[str]:
    """Skills, tools, certificates and nouns of the field that a posting or the role names, the most telling first.

    As they are written there; at most 40, one per thing. What is offered and what every posting says is left out.
    """
    found: dict[str, _Weighed] = {}
    shown = normalise(posting).text
    parts = [piece for piece in pieces(shown) if piece.kind in _PART]
    for piece in parts:
        _take(found, _telling(piece), _PART[piece.kind], piece.start)
    _take(found, _known(normalise(role).text), _ROLE, 0)
    for piece in parts:
        unknown = [(term, at) for term, at in _unknown(piece, shown) if _key(term) not in found]
        _take(found, [(term, None, at) for term, at in unknown], _PART[piece.kind], piece.start)
    ranked = sorted(found.values(), key=lambda one: (-one.score, one.at))
    return [one.term for one in ranked[:MOST]]


def covered(terms: Sequence[str], text: str) -> list[Keyword]:
    """For each term whether the text has it, under any of its names; `as_written` says which, where it is another."""
    shown = normalise(text).text
    return [_covered(term, shown) for term in terms]


def places(term: str, text: str) -> list[tuple[int, int]]:
    """Where a text names what the term names, in order; ranges of the text as it is given."""
    shown = _normal(text)
    spans = {span for name in names_of(term) for span in find(name, shown.text)}
    return [shown.original(*span) for span in sorted(spans)]


def named(text: str) -> list[tuple[str, Kind]]:
    """What a text names that the lexicon knows, as written, in order, each thing once."""
    shown = normalise(text).text
    once: dict[str, tuple[int, str, Kind]] = {}
    for term, kind, at in sorted(_known(shown), key=lambda one: one[2]):
        if kind is not None:
            once.setdefault(_key(term), (at, term, kind))
    return [(term, kind) for _, term, kind in once.values()]


@lru_cache(maxsize=8)
def _normal(text: str) -> Normal:
    return normalise(text)


def _covered(term: str, shown: str) -> Keyword:
    for name in names_of(normalise(term).text):
        span = next(find(name, shown), None)
        if span is not None:
            written = shown[span[0] : span[1]]
            return Keyword(term=term, found=True, as_written="" if _same(written, term) else written)
    return Keyword(term=term, found=False)


def _take(found: dict[str, _Weighed], terms: Iterable[tuple[str, Kind | None, int]], weight: float, start: int) -> None:
    for term, kind, at in terms:
        one = found.setdefault(_key(term), _Weighed(term))
        one.add(weight * _KIND[kind], start + at)


def _known(text: str) -> list[tuple[str, Kind | None, int]]:
    """What the lexicon finds; of names inside one another the longest."""
    spans = [(span, one.kind) for one, name in near(text) for span in find(name, text)]
    spans.sort(key=lambda found: (found[0][0], -found[0][1]))
    kept: list[tuple[str, Kind | None, int]] = []
    end = -1
    for (start, stop), kind in spans:
        if start >= end:
            kept.append((text[start:stop], kind, start))
            end = stop
    return kept


def _telling(piece: Piece) -> list[tuple[str, Kind | None, int]]:
    """What a part names; not what stands in the name of a company."""
    if piece.kind not in ("title", "head", "other"):
        return _known(piece.text)
    text = _EMPLOYER.split(piece.text)[0] if piece.kind == "title" else piece.text
    named_so = piece.kind != "title"
    return [one for one in _known(text) if not (named_so and one[1] == "skill" and one[0].istitle())]


def _unknown(piece: Piece, posting: str) -> list[tuple[str, int]]:
    """Terms that no lexicon holds: names of Latin letters, licences, nouns of the field that stand there twice."""
    if piece.kind in ("head", "title", "other"):
        return []  # names of companies and places
    free = piece.text
    for term, _, at in _known(piece.text):
        free = free[:at] + " " * len(term) + free[at + len(term) :]
    names = [(m.group(), m.start()) for m in _NAME.finditer(free) if _is_name(m, free)]
    licences = [(m.group(), m.start()) for m in _LICENCE.finditer(free) if piece.kind in ("must", "nice")]
    nouns = [
        (m.group(), m.start())
        for m in _NATIVE.finditer(free)
        if m.group() not in _common() and posting.count(m.group()) >= _FALLBACK
    ]
    return names + licences + nouns


def _is_name(match: re.Match[str], text: str) -> bool:
    """A word of Latin letters that is a name by its shape or its place, and none that every posting has."""
    word = match.group()
    if word.casefold() in _common():
        return False
    if re.search(r"[A-Z0-9+#]", word[1:]) or not text.isascii():
        return True
    return word[0].isupper() and not _OPENERS.search(text[: match.start()])


def _same(one: str, other: str) -> bool:
    return normalise(one, spaces=True).text.casefold() == normalise(other, spaces=True).text.casefold()


def _key(term: str) -> str:
    known = thing(normalise(term).text)
    return (known.names[0].text if known else normalise(term, spaces=True).text).casefold()


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    return frozenset(word.casefold() for _, words in words_of("common") for word in words)
