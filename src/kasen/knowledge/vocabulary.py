"""Words that stand out in a text: runs of kanji and katakana, English words and names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from kasen.evidence.terms import stem

_PER_DOCUMENT = 40
_RUN = re.compile("[\u30a1-\u30fa\u30fc\u4e00-\u9fff\u3400-\u4dbf々〆ヶ]{2,12}")
_NAME = re.compile(r"\b[A-Z][\w'-]+(?: (?:of |the |and )?[A-Z][\w'-]+){1,3}\b")
_WORD = re.compile(r"\b[A-Za-z][A-Za-z'-]{2,}\b")
_KANJI = re.compile("[\u4e00-\u9fff\u3400-\u4dbf]")
_GENERIC_WORDS = """
場合 以上 以下 必要 可能 現在 今回 今後 同様 一方 結果 全体 部分 対象 利用 使用 実施 確認 関係 内容 方法 状況 理由 目的
一般 特徴 重要 最初 最後 以前 以降 以外 以来 当時 年間 時間 自分 他方 多数 一部 各種 複数 様々 非常 同時 場所 存在 影響
"""
_STOP_WORDS = """
a about above after again all also an and any are as at be because been before being below between both but by can could
did do does doing down during each few for from further had has have having he her here hers him his how i if in into is
it its itself just may me might more most must my no nor not now of off on once only or other our out over own per same
shall she should so some such than that the their them then there these they this those through to too under until up
upon us use used using very was we were what when where which while who whom why will with within without would you your
yours one two three first second new many much made make see well however
"""
_PLAIN_WORDS = """
get got obtain use make made give given take taken bring put keep kept hold held find found show shown happen occur
work exist come came go went gone know known call name need let leave left turn help cause begin began start end stop
stay last become look see seen say said tell told think believe consider mean include contain consist do done act
serve allow enable prevent lead run set move change grow form different same other old young large big small little
long short high low great good better best worse bad early earlier late later final finally main important special
common usual usually mostly mainly often always never today modern nowadays soon once since day year century time part
way thing kind type sort number amount share place area side case example people person man woman every several both
half whole full really actually exactly nearly almost around near across along without against among toward behind
beyond
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())
STOP = frozenset(_STOP_WORDS.split())
"""English words that carry no subject."""
PLAIN = frozenset(stem(word) for word in _PLAIN_WORDS.split())
"""Stems of English words that stand with any subject: that a text has them says little of what it is about."""
PLAIN_WEIGHT = 0.4
"""Weight of such a word against another, measured on half of `evals/questions/en.json`."""


def standing_out(passages: Iterable[str]) -> dict[str, int]:
    """The words that most passages of a document share or that are longest, with the number of passages; at most 40."""
    counts: Counter[str] = Counter()
    for passage in passages:
        counts.update(_words(passage))
    best = sorted(counts, key=lambda w: (-counts[w] * weight(w), w))[:_PER_DOCUMENT]
    return {word: counts[word] for word in best}


def weight(word: str) -> float:
    """How much a word tells by its form alone: longer runs and names more than short ones."""
    if _KANJI.search(word) or ord(word[0]) > 0x3000:
        return min(len(word), 6) / 2
    return 2.5 if " " in word else min(len(word), 10) / 4


def _words(passage: str) -> set[str]:
    """Of a normalised text."""
    words = {run for run in _RUN.findall(passage) if run not in _GENERIC and len(set(run)) > 1}
    words.update(_NAME.findall(passage))
    words.update(
        w for word in _WORD.findall(passage) if (w := word.lower().removesuffix("'s")) not in STOP and len(w) > 2
    )
    return words
