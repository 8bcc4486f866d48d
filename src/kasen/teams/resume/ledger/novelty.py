"""Words of an edit that nothing in the original bears."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.teams.resume.ledger.deeds import instead
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.piling import piled
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.ledger.words import words
from kasen.teams.resume.schemas.change import Doubt

_KANJI = re.compile("[㐀-䶿一-鿿]")
_ABBREVIATION = re.compile(r"\s\(([a-z&/]{2,8})\)")
_GLOSS = re.compile(r"(?<![a-z])([a-z]{2,6})\s?\(([^()\n]{2,30})\)")
_CLAIMS = frozenset({"title", "degree", "level", "lead", "claim", "scope", "result"})
_WORD = re.compile(r"[a-z]+")
_UP = re.compile(r"(?:increas|grow|grew|rais|doubl|expand|improv|boost|増|向上|伸|拡大|改善|高)")
_FELL = re.compile(r"低下|減少|下落|下が|減っ|fell\b|dropped\b|declined\b|went down")
_ROSE = re.compile(r"上昇|増加|上が|増え|伸び|rose\b|grew\b|climbed\b|went up")
_DRAWN_UP = frozenset({"作成", "作業", "業務", "対応", "実施"})
_NOT_HELD = frozenset({"planned", "unfinished", "near_win", "condition"})
_STUDIED = re.compile(
    r"受験|学習|勉強|受講|在学|履修|講習|参加|\b(?:stud(?:y|ied|ying)|learn|attend|took|taking|course|exam|sat|prepar)"
)
_OWN_WORDS = frozenset({"cause", "modest", "lesser", "near_win"})
"""Limits whose words say more than the limit: `by rewriting`."""
_KINDS = (
    ("title", "title"),
    ("degree", "degree"),
    ("level", "skill"),
    ("scope", "scale"),
    ("claim", "added"),
    ("lead", "authorship"),
    ("frequency", "scale"),
    ("result", "added"),
    ("did", "authorship"),
)


def new_words(pair: Pair) -> Iterator[Doubt]:
    """Names, titles, skills, deeds and other content that the original does not have."""
    skip = [mark.span for mark in pair.after.marks if mark.limit not in _OWN_WORDS]
    skip += [*_glossed(pair), *_spelled_out(pair), *instead(pair)]
    told: set[str] = set()
    for token in pair.after.tokens:
        if (
            token.free
            or _soft(token)
            or _held(pair, token)
            or _titles(pair, token)
            or token.text in told
            or _inside(token, skip)
            or _counter(pair, token)
            or _drawn_up(pair, token)
            or _multiplied(pair, token)
            or _moved(pair, token)
            or pair.bearer.bears(token)
        ):
            continue
        told.add(token.text)
        kind = "moved" if _content(token) and pair.elsewhere.bears(token) else _kind(token)
        yield pair.doubt(kind, _phrase(pair.after, token), _instead(pair, token))
    yield from piled(pair)


def _inside(token: Token, spans: list[tuple[int, int]]) -> bool:
    return any(start <= token.start < end for start, end in spans)


def _spelled_out(pair: Pair) -> list[tuple[int, int]]:
    """Where the edit says what an abbreviation of the original stands for: `electrocardiograms (ECGs)`."""
    found = []
    for match in _ABBREVIATION.finditer(pair.after.folded):
        short = match[1].removesuffix("s")
        if short not in pair.bearer.roots and match[1] not in pair.bearer.roots:
            continue
        before = list(_WORD.finditer(pair.after.folded, max(0, match.start() - 90), match.start()))[-len(short) - 2 :]
        for one in before:
            rest = iter(pair.after.folded[one.start() : match.start()])
            if one.group()[0] == short[0] and all(char in rest for char in short):
                found.append((one.start(), match.start()))
                break
    return found


def _glossed(pair: Pair) -> list[tuple[int, int]]:
    """What stands in brackets after an abbreviation of the original: `OJT（職場内訓練）`."""
    found = []
    for match in _GLOSS.finditer(pair.after.folded):
        if match[1] in pair.bearer.roots and not any(
            match.start(2) <= one.span[0] < match.end(2) for one in pair.after.figures
        ):
            inside = [one for one in pair.after.tokens if match.start(2) <= one.start < match.end(2)]
            if not any(one.kinds & _CLAIMS for one in inside):
                found.append(match.span(2))
    return found


def _drawn_up(pair: Pair, token: Token) -> bool:
    """作成 behind a word that is itself a deed: 見積作成 for 見積もり."""
    if token.text not in _DRAWN_UP:
        return False
    last = next((one for one in reversed(pair.after.tokens) if one.end <= token.start), None)
    if last is None or pair.after.folded[last.end : token.start] not in ("", "の"):
        return False
    return "did" in last.kinds and pair.bearer.bears(last)


def _held(pair: Pair, token: Token) -> bool:
    """`取得` after a certificate that the original lists as such, and not as something that is studied for."""
    if len(token.roots) > 1 or "claim" in token.kinds or not words().held & {*token.roots, token.text}:
        return False
    limits = {mark.limit for mark in pair.before.marks}
    return not limits & _NOT_HELD and not _STUDIED.search(pair.before.folded) and not _is_deed(pair)


def _is_deed(pair: Pair) -> bool:
    """Whether the original tells of deeds rather than lists what somebody has."""
    return any("did" in token.kinds and "noun" not in token.kinds for token in pair.before.tokens if not token.free)


def _titles(pair: Pair, token: Token) -> bool:
    """A common word in a heading: it claims nothing."""
    return (
        pair.is_heading and not token.kinds & {"title", "degree", "name", "level"} and (token.known or not token.name)
    )


def _soft(token: Token) -> bool:
    """An adverb that the lexicon does not count among those that claim something."""
    return token.kind == "latin" and not token.known and token.text.endswith("ly") and not token.name


def _multiplied(pair: Pair, token: Token) -> bool:
    """`grew` beside a figure that says how many times, which the original gives."""
    times = [one for one in pair.after.figures if one.kind == "times over" and one.base is not None and one.base > 1]
    return (
        "result" in token.kinds
        and any(one.same(other) for one in times for other in pair.before.figures)
        and bool(_UP.match(token.text))
    )


def _moved(pair: Pair, token: Token) -> bool:
    """`fell` or 低下 where the original gives two figures of which the second is the smaller: 0.12% → 0.08%."""
    way = -1 if _FELL.match(token.text) else 1 if _ROSE.match(token.text) else 0
    ends = [one for one in pair.before.figures if one.in_range and one.base is not None]
    return bool(way) and any(
        one.kind == other.kind and ((other.base or 0) - (one.base or 0)) * way > 0
        for one, other in zip(ends[::2], ends[1::2], strict=False)
    )


def _counter(pair: Pair, token: Token) -> bool:
    """Whether it only counts what the original counts without such a word: 学校2校, `two schools`."""
    if len(token.text) != 1 or token.kind != "kanji":
        return False
    figure = next((one for one in pair.after.figures if one.span[1] == token.start), None)
    if figure is None:
        return False
    return not any(
        figure.same(one) and _KANJI.match(pair.before.folded, one.span[1]) for one in pair.before.figures
    ) and any(figure.same(one) for one in pair.before.figures)


def _content(token: Token) -> bool:
    return token.name or not token.known


def _kind(token: Token) -> str:
    if token.kind == "address":
        return "name"
    if "name" in token.kinds and token.kind in ("latin", "katakana"):
        return "skill"
    for kind, doubted in _KINDS:
        if kind in token.kinds:
            return doubted
    if token.name or (token.kind == "katakana" and not token.known) or "name" in token.kinds:
        return "name"
    return "added"


def _phrase(text: Text, token: Token) -> str:
    return text.written[token.start : token.end]


def _instead(pair: Pair, token: Token) -> str:
    """Words of the original of the same kind that the edit does not keep."""
    for other in pair.before.tokens:
        if not other.free and other.kind == token.kind and not pair.kept.bears(other):
            return other.written
    return ""
