"""A text as the ledger sees it: its words with what is known of them, figures, dates, limits and denials."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kasen.evidence.dates import When
from kasen.evidence.negation import Denial, denials
from kasen.teams.resume.ledger.figures import Figure, figures
from kasen.teams.resume.ledger.marks import Mark, marks
from kasen.teams.resume.ledger.markup import ready
from kasen.teams.resume.ledger.periods import periods
from kasen.teams.resume.ledger.segments import segments
from kasen.teams.resume.ledger.words import Entry, pieces, root, words

_KANJI = "々〆㐀-䶿一-鿿"
_KATAKANA = "ァ-ヺー"
_ADDRESS = re.compile(r"https?://[^\s)>\]]+|[\w.+-]+@[\w-]+\.[\w.-]+|(?<![\w])www\.[^\s)>\]]+")
_NOT_AMOUNTS = re.compile(
    r"(?<![a-z0-9.,])(?:[234]d|[2345]g|[48]k|5s|1on1|24/7|9-to-5|b[23][bcge]|[cmps][23]|web\s?[23](?:\.0)?)(?![a-z0-9])"
)
_CAPITALS = re.compile("[A-Z]{2,6}s")
_RUN = re.compile(
    rf"(?P<kanji>[{_KANJI}]+)|(?P<katakana>[{_KATAKANA}]{{2,}}(?:・[{_KATAKANA}]{{2,}})*)|(?P<kana>[ぁ-ん]+)"
)
_OPENERS = ".!?。|\n"
_NEXT_CAPITAL = re.compile(r"\s(?:(?:of|de|van|von|&|and)\s)?[A-Z]")
_GAP = re.compile(r"[\s/&.-]{0,2}")
_JAPANESE = re.compile(rf"[ぁ-ん{_KANJI}{_KATAKANA}]")
_LATIN = re.compile(r"[A-Za-z]")
_ENDS = str.maketrans(")]」』", "。。。。")
_LEAST_KANA = 3
_APART = 6
"""Words between a verb and what belongs to it."""
_JOINED = re.compile(f"[{_KANJI}]+(?:[ぁ-ん]{{1,2}}[{_KANJI}]+)+")
_IS_KANJI = re.compile(f"[{_KANJI}]")
_EMPTY = Entry()


@dataclass(frozen=True)
class Token:
    """A word, or several that are known as one."""

    start: int
    end: int
    text: str
    """As folded."""
    written: str
    kind: str
    """`latin`, `katakana`, `kanji`, `kana`, `address`."""
    roots: tuple[str, ...]
    """Of each of its Latin words; else its text."""
    groups: frozenset[int]
    kinds: frozenset[str]
    free: bool
    known: bool
    capital: bool
    """Has a capital that the start of a sentence does not explain, or a digit."""
    run: str = ""
    """The run of kanji that it stands in."""
    joined: str = ""
    """The word of kanji and kana that it is a part of: 引き合い."""

    @property
    def name(self) -> bool:
        """Whether it names something: not a common word that is known as such."""
        if self.kind == "address":
            return True
        if self.kind == "latin":
            return self.kinds == {"name"} or (self.capital and (not self.known or "name" in self.kinds))
        return self.kind in ("katakana", "kanji") and "name" in self.kinds


class Text:
    """One text, read once."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.written, self.folded = ready(original)

    @cached_property
    def dates(self) -> list[When]:
        return periods(self._no_addresses)

    @cached_property
    def addresses(self) -> list[Token]:
        found = []
        for match in _ADDRESS.finditer(self.folded):
            text = match.group().rstrip(".,;:、。").rstrip("/")
            found.append(
                Token(
                    match.start(),
                    match.start() + len(text),
                    text,
                    text,
                    "address",
                    (text,),
                    frozenset(),
                    frozenset(["name"]),
                    False,
                    True,
                    True,
                )
            )
        return found

    @cached_property
    def _no_addresses(self) -> str:
        return _blanked(self.folded, [(one.start, one.end) for one in self.addresses])

    @cached_property
    def figures(self) -> list[Figure]:
        names = [match.span() for match in _NOT_AMOUNTS.finditer(self.folded)]
        return figures(self._no_addresses, [*names, *(when.span for when in self.dates)])

    @cached_property
    def marks(self) -> list[Mark]:
        return marks(self.folded)

    @cached_property
    def denials(self) -> list[Denial]:
        return [
            one
            for one in denials(self.folded.translate(_ENDS))
            if not re.match(r"no\.?\s?\d", self.folded[one.span[0] : one.span[0] + 6])
        ]

    @cached_property
    def is_japanese(self) -> bool:
        wide = len(_JAPANESE.findall(self.folded))
        return wide * 3 > len(_LATIN.findall(self.folded))

    @cached_property
    def wordy(self) -> str:
        """The folded text with dates, figures and addresses blanked."""
        spans = [when.span for when in self.dates] + [one.span for one in self.figures if not one.worded]
        return _blanked(self._no_addresses, spans)

    @cached_property
    def tokens(self) -> list[Token]:
        """Its words in order."""
        found = [*self.addresses, *self._latin(), *self._japanese()]
        return sorted(found, key=lambda one: one.start)

    def _latin(self) -> Iterator[Token]:
        known = words()
        found = pieces(self.wordy)
        at = 0
        while at < len(found):
            size, entry = self._longest(found, at)
            start, end = found[at].start(), found[at + size - 1].end()
            roots = tuple(self._root(one) for one in found[at : at + size])
            at += size
            if (
                entry is None
                and len(roots) == 1
                and (roots[0].isdigit() or (len(roots[0]) == 1 and roots[0] not in "cr" and not self._letter(start)))
            ):
                continue
            token = self._token(start, end, "latin", roots, entry or known.latin.get(roots))
            apart = self._apart(found, at, roots[0]) if len(roots) == 1 else frozenset()
            yield replace(token, groups=token.groups | apart, known=True) if apart else token

    def _apart(self, found: list[re.Match[str]], at: int, verb: str) -> frozenset[int]:
        """Groups of a verb with words that stand behind its object: `put the rules into practice`."""
        known = words()
        groups: set[int] = set()
        if verb in known.apart:
            later = [root(one.group()) for one in found[at : at + _APART + 2]]
            for i in range(1, min(_APART, len(later))):
                for size in (1, 2):
                    if entry := known.latin.get((verb, *later[i : i + size])):
                        groups |= entry.groups
        return frozenset(groups)

    def _root(self, word: re.Match[str]) -> str:
        """The root of a word; a plural of capitals is that of the abbreviation: KPIs."""
        plural = _CAPITALS.fullmatch(self.written, *word.span())
        return word.group()[:-1] if plural else root(word.group())

    def _letter(self, at: int) -> bool:
        """Whether a letter alone is a name: A班."""
        return (self.written[at].isupper() and self.written[at] not in "AI") or bool(
            _JAPANESE.match(self.written, at + 1)
        )

    def _longest(self, found: list[re.Match[str]], at: int) -> tuple[int, Entry | None]:
        """How many words from `at` on are known as one, and what is known of them."""
        known = words()
        most = 1
        while (
            at + most < len(found)
            and most < known.longest_latin
            and _GAP.fullmatch(self.wordy[found[at + most - 1].end() : found[at + most].start()])
        ):
            most += 1
        roots = [self._root(one) for one in found[at : at + most]]
        for size in range(most, 0, -1):
            if entry := known.latin.get(tuple(roots[:size])):
                return size, entry
        return 1, None

    def _japanese(self) -> Iterator[Token]:
        known = words()
        at = 0
        for run in _RUN.finditer(self.wordy):
            kind = run.lastgroup or ""
            if run.end() <= at:
                continue
            start = max(at, run.start())
            if kind == "kana":
                for token in self._kana(start, run.end()):
                    at = max(at, token.end)
                    yield token
                continue
            for a, b, entry in segments(self.wordy, start, run.end(), known, whole=kind == "katakana"):
                yield self._token(a, b, kind, (self.wordy[a:b],), entry)
                at = max(at, b)

    def _kana(self, start: int, end: int) -> Iterator[Token]:
        known = words()
        for at in range(start, end):
            for size in range(min(known.longest_other, len(self.wordy) - at), _LEAST_KANA - 1, -1):
                if entry := known.other.get(self.wordy[at : at + size]):
                    yield self._token(at, at + size, "kana", (self.wordy[at : at + size],), entry)
                    return

    def _token(self, start: int, end: int, kind: str, roots: tuple[str, ...], entry: Entry | None) -> Token:
        written = self.written[start:end]
        capital = kind == "latin" and self._capital(start, written)
        if len(written) == 1 and written.isupper() and _JAPANESE.match(self.written, end):
            entry, capital = None, True
        free = bool(entry and entry.free)
        if entry and free and "name" in entry.kinds and (capital or self._named(start, end, written)):
            free = False
        entry = entry or _EMPTY
        kinds = frozenset(entry.kinds)
        return Token(
            start,
            end,
            self.folded[start:end],
            written,
            kind,
            roots,
            frozenset(entry.groups),
            kinds,
            free,
            bool(entry.groups or free),
            capital,
            run=self._run(start, end) if kind == "kanji" else "",
            joined=self._joined(start) if kind == "kanji" else "",
        )

    def _named(self, start: int, end: int, written: str) -> bool:
        """Whether a word that is common in small letters is a name here: `IT`, Goで."""
        if written.isupper() and len(written) > 1:
            return True
        return written[:1].isupper() and bool(_JAPANESE.match(self.written, end))

    @cached_property
    def _joints(self) -> list[tuple[int, int]]:
        return [match.span() for match in _JOINED.finditer(self.wordy)]

    def _joined(self, at: int) -> str:
        return next((self.wordy[start:end] for start, end in self._joints if start <= at < end), "")

    def _run(self, start: int, end: int) -> str:
        while start > 0 and _IS_KANJI.match(self.wordy, start - 1):
            start -= 1
        while _IS_KANJI.match(self.wordy, end):
            end += 1
        return self.wordy[start:end]

    def _capital(self, start: int, written: str) -> bool:
        if any(c.isdigit() for c in written) or any(c.isupper() for c in written[1:].replace("-", "")):
            return True
        if not written[:1].isupper():
            return False
        before = self.written[max(0, start - 12) : start].rstrip(" \t")
        opens = before[-1] in _OPENERS if before else True
        return not opens or bool(_NEXT_CAPITAL.match(self.written, start + len(written)))


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + "\0" * (end - start) + text[end:]
    return text
