"""Corrections that cannot change what is said; the only edits that a rule may propose."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

from kasen.teams.resume.document.model import Line, Material, Resume, Span
from kasen.teams.resume.lexicon import thing
from kasen.teams.resume.schemas.part import Lang

Trouble = Literal["half_kana", "width", "spaces", "before_sign", "signs", "quotes", "doubled"]
Correction = tuple[int, int, str, Trouble]
_HALF_KANA = re.compile("[\uff61-\uff9f]+")
_FULL_ASCII = re.compile("[０-９Ａ-Ｚａ-ｚ]+")
_HALF_ASCII = re.compile("[0-9A-Za-z]")
_MANY_SPACES = re.compile(r"(?<=\S)[ ]{2,4}(?=\S)")
_BEFORE_SIGN = re.compile(r"(?<=[A-Za-z]{2}) +(?=[,;:.!?](?:\s|$))|(?<=[ぁ-んァ-ヶ一-龯々]) +(?=[、。，．])")
_SIGNS = re.compile(r"([、。，])\1+|(?<![,;\d])([,;])\2(?![,;])|(?<![.])\.\.(?![./\w])|、。|。、")
_WORD_TWICE = re.compile(
    r"\b(?P<word>the|a|an|of|to|in|on|for|and|or|with|at|by|from|as|is|was|were|are|be)\s(?P=word)\b(?!-)",
    re.IGNORECASE,
)
_PARTICLE_TWICE = re.compile(
    r"(?<=[一-龯々ァ-ヶー])(?P<word>を|が|は)(?P=word)(?=[一-龯々ァ-ヶA-Za-z0-9])|(?<=[一-龯々ァ-ヶー])のの(?=[一-龯々ァ-ヶA-Za-z0-9])"
)
_APOSTROPHE = re.compile(r"(?<=[A-Za-z])(?P<mark>['’])(?=[A-Za-z])")
_READ = ("heading", "paragraph", "bullet", "table")
_REASONS: dict[Trouble, tuple[str, str]] = {
    "half_kana": ("half-width katakana made full-width", "半角カナを全角に"),
    "width": (
        "full-width letters and digits made half-width, as in the rest of the text",
        "全角英数字を、ほかと同じ半角に",
    ),
    "spaces": ("doubled space", "二重の空白"),
    "before_sign": ("space before a punctuation mark", "句読点の前の空白"),
    "signs": ("doubled punctuation", "二重の句読点"),
    "quotes": ("one form of apostrophe", "アポストロフィの形を統一"),
    "doubled": ("word written twice", "語の重複"),
}


def corrections(material: Material) -> list[tuple[int, int, str, str]]:
    """Start, end, the words instead, and the reason in the language of the review; in order, not overlapping.

    Nothing in names, employers, titles, dates and other identity, in markup, or in lines that may not be changed.
    White space at the end of a line stays: two spaces are a break.
    """
    found = troubles(material.resume)
    return [(start, end, new, reason(kind, material.lang)) for start, end, new, kind in found]


def reason(kind: Trouble, lang: Lang) -> str:
    """What a correction does, in a few words."""
    return _REASONS[kind][lang == "ja"]


def troubles(resume: Resume) -> list[Correction]:
    """Every correction with its kind."""
    closed = sorted([*resume.protected, *((one.start, one.end) for one in resume.identity)])
    fixes = _fixes(resume)
    found: list[Correction] = []
    last = 0
    for line in resume.lines:
        if not line.editable:
            continue
        for start, end, new, kind in sorted(one for fix in fixes for one in fix(line)):
            if start >= last and new != resume.text[start:end]:
                found.append((start, end, new, kind))
                last = max(end, start)
    return _allowed(found, closed)


def _allowed(found: list[Correction], closed: list[Span]) -> list[Correction]:
    """Those that touch nothing closed; both lists are in order."""
    kept: list[Correction] = []
    n = 0
    reach = 0
    for one in found:
        while n < len(closed) and closed[n][0] < one[1]:
            reach = max(reach, closed[n][1])
            n += 1
        if reach <= one[0]:
            kept.append(one)
    return kept


def _fixes(resume: Resume) -> list[Callable[[Line], Iterator[Correction]]]:
    fixes: list[Callable[[Line], Iterator[Correction]]] = [_half_kana, _spaces, _before_sign, _signs, _doubled]
    prose = "".join(line.text for line in resume.lines if line.kind in _READ)
    full, half = len(re.findall("[０-９Ａ-Ｚａ-ｚ]", prose)), len(_HALF_ASCII.findall(prose))
    if full and half > full:
        fixes.append(partial(_narrow, words=frozenset(re.findall("[0-9A-Za-z]+", prose))))
    marks = [found["mark"] for found in _APOSTROPHE.finditer(prose)]
    straight = marks.count("'")
    if straight and straight < len(marks):
        fixes.append(_to_curly if straight * 2 < len(marks) else _to_straight)
    return fixes


def _half_kana(line: Line) -> Iterator[Correction]:
    for found in _HALF_KANA.finditer(line.text):
        yield _at(line, found, unicodedata.normalize("NFKC", found.group()), "half_kana")


def _narrow(line: Line, *, words: frozenset[str]) -> Iterator[Correction]:
    """Digits, names of tools, and words that stand narrow elsewhere; names of firms may be on record in wide ones."""
    for found in _FULL_ASCII.finditer(line.text):
        narrow = unicodedata.normalize("NFKC", found.group())
        if narrow.isdigit() or narrow in words or thing(narrow) is not None:
            yield _at(line, found, narrow, "width")


def _spaces(line: Line) -> Iterator[Correction]:
    body = len(line.text) - len(line.text.lstrip())
    for found in _MANY_SPACES.finditer(line.text, body):
        if not re.fullmatch(r"[-*+•・]|\d{1,3}[.)]", line.text[body : found.start()]):
            yield _at(line, found, " ", "spaces")


def _before_sign(line: Line) -> Iterator[Correction]:
    for found in _BEFORE_SIGN.finditer(line.text):
        yield _at(line, found, "", "before_sign")


def _signs(line: Line) -> Iterator[Correction]:
    for found in _SIGNS.finditer(line.text):
        whole = found.group()
        yield _at(line, found, "。" if "。" in whole else whole[0], "signs")


def _doubled(line: Line) -> Iterator[Correction]:
    for found in _WORD_TWICE.finditer(line.text):
        first, second = found.group().split()
        if first == second or (second.islower() and _begins(line.text, found.start())):
            yield _at(line, found, found["word"], "doubled")
    for found in _PARTICLE_TWICE.finditer(line.text):
        yield _at(line, found, found.group()[0], "doubled")


def _begins(text: str, at: int) -> bool:
    """True where a sentence begins."""
    return not text[:at].rstrip(" \t*_").rstrip("-+•.").strip() or text[:at].rstrip().endswith((".", "!", "?", ":"))


def _to_curly(line: Line) -> Iterator[Correction]:
    yield from (_at(line, found, "’", "quotes") for found in _APOSTROPHE.finditer(line.text))


def _to_straight(line: Line) -> Iterator[Correction]:
    yield from (_at(line, found, "'", "quotes") for found in _APOSTROPHE.finditer(line.text))


def _at(line: Line, found: re.Match[str], new: str, kind: Trouble) -> Correction:
    return line.start + found.start(), line.start + found.end(), new, kind
