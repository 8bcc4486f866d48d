"""Words of which one rules the other out where the same thing is spoken of: open and closed, summer and winter.

They are plainer than those of `directions`, and a text may well have both. So the claim's own word must stand nowhere
in what is compared, and another of its kind in the clause that the claim is about.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kasen.evidence.negation import denials

_NOT_BEFORE = re.compile(r"(?:(?<![a-z])(?:not|never|no longer|neither)|n't)\s(?:a\s|an\s|the\s)?$")
_NOT_AFTER = re.compile("で(?:は|も)な[いくか]|じゃな|で(?:は|も)あり?ません")
_NO_KANJI = "(?<![\u3400-\u9fff])"
_PARTICLE = "(?=[にのはもかまがをだで、。])"
_GROUPS = (
    ("open opens opened opening", "closed closes closing shut"),
    ("lengthen* extend* prolong*", "shorten* curtail*"),
    ("always usually often", "never rarely seldom"),
    (r"=(?:all|most|many)\sof(?!\sall) =(?:all|most|many|every)\s(?:the\s|its\s|their\s)?[a-z]{4,} everyone everybody",
     r"=(?<!\ba\s)few(?=\s) none nobody =no\sone"),
    ("summer summers =夏[季期場]", "winter winters =冬[季期場]"),
    (r"=by\sday =(?:in|during|all)\s(?:the\s)?day daytime daylight =昼間 =昼(?!食) =日中(?![戦韓両関])",
     r"=(?:by|at|all)\snight =(?:in|during)\sthe\snight overnight nocturnal* =夜間 =夜(?!行)"),
    ("severe severely serious grave 重い 重く 重か 重症 重度",
     "mild mildly slight slightly minor 軽い 軽く 軽か 軽症 軽度"),
    ("lift lifts lifted", "impose imposes imposed"),
    ("men male males boys 男性 男子", "women female females girls 女性 女子"),
    ("rich wealthy", "poor"),
    ("old older", "young younger"),
    ("wet damp", "dry"),
    ("full", "empty"),
    ("deep deeper 深い 深く", "shallow shallower 浅い 浅く"),
    ("wide wider broad 広い 広く", "narrow narrower 狭い 狭く"),
    ("thick thicker 厚い 厚く", "thin thinner 薄い 薄く"),
    ("indoors 屋内 室内", "outdoors 屋外 戸外"),
    ("public 公立", "private 私立"),
    ("urban", "rural"),
    ("compulsory mandatory obligatory 必須 義務", "optional voluntary 任意"),
    ("permanent* 恒久", "temporar* 一時的"),
    ("morning mornings", "evening evenings"),
    ("best", "worst"),
    ("first 最初", "last 最後"),
    ("visible", "invisible"),
    ("左", "右"),
    ("有料", "無料"),
    ("就任 着任", "退任 離任 辞任"),
    ("値上げ 引き上げ", "値下げ 引き下げ"),
    ("新しい 新しく", "古い 古く"),
    (f"={_NO_KANJI}春{_PARTICLE} =(?:in|every|each|this|by)\\sspring(?![a-z])",
     f"={_NO_KANJI}夏{_PARTICLE} =(?:in|every|each|this|by)\\ssummer(?![a-z])",
     f"={_NO_KANJI}秋{_PARTICLE} =(?:in|every|each|this|by)\\s(?:autumn|fall)(?![a-z])",
     f"={_NO_KANJI}冬{_PARTICLE} =(?:in|every|each|this|by)\\swinter(?![a-z])"),
)  # fmt: skip
_SIDES = (("won win wins winning 勝ち 勝っ 勝利", "lost lose loses losing 敗れ 敗北 敗戦 負け"),)
"""One side wins what the other loses: the claim may tell it from either."""
_NAMES = re.compile("[A-Z][a-z]+|[ァ-ヴー]{2,}|[\u3400-\u9fff]{2,}")


class _Kind(NamedTuple):
    words: tuple[re.Pattern[str], ...]
    is_sided: bool


def _pattern(words: str) -> re.Pattern[str]:
    parts = []
    for word in words.split():
        if word.startswith("="):
            starts = "(?<![a-z])" if re.match(r"[a-z]|\(\?:", word[1:]) else ""
            parts.append(starts + word[1:])
        elif word.isascii():
            parts.append(rf"(?<![a-z]){word.rstrip('*')}{'[a-z]*' if word.endswith('*') else ''}(?![a-z])")
        else:
            parts.append(word)
    return re.compile("|".join(parts))


_KINDS = tuple(
    _Kind(tuple(map(_pattern, group)), is_sided)
    for groups, is_sided in ((_GROUPS, False), (_SIDES, True))
    for group in groups
)


def ruled_out(claim: str, clause: str, text: str) -> tuple[str, str] | None:
    """A word of the claim, and that of the clause which rules it out; plain texts, `text` all that is compared."""
    said, own, whole = claim.casefold(), clause.casefold(), text.casefold()
    for words, is_sided in _KINDS:
        mine = [(at, found) for at, word in enumerate(words) if (found := word.search(said))]
        if len(mine) != 1 or words[mine[0][0]].search(whole):
            continue
        at, found = mine[0]
        against = next((one for n, word in enumerate(words) if n != at and (one := word.search(own))), None)
        if not against or (is_sided and _is_other_side(claim, clause)):
            continue
        if not _is_denied(found, said) and not _is_denied(against, own):  # not closed is open
            return found.group(), against.group()
    return None


def _is_denied(word: re.Match[str], text: str) -> bool:
    """Whether the text says that it is not so: `not closed`, `狭くない`, `有料ではない`."""
    denied = any(one.word and word.group().startswith(one.word) for one in denials(text))
    return denied or bool(_NOT_BEFORE.search(text, 0, word.start())) or bool(_NOT_AFTER.match(text, word.end()))


def _is_other_side(claim: str, clause: str) -> bool:
    """Whether the first whom the claim names is not the first of them in the clause."""
    mine = [name for name in _NAMES.findall(claim) if name in clause]
    return bool(mine) and min(mine, key=clause.find) != mine[0]
