"""What the original only aimed at and the edit says was reached: `to reduce errors`, `and reduced errors`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.schemas.change import Doubt

_TO = re.compile(r"(?<![a-z])(?:in order |so as )?to (?:[a-z]+ly |further |help )?$")
_FOR_DOING = re.compile(r"(?<![a-z])(?:for|at|towards?) $")
_FROM_TO = re.compile(r"(?<![a-z])from [^.;,\n]{1,40}$")
_FOR = re.compile(
    r"[ぁ-ん]{0,3}(?:する|の|を)?(?:ため(?!\s*[、，]?(?:に|の)?(?:昇|評価|表彰))|べく|目的|目指|よう(?=に|、|と)|に向け|図る)|を(?:目的|目標|目指|図)"
)
_REACHED = 40
"""Characters after the word within which a figure makes it a result."""


def reached(pair: Pair) -> Iterator[Doubt]:
    """Results that the edit claims and the original only meant."""
    meant = [one for one in results(pair.before) if is_meant(pair.before, one)]
    stated = [one for one in results(pair.before) if not is_meant(pair.before, one)]
    said = [one for text in pair.said for one in results(text)]
    for token in results(pair.after):
        if is_meant(pair.after, token) or any(_same(token, one) for one in [*stated, *said]):
            continue
        for one in meant:
            if _same(token, one):
                yield pair.doubt("hedge", _around(pair.after, token), _around(pair.before, one))
                return


def results(text: Text) -> list[Token]:
    """Words for results, such as `reduced` or 削減."""
    return [one for one in text.tokens if "result" in one.kinds and not one.free]


def _same(one: Token, other: Token) -> bool:
    return bool(one.groups & other.groups) or one.roots == other.roots


def is_meant(text: Text, token: Token) -> bool:
    """Whether a result is only aimed at where it stands."""
    before = text.folded[max(0, token.start - 60) : token.start]
    if token.kind == "latin":
        meant = _TO.search(before) or (token.text.endswith("ing") and _FOR_DOING.search(before))
        if not meant or _FROM_TO.search(before):
            return False
        end = text.folded.find("\n", token.end)
        stop = min(token.end + _REACHED, end if end >= 0 else len(text.folded))
        return not any(token.end <= one.span[0] < stop for one in text.figures)
    return bool(_FOR.match(text.folded, token.end)) and not any(
        token.start - _REACHED // 2 <= one.span[0] < token.start for one in text.figures
    )


def _around(text: Text, token: Token) -> str:
    return text.written[max(0, token.start - 16) : token.end + 16].strip()
