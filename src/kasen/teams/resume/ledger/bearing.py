"""Whether the words of one text bear a word of another: the same, a form of it, a synonym, an alias, a mended typo."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from rapidfuzz.distance import DamerauLevenshtein

from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.ledger.sounds import same_sound, skeleton
from kasen.teams.resume.ledger.words import pieces, root, words

_KANA = re.compile("[ぁ-ん\\s]+")
_LEAST_ROOT = 4
_TYPO = 5
"""Letters from which two words that differ by one are one word and a typo of it."""
_LONG_TYPO = 9
_KATAKANA_TYPO = 4
_LEAST_INITIALS = 2
_DEEDS = frozenset({"did", "lead", "result", "coarse"})
_SMALL = frozenset(["and", "of", "for", "the", "in", "to", "a", "an", "on"])
_LONGEST_SHORT = 6
_LEAST_COMPOUND = 3
_HARMLESS = frozenset("季期的化性者等用時中後前型式別毎上下内間先方員物品書類点面数量名件回部分分析作業務事")
"""Kanji that may be added to a word that is there."""
_NOT_DERIVED = frozenset({"er", "or", "ist", "ian", "ant", "eer"})


class Bearer:
    """The words of one or more texts, as something to look others up in."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self.texts = list(texts)
        self.tokens = [token for text in self.texts for token in text.tokens]

    @cached_property
    def roots(self) -> frozenset[str]:
        """Of every Latin word."""
        found = {root(one.group()) for text in self.texts for one in pieces(text.folded)}
        return frozenset(found | {one for token in self.tokens if token.kind == "latin" for one in token.roots})

    @cached_property
    def groups(self) -> frozenset[int]:
        """Of every word and every shorter word that it holds."""
        known = words()
        found = {group for token in self.tokens for group in _said(token)}
        for token in self.tokens:
            if token.kind == "latin" and len(token.roots) > 1:
                for one in token.roots:
                    if entry := known.latin.get((one,)):
                        found |= entry.groups
            elif token.kind == "katakana" and token.known:
                for at in range(2, len(token.text) - 1):
                    left, right = known.other.get(token.text[:at]), known.other.get(token.text[at:])
                    if left and right:
                        found |= left.groups | right.groups
        for text in self.texts:
            found |= self._held(text.wordy)
        return frozenset(found)

    @staticmethod
    def _held(folded: str) -> set[int]:
        known = words().other
        found: set[int] = set()
        for run in re.finditer("[々〆㐀-䶿一-鿿][々〆㐀-䶿一-鿿ぁ-ん]*", folded):
            text = run.group()
            for at in range(len(text)):
                for size in range(2, min(8, len(text) - at) + 1):
                    if entry := known.get(text[at : at + size]):
                        found |= entry.groups
        return found

    @cached_property
    def stream(self) -> str:
        """All letters without spaces."""
        return "\n".join(re.sub(r"\s", "", text.folded) for text in self.texts)

    @cached_property
    def kanji(self) -> str:
        """All letters but kana."""
        return "\n".join(_KANA.sub("", text.folded) for text in self.texts)

    @cached_property
    def initials(self) -> frozenset[str]:
        """Of every two to five words that follow one another."""
        return frozenset(short for text in self.texts for short in _initials(text))

    @cached_property
    def sounds(self) -> dict[str, list[str]]:
        """Katakana and Latin words by their consonants."""
        found: dict[str, list[str]] = {}
        for token in self.tokens:
            for word in token.text.split() if token.kind == "latin" else [token.text]:
                found.setdefault(skeleton(word), []).append(word)
        return found

    def bears(self, token: Token) -> bool:
        """Whether these words say what the token says."""
        if token.groups & self.groups:
            return True
        if token.kind in ("kanji", "katakana") and self._in_parts(token.text):
            return True
        if token.kind == "latin":
            parts = pieces(token.text)
            return (
                len(parts) == len(token.roots)
                and all(self._part(word, part.group(), token) for word, part in zip(token.roots, parts, strict=True))
            ) or self._spelled(token)
        if token.kind == "address":
            return token.text.split("://")[-1].removeprefix("www.") in self.stream
        if token.text in self.stream:
            return True
        if token.kind == "katakana":
            return self._katakana(token.text)
        bare = _KANA.sub("", token.text)
        if len(bare) > 1 and bare != token.text and bare in self.kanji:
            return True
        if (first := _COMPOUND.match(token.text)) and first[1] in self.stream:
            return True
        if token.joined and len(whole := _KANA.sub("", token.joined)) > 1 and whole in self.kanji:
            return True
        return self._kanji(token.text) or self._miswritten(token)

    def _miswritten(self, token: Token) -> bool:
        """A word that is known where the other text has one that is not and differs in one kanji: 履暦 for 履歴."""
        if not token.known or token.kind != "kanji" or token.name:
            return False
        wanted = token.run
        for text in self.texts:
            unknown = [one for one in text.tokens if one.kind == "kanji" and (not one.known or len(one.text) == 1)]
            for run in _KANJI_RUN.finditer(text.folded):
                if len(run.group()) == len(wanted) and len(wanted) > 1:
                    at = [i for i, (a, b) in enumerate(zip(run.group(), wanted, strict=True)) if a != b]
                    if len(at) == 1 and any(one.start <= run.start() + at[0] < one.end for one in unknown):
                        return True
        return False

    def mends(self, token: Token) -> bool:
        """Whether one of these words is the token with a typo mended."""
        if token.kind == "latin" and not token.known and len(token.text) > 2:
            most = 1 if len(token.text) < _LONG_TYPO else 2
            return any(
                one.kind == "latin"
                and len(one.text) > 2
                and DamerauLevenshtein.distance(token.text, one.text, score_cutoff=most) <= most
                for one in self.tokens
            )
        if token.kind == "kanji" and (not token.known or len(token.text) == 1):
            return any(
                _differ_by_one(token.run, run.group())
                for text in self.texts
                for run in _KANJI_RUN.finditer(text.folded)
            )
        return (
            token.kind == "katakana"
            and not token.known
            and any(
                one.kind == "katakana" and DamerauLevenshtein.distance(one.text, token.text) <= 1 for one in self.tokens
            )
        )

    def _in_parts(self, text: str) -> bool:
        """Whether the words that a word is made of are there: 顧客対応 where お客様 and 対応 stand."""
        if len(text) < _LEAST_COMPOUND:
            return False
        known = words().other
        for at in range(1, len(text)):
            left, right = known.get(text[:at]), known.get(text[at:])
            if (
                left
                and right
                and all(one.free or one.groups & self.groups for one in (left, right))
                and not (left.free and right.free)
            ):
                return True
        return False

    def _part(self, word: str, written: str, token: Token) -> bool:
        """One of the words of a token."""
        entry = words().latin.get((word,)) if len(token.roots) > 1 else None
        return bool(entry and (entry.free or entry.groups & self.groups)) or self._latin(word, written, token)

    def _latin(self, word: str, written: str, token: Token) -> bool:
        if word in self.roots:
            return True
        if token.known and any(_shortens(other, written) for other in self.short):
            return True
        if (
            not token.known
            and len(written) <= _LONGEST_SHORT
            and any(_shortens(written, other) for other in self.written)
        ):
            return True
        if token.name or token.capital:
            return self._misspelled(written, names=True, known=token.known) or self._sounds(word)
        return self._derived(word) or self._misspelled(written, names=False, known=token.known) or self._sounds(word)

    def _spelled(self, token: Token) -> bool:
        """An abbreviation of words that are there, the words of an abbreviation, or words written as one."""
        letters = re.sub(r"[^a-z0-9]", "", token.text)
        if token.written.isupper() and 2 <= len(letters) <= 5 and letters in self.initials:
            return True
        if len(token.roots) > 1 and "".join(one[0] for one in token.roots) in self.roots:
            return True
        return len(letters) >= 6 and letters in re.sub(r"[^a-z0-9\n]", "", self.stream)

    def _derived(self, word: str) -> bool:
        return any(_same_origin(word, other) for other in self.roots if other[:_LEAST_ROOT] == word[:_LEAST_ROOT])

    def _misspelled(self, word: str, *, names: bool, known: bool) -> bool:
        if len(word) < _TYPO or not word.isalpha() or (names and not known):
            return False
        most = 2 if len(word) >= _LONG_TYPO else 1
        return any(
            abs(len(other) - len(word)) <= most and DamerauLevenshtein.distance(word, other, score_cutoff=most) <= most
            for other in self.unknown
        )

    @cached_property
    def written(self) -> frozenset[str]:
        """Words of Latin letters that the lexicon knows, as they stand."""
        return frozenset(one.text for one in self.tokens if one.kind == "latin" and one.known and len(one.roots) == 1)

    @cached_property
    def short(self) -> frozenset[str]:
        """Short words of Latin letters that the lexicon does not know: abbreviations."""
        return frozenset(
            one.text for one in self.tokens if one.kind == "latin" and not one.known and len(one.text) <= _LONGEST_SHORT
        )

    def abbreviates(self, text: Text, token: Token) -> bool:
        """Whether the token is one of several words that stand here as their initials."""
        found = pieces(text.folded)
        at = next((i for i, one in enumerate(found) if one.start() >= token.start), len(found))
        near = found[max(0, at - 4) : at + 5]
        mine = at - max(0, at - 4)
        for start in range(len(near)):
            for end in range(max(start + 2, mine + 1), min(start + 6, len(near)) + 1):
                if start <= mine < end:
                    some = [one.group() for one in near[start:end]]
                    shorts = {"".join(one[0] for one in some), "".join(one[0] for one in some if one not in _SMALL)}
                    if any(len(short) > 1 and short in self.roots for short in shorts):
                        return True
        return False

    @cached_property
    def unknown(self) -> frozenset[str]:
        """Words of Latin letters that the lexicon does not know, as they stand."""
        return frozenset(
            one.text for one in self.tokens if one.kind == "latin" and not one.known and len(one.text) >= _TYPO - 1
        )

    def _sounds(self, word: str) -> bool:
        return any(not other.isascii() and same_sound(other, word) for other in self.sounds.get(skeleton(word), ()))

    def _katakana(self, word: str) -> bool:
        bare = re.sub("[ー・]", "", word)
        if bare in re.sub("[ー・]", "", self.stream):
            return True
        if (
            len(bare) >= _KATAKANA_TYPO
            and (found := self.sounds.get(skeleton(word)))
            and any(other.isascii() for other in found)
        ):
            return same_sound(word, next(other for other in found if other.isascii()))
        parts = word.split("・")
        return len(parts) > 1 and all(one in self.stream for one in parts)

    def _kanji(self, word: str) -> bool:
        if word in self.kanji:
            return True
        left = word
        for size in range(len(word) - 1, 1, -1):
            for at in range(len(word) - size + 1):
                if word[at : at + size] in self.kanji:
                    left = word[:at] + word[at + size :]
                    return all(c in _HARMLESS or c in self.kanji for c in left)
        return bool(left) and all(c in _HARMLESS for c in left)


