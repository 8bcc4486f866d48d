"""What a model writes as a statement, as the reader may see it: plain words in the language of the report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from kasen.evidence.normal import normalise
from kasen.evidence.sentences import sentences
from kasen.evidence.terms import CJK
from kasen.teams.research.rules.coverage import coverage
from kasen.teams.research.rules.question import content_words

Lang = Literal["ja", "en"]
LONGEST = {"ja": 300, "en": 600}
"""Characters of one statement; two long sentences."""
LONGEST_TITLE = 80
ALIKE = 0.85
"""Share of words in common (Jaccard) from which one statement repeats another."""
OWN_WORDS = 0.35
"""A clause of which less than this share stands in the words shown says something of its own."""
LEAST = 0.6
"""Share of a sentence below which it falls."""
ENOUGH = 0.8
"""Share of a sentence that is held by the words shown; below it the sentence is partly supported. Measured on the
answers kept with the tests: honest paraphrases held 0.83 and more, additions and mixed-up facts 0.24 to 0.76."""
_ID = r"\^?\s*[epEP]?\d{1,3}"
_MARKS = re.compile(
    rf"\s*(?:[\[［【]\s*{_ID}(?:\s*[,，、;]\s*{_ID})*\s*[\]］】]|[(（]\s*(?:e|E)\d{{1,3}}(?:\s*[,，、;]\s*(?:e|E)\d{{1,3}})*\s*[)）])"
)
_BULLET = re.compile(r"^\s*(?:#{1,6}|[-*+•・])\s+")
_EMPHASIS = re.compile(r"\*\*|__|`+")
_ADDRESS = re.compile(
    r"(?i)\b(?:[a-z][a-z0-9+.-]*://|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|jp|dev|example)\b"
)
_CLAUSE = re.compile(r"[,;:、，；：]|\b(?:and|but|because|while|which|who|so)\b")
_ABOUT_SOURCES = re.compile(
    r"(?i)\b(?:an? |the |one |other |another )?"
    r"(?:sources?|documents?|accounts?|notes?|reports?|slides?|texts?|passages?)\b"
    r"|\b(?:according to|disagree|differ|says?|states?|gives?|names?|dates?|another)\b"
    r"|\b(?:likewise|instead|whereas|however|also)\b"
    r"|(?:別の|他の|ほかの|英語の|日本語の)?(?:資料|出典|文献|記述|史料)|食い違|さらに|一方|同様に|(?:に)?よれば|(?:とも)?(?:され|記され|述べ)(?:る|ている)"
)
_SOURCE_NOUNS = re.compile("(?:別の|他の|ほかの|英語の|日本語の)?(?:資料|出典|文献|史料)(?!館|集|室)")
_KANA = re.compile("[ぁ-んァ-ヴ]")
_WIDE = re.compile(f"[{CJK}]")
_LATIN = re.compile(r"[A-Za-z]{2,}")


def plain(text: str) -> str:
    """The words without Markdown and without marks that code adds itself."""
    return " ".join(_EMPHASIS.sub("", _MARKS.sub("", _BULLET.sub("", text))).split())


def is_in(lang: Lang, text: str) -> bool:
    """Whether a text is in that language; names in the other one do not count against it."""
    wide, latin = len(_WIDE.findall(text)), len(_LATIN.findall(text))
    if lang == "ja":
        return bool(_KANA.search(text)) or latin == 0
    return wide <= 2 * latin


def may_head(title: str, known: str, lang: Lang) -> bool:
    """Whether a title is short, in the language of the report, and mostly in known words, figures included."""
    words = content_words(title)
    if not words or len(title) > LONGEST_TITLE or not is_in(lang, title) or strange_addresses(title, [known]):
        return False
    figures = re.findall(r"\d+", normalise(title).text)
    return all(figure in normalise(known).text for figure in figures) and coverage(title, known) >= 0.5


def strange_addresses(text: str, sources: Sequence[str]) -> list[str]:
    """Addresses in a text that stand in none of the sources."""
    return [found for found in _ADDRESS.findall(text) if not any(found in source for source in sources)]


def facts(text: str) -> str:
    """The statement without the nouns by which it speaks of its sources, which no source says of itself."""
    return _SOURCE_NOUNS.sub("もの", text)


def pieces(text: str) -> list[str]:
    """The sentences of a statement."""
    return [text[start:end].strip() for start, end in sentences(text)] or [text]


def held(text: str, shown: Sequence[str]) -> float:
    """0–1: how much of a sentence stands in the words that its writer was shown, clause by clause at the least.

    1.0 where nothing of it is in the same script, for then words cannot be compared. Words about sources do not count.
    """
    near = "\n".join(words for words in shown if is_in("en", words) == is_in("en", text))
    if not near:
        return 1.0
    said = _ABOUT_SOURCES.sub(" ", normalise(text).text)
    clauses = [clause for clause in _CLAUSE.split(said) if len(content_words(clause)) > 1]
    whole = coverage(said, near)
    adds = any(coverage(clause, near) < OWN_WORDS for clause in clauses)
    return min(whole, ENOUGH - 0.01) if adds else whole


def repeats(text: str, other: str) -> bool:
    """Whether two statements have the same figures and nearly the same words."""
    if text == other:
        return True
    words, others = set(content_words(text)), set(content_words(other))
    figures, theirs = (set(re.findall(r"\d+", normalise(one).text)) for one in (text, other))
    return bool(words) and figures == theirs and len(words & others) >= ALIKE * len(words | others)
