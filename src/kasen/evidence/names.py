"""Nouns of a text (katakana, runs of kanji, capitalised words) and those another text puts in their place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, cast

Kind = Literal["quoted", "katakana", "kanji", "capitalised"]


@dataclass(frozen=True)
class Name:
    """A noun as written (NFKC, case kept)."""

    text: str
    kind: Kind
    start: int
    end: int


_KANJI = "\u3005\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_KATAKANA = "\u30a1-\u30fa\u30fc"
_NAME = re.compile(
    rf"[「『“](?P<quoted>[^「」『』“”]{{2,20}})[」』”]|(?P<katakana>[{_KATAKANA}]{{2,}})|(?P<kanji>[{_KANJI}]{{2,}})|(?P<capitalised>(?<![A-Za-z0-9])[A-Z][A-Za-z0-9'’-]*[A-Za-z0-9])"
)
_VERBAL = re.compile(
    r"(?:っ[たてと]|[るれ](?=[。、])|する|した|して|しな|しま|され|させ|し(?=[、，,])|すれ|せず|でき|的|化|され|に(?=[、，,]))"
)
_NUMERALS = re.compile(
    r"[一二三四五六七八九十百千万億兆〇]+[年月日世紀代人個回倍割円]*(?:以上|以下|前|後|間|頃|ごろ)?$"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?。！？:;\"“”]\s*|\n\s*)$")
_TOKEN = re.compile(rf"[{_KANJI}]+|[{_KATAKANA}]+|[A-Za-z][A-Za-z'’-]*|\d+|[ぁ-ん]|[^\s\w]")
_TOPIC = frozenset("はがもの")
_OPENERS = """
the a an in on at by for from to of and but or as it its this that these those he she they we you his her their our
there when while after before since although however thus so if with during because both each all many most some
several under over between until about one two three four five six seven eight nine ten not no january february
march april may june july august september october november december i few none nobody nothing everyone everybody
every any
"""
_COMMON = frozenset(_OPENERS.split())
_SAME_NOUNS = ("死後 没後", "死去 逝去 他界", "設立 創立 創設", "製造 生産", "購入 購買")
_OTHER_WORDS = {word: words.split() for words in _SAME_NOUNS for word in words.split()}
"""Nouns of Japanese that say the same."""
_NAME_LIKE = 3
"""Characters."""


def names(text: str) -> list[Name]:
    """Nouns that a paraphrase has to keep: no verbs made of kanji (`増加した`), no numerals, no sentence openers."""
    found = []
    for match in _NAME.finditer(text):
        kind = cast(Kind, match.lastgroup)
        if _is_name(match, kind, text):
            found.append(Name(match[kind], kind, *match.span(kind)))
    return found


def _is_name(match: re.Match[str], kind: Kind, text: str) -> bool:
    word = match.group()
    if kind == "kanji":
        return not _VERBAL.match(text, match.end()) and not _NUMERALS.match(word)
    if kind == "capitalised":
        opens = _SENTENCE_START.search(text[: match.start()])
        return word.casefold() not in _COMMON and not (opens and not word.isupper() and _is_plain_opener(match, text))
    return True


def _is_plain_opener(match: re.Match[str], text: str) -> bool:
    """A capital at the start of a sentence says nothing, unless the next word has one too."""
    return not re.match(r"\s(?:(?:of|no|de|van|von)\s)?[A-Z]", text[match.end() : match.end() + 8])


def is_in(name: Name, text: str) -> bool:
    """Whether the other text (folded like `name.text` casefolded) has this name, or most of its pairs of characters."""
    word = name.text.casefold()
    if word in text:
        return True
    if name.kind == "capitalised":
        return word.removesuffix("'s").removesuffix("s") in text
    if name.kind == "katakana":
        return word.rstrip("ー") in text
    pairs = [word[i : i + 2] for i in range(len(word) - 1)]
    if len(word) == 2:
        return any(other in text for other in _OTHER_WORDS.get(word, ()))
    return sum(pair in text for pair in pairs) * 2 >= len(pairs)


@dataclass(frozen=True)
class Swap:
    """`mine` stands where the other text has `theirs`, with the same words around it."""

    mine: str
    theirs: str
    is_topic: bool
    """Both are followed by the same は, が, も or の: they say whom or what the sentence is about."""


def swaps(claim: str, said: str) -> list[Swap]:
    """Nouns that were replaced between two sentences whose neighbouring words agree."""
    mine, theirs = _TOKEN.findall(claim), _TOKEN.findall(said)
    found = []
    for tag, a, b, c, d in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        if tag != "replace":
            continue
        follows = mine[b] if b < len(mine) and d < len(theirs) and mine[b] == theirs[d] else ""
        if b - a > 2 or d - c > 3:
            # One of the two leads in with words of its own (`Bによれば、`); the nouns before the same particle remain.
            # Short ones are mostly other words for the same.
            if follows not in _TOPIC or len(mine[b - 1]) < _NAME_LIKE:
                continue
            a, c = b - 1, d - 1
        old, new = _phrase(mine[a:b]), _phrase(theirs[c:d])
        if new in _OTHER_WORDS.get(old, ()):
            continue
        if is_noun(old) and is_noun(new) and old not in said and new not in claim:
            found.append(Swap(old, new, follows in _TOPIC))
    return found


def _phrase(tokens: list[str]) -> str:
    return (" " if tokens[0].isascii() else "").join(tokens)


def is_plain(word: str) -> bool:
    """Whether a word is none but a plain one, whatever letter it begins with: *The*, *Few*, *October*."""
    return word.casefold() in _COMMON


def is_noun(text: str) -> bool:
    """Whether a text is nothing but a noun: kanji and katakana, or capitalised words."""
    if is_plain(text):
        return False
    return bool(re.fullmatch(rf"[{_KANJI}{_KATAKANA}・]{{2,}}|(?:The )?[A-Z][a-z'’-]+(?: [A-Z][a-z'’-]+)*", text))