_COMPOUND = re.compile("([々〆㐀-䶿一-鿿]+[ぁ-ん]{1,2})[々〆㐀-䶿一-鿿]")
"""A verb made of two: 読み取り."""
_KANJI_RUN = re.compile("[々〆㐀-䶿一-鿿]+")


def _initials(text: Text) -> Iterable[str]:
    """Initials of every two to five words in a row, with and without `and`, `of` and the like."""
    found = [one.group() for one in pieces(text.folded)]
    for some in (found, [one for one in found if one not in _SMALL]):
        first = "".join(one[0] for one in some)
        for size in range(_LEAST_INITIALS, 6):
            yield from (first[i : i + size] for i in range(len(first) - size + 1))


def _shortens(short: str, word: str) -> bool:
    """Whether one is an abbreviation of the other: `mgmt`, `management`; `qty`, `quantity`."""
    if not 2 <= len(short) <= _LONGEST_SHORT or len(short) >= len(word) - 1 or short[0] != word[0]:
        return False
    rest = iter(word)
    return all(char in rest for char in short) and (short[-1] in word[-3:] or word.startswith(short))


def _differ_by_one(one: str, other: str) -> bool:
    return len(one) == len(other) > 1 and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _said(token: Token) -> Iterable[int]:
    """Groups of a word; a plural names things, not what was done: `scripts` do not bear `wrote`."""
    if token.kind != "latin" or len(token.roots) > 1 or not token.text.endswith("s") or "noun" not in token.kinds:
        return token.groups
    kinds = words().kinds
    return [group for group in token.groups if kinds[group] not in _DEEDS]


def _same_origin(word: str, other: str) -> bool:
    """Whether two stems differ by endings alone: `document`, `documentation`; no agent is made of a deed."""
    size = 0
    for a, b in zip(word, other, strict=False):
        if a != b:
            break
        size += 1
    suffixes = words().suffixes
    for cut in (size, size - 1):
        one, two = word[cut:], other[cut:]
        if (
            cut >= _LEAST_ROOT
            and one in suffixes
            and two in suffixes
            and not ({one, two} & _NOT_DERIVED and (word,) in words().latin)
        ):
            return True
    return False
