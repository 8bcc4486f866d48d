"""Words by which a text says something without saying that it is so: it disowns it, plans it, or limits it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_DISOWNED = re.compile(
    r"\b(?:myths?|hoax(?:es)?|falsehoods?|misconceptions?|rumou?rs?|untrue|baseless|unfounded|false|falsely|wrongly|"
    r"mistakenly|erroneous(?:ly)?|incorrect(?:ly)?|debunk\w*|disprov\w*|refut\w*|dismiss\w*|den(?:y|ies|ied) that|"
    r"doubt\w* (?:that|whether)|reject\w* the (?:claim|idea|notion|suggestion|hypothesis|theory|view|allegation)|"
    r"contrary to|not the case|no evidence (?:that|for))\b"
    r"|誤り|誤解|誤って|間違い|間違って|嘘|うそ(?:で|だ)|デマ|俗説|迷信|虚偽|事実無根"
    r"|根拠の(?:ない|無い)|でっち上げ|疑わし|疑問視"
)
_LEFT_OPEN = re.compile(
    r"\b(?:(?:was|were) (?:once|long|widely|previously|formerly) (?:believed|thought)|"
    r"(?:once|long|widely|previously|formerly|people) (?:believed|thought)(?! to\b)|"
    r"(?:unclear|unknown|uncertain|disputed|asks?|asked|asking) (?:whether|if))\b"
    r"|と(?:長く|長らく|広く|かつて)?(?:信じ|考え|思わ)(?:られ|れ)ていた(?![一-龥ァ-ヴー])|かどうか|か否か"
)
"""Said to have been believed, or asked: it limits the clause it stands in."""
_BELIEVED = re.compile(r"\b(?:believed|thought|whether)\b|と(?:信じ|考え|思わ|され)|と長[くら]|かどうか|か否か")
_NOT_YET = re.compile(
    r"\b(?:(?:was|were|is|are|been|being) (?:originally )?(?:planned|expected|projected|forecast|proposed|intended|"
    r"supposed|scheduled|meant) (?:to|for)|plans? to|planned to|hop(?:es?|ed) to|aim(?:s|ed)? to|would have|might|"
    r"if|unless|hypothetical\w*)\b"
    r"|(?:計画|予定|方針|見込み|見通し|目標)(?:だ|で(?:あ|す|、|。|は)|です|と(?:し|な)|を(?:掲げ|立て|示|発表)|が(?:ある|あっ|示))"
    r"|(?:と|が)?(?:予想|予測|期待|想定)(?:され|し)|目指(?:す|し)|もし|仮に|かもしれ|恐れがある|可能性がある"
)
_ALL = re.compile(r"\b(?:all|every|each|always|entire(?:ly)?)\b|すべて|全て|全部|あらゆる|必ず|常に|全員|どの.{1,8}も")
_SOME = re.compile(
    r"\b(?:only|just|some|few|several|many|most|mostly|mainly|usually|often|sometimes|partly|one of)\b"
    r"|一部|だけ|のみ|いくつか|多く(?:の|は|が)|大半|ほとんど|大部分|主に|時に|しばしば|場合がある|こともある|[一二三四五六七八九\d]つは"
)
_ONLY = re.compile(
    r"\b(?:only|solely|exclusively|nobody else|no other)\b|だけ|のみ|しか|に限(?:ら|り|っ)|ほかに(?:は)?な|唯一"
)
_NOT_ONLY = re.compile(r"not only|だけで(?:は)?な|のみなら|に限ら(?:ず|ない)|only (?:in|from|since|after|until) \d")


@dataclass(frozen=True)
class Framing:
    """What stands around a statement in its source: `word` is the source's own."""

    key: str
    """`disowned`, `not_yet`, `not_all`, `only`: the keys of `reasons`."""
    word: str


def framings(claim: str, clause: str, sentence: str) -> list[Framing]:
    """How the source limits what the claim says without limit; all texts folded.

    `clause` is the part of `sentence` that the claim is about: what is disowned is so as a whole, a plan or a number
    of cases only where it stands.
    """
    found = []
    disowned = None if _DISOWNED.search(claim) else _DISOWNED.search(sentence)
    left_open = None if _BELIEVED.search(claim) else _LEFT_OPEN.search(clause)
    if word := disowned or left_open:
        found.append(Framing("disowned", word.group()))
    if (word := _NOT_YET.search(clause)) and not _NOT_YET.search(claim):
        found.append(Framing("not_yet", word.group()))
    if (word := _SOME.search(clause)) and _ALL.search(claim) and not _ALL.search(clause) and not _SOME.search(claim):
        found.append(Framing("not_all", word.group()))
    own = _NOT_ONLY.sub(" ", claim)
    if (word := _ONLY.search(own)) and not _ONLY.search(sentence):
        found.append(Framing("only", word.group()))
    return found
