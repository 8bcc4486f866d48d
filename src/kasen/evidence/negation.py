"""What a text denies, in Japanese and English."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kasen.evidence.terms import stem

Span = tuple[int, int]


@dataclass(frozen=True)
class Denial:
    """A negation: `word` is the stem of what is denied, empty for a bare copula; `with_it` goes with it."""

    word: str
    span: Span
    with_it: frozenset[str] = frozenset()

    def same(self, other: Denial) -> bool:
        """Both deny the same thing: `contains no caffeine`, `does not contain caffeine`."""
        return bool({self.word, *self.with_it} & {other.word, *other.with_it} - {""})


_KANJI = "\u3005\u3400-\u4dbf\u4e00-\u9fff"
_KATAKANA = "\u30a1-\u30fa\u30fc"
_NO = re.compile(
    "なかった|なければ(?!な|い)|なく(?!て(?:は|も)|なっ|な[るりれ]|、)|ない(?!し(?!は)|でき)|ません|ませず|ざる(?!を)|ず(?=[、に。]|$)|"
    "ぬ(?=[。、])|なし(?=[。、で]|$)|無し|無い|無く"
)
_DENIED = re.compile(
    rf"""(?P<word>[{_KANJI}]+|[{_KATAKANA}]+|[ぁ-ん]{{1,2}}|(?<![a-z])[a-z]+)
    (?:[さしせらかがきたちでとはもにをへのくれえいわばまべけめげねてぜじみりっよこあ]|こと){{0,7}}?$""",
    re.VERBOSE,
)
_WINDOW = 24
_NOT_DENIALS = re.compile(
    r"だけで(?:は)?なく|のみなら?ず|ばかりで(?:は)?なく|に限らず|に過ぎない|にすぎない|にほかなら[なず]|に他なら[なず]|かもしれ(?:ない|ません)|"
    r"なければなら(?:ない|ず)|ねばなら(?:ない|ず)|ざるを得(?:ない|ず)|に違い(?:ない|ありません)|にちがいない|とは限らず|少なくない|少なからず|"
    r"まもなく|間もなく|必ず|まず|絶えず|思わず|相変わらず|欠かせない|欠かせません|なくてはならない|やむなく|やむを得ず|"
    r"not only|not just|no longer only|no doubt|not least"
)
_EN = re.compile(
    r"(?<![a-z])(?:(?P<word>do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|may|might|must)"
    r"(?:n't|\snot|\snever)|cannot|can't|won't|not|never|no\sone|no|without|neither|nor|none(?:\sof)?|nobody|nothing|"
    r"hardly|scarcely|fail(?:s|ed)?\sto|lacks?|lacked|unable\sto)(?![a-z])"
)
_EN_WORD = re.compile(r"[a-z][a-z-]+")
_LITTLE_WORDS = """
a an the any be been being to of in on at by for with from as ever yet have had has do does did much very all this
that these those its it their his her is are was were and or only just also longer more less there
"""
_SKIPPED = frozenset(_LITTLE_WORDS.split())
_NOUN_BEFORE = re.compile(rf"([{_KANJI}{_KATAKANA}]{{1,12}})[ぁ-ん]{{1,3}}$")


def denials(folded: str) -> list[Denial]:
    """Negations in a text that is NFKC and casefolded: the Japanese ones in order, then the English."""
    harmless = [m.span() for m in _NOT_DENIALS.finditer(folded)]
    found = [_japanese(m, folded) for m in _NO.finditer(folded) if not _inside(m.span(), harmless)]
    return found + [_english(m, folded) for m in _EN.finditer(folded) if not _inside(m.span(), harmless)]


def _japanese(match: re.Match[str], folded: str) -> Denial:
    before = folded[max(0, match.start() - _WINDOW) : match.start()]
    denied = _DENIED.search(before)
    if denied is None:
        return Denial("", match.span())
    noun = _NOUN_BEFORE.search(before[: denied.start()])
    return Denial(_head(denied["word"]), match.span(), frozenset([noun[1]] if noun else []))


def _english(match: re.Match[str], folded: str) -> Denial:
    after = [stem(w) for w in _EN_WORD.findall(folded, match.end(), match.end() + 60) if w not in _SKIPPED][:2]
    before = [stem(w) for w in _EN_WORD.findall(folded, max(0, match.start() - 30), match.start()) if w not in _SKIPPED]
    if match.group() in ("no", "without"):
        return Denial(after[0] if after else "", match.span(), frozenset([*after[:1], *before[-1:]]))
    return Denial(after[0] if after else "", match.span(), frozenset(after))


def _inside(span: Span, others: list[Span]) -> bool:
    return any(a < span[1] and span[0] < b for a, b in others)


def _head(word: str) -> str:
    """The part of a Japanese word that does not inflect."""
    bare = re.sub(r"[ぁ-ん]+$", "", word)
    return bare if len(bare) >= 1 else ""
