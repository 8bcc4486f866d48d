"""Where a line of Japanese or English may end."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

NEVER_FIRST = frozenset(
    "!%),.:;?]}¢°’”‰′″℃、。々〉》」』】〕〟ぁぃぅぇぉっゃゅょゎ゛゜ゝゞァィゥェォッャュョヮヵヶ・ーヽヾ"
    "！％），．：；？］｝｡｣､･ｧｨｩｪｫｬｭｮｯｰﾞﾟ￠…‥々〻–—〜～"
)
"""What begins no line (行頭禁則; JIS X 4051 and the sets of Office, put together: the stricter, the more lines)."""
NEVER_LAST = frozenset("$([{£¥‘“〈《「『【〔〝＄（［｛｢￡￥#＃№")
"""What ends no line (行末禁則)."""
NO_BREAK = frozenset("\u00a0\u202f\u2060")
"""What no line ends before or after."""
SPACES = frozenset(" \u3000\u2002\u2003\u2009\u200b")


def is_east_asian(character: str) -> bool:
    """Whether a character is set in the East Asian font, whatever stands around it."""
    return character > "\u10ff" and (
        unicodedata.east_asian_width(character) in {"W", "F"} or "\uff61" <= character <= "\uffdc"
    )


def is_weak(character: str) -> bool:
    """Whether it takes the font of its neighbours: spaces, curly quotes, ellipses, arrows, circled numbers."""
    return character == " " or (
        character > "\x7f" and not character.isalpha() and unicodedata.east_asian_width(character) in {"A", "N"}
    )


def pieces(text: str) -> Iterator[tuple[int, int, int]]:
    """What stays on one line, in order: where it begins, where it ends, where the spaces after it end.

    Words of Latin letters and numbers stay whole; between East Asian characters a line may end anywhere but before
    NEVER_FIRST and after NEVER_LAST.
    """
    begin, at, length = 0, 0, len(text)
    while at < length:
        at += 1
        if at < length and not _may_end(text[at - 1], text[at]):
            continue
        end = at
        while at < length and text[at] in SPACES:
            at += 1
        yield begin, end, at
        begin = at


def _may_end(before: str, after: str) -> bool:
    if after in NO_BREAK or before in NO_BREAK:
        return False
    if after in SPACES:
        return True
    if after in NEVER_FIRST or before in NEVER_LAST:
        return False
    if is_east_asian(after) or before in SPACES:
        return True
    return is_east_asian(before) and before not in NEVER_FIRST  # LibreOffice keeps `、` and a Latin word together
