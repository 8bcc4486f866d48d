"""What matching counts on: words of alphabetic scripts, and characters and pairs of characters of CJK."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from kasen.evidence.normal import normalise

CJK = (
    "\u3005-\u3007\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7a3\U00020000-\U0003ffff"
)
"""The inside of a regular expression's class: Japanese, Chinese and Korean letters."""
_PIECES = re.compile(f"([{CJK}]+)|(\\d+(?:[.,]\\d+)*)|((?:(?![{CJK}])[^\\W\\d_])+)")
_VOWEL = re.compile("[aeiouy]")
_VERBS = (
    "become became,begin began begun,break broke broken,bring brought,build built,buy bought,catch caught,"
    "choose chose chosen,draw drew drawn,drink drank drunk,drive drove driven,eat ate eaten,fall fell fallen,"
    "fight fought,fly flew flown,forbid forbade forbidden,forget forgot forgotten,freeze froze frozen,give gave given,"
    "go went gone,grow grew grown,hide hid hidden,hold held,keep kept,know knew known,lead led,lend lent,lose lost,"
    "make made,mean meant,meet met,pay paid,ride rode ridden,rise risen,run ran,say said,sell sold,send sent,"
    "shake shook shaken,sing sang sung,sleep slept,speak spoke spoken,spend spent,steal stole stolen,swim swam swum,"
    "take took taken,teach taught,tell told,think thought,throw threw thrown,understand understood,wear wore worn,"
    "win won,write wrote written"
)
"""Verbs with past forms that are no other common word: `saw`, `left`, `found` and their like stay as they are."""
_BENT = {form: words.split()[0] for words in _VERBS.split(",") for form in words.split()[1:]}

IRREGULAR = frozenset(_BENT)
"""Past forms that do not end as others do: *wrote*, *built*."""


def terms(text: str) -> list[str]:
    """Terms of the text in order, with repetitions.

    NFKC and casefolded. Words are lightly stemmed; numbers lose their thousands separators; a run of CJK letters gives
    each character and each pair of neighbours, because single characters recall and pairs discriminate.
    """
    return list(_terms(normalise(text).text.casefold()))


def _terms(text: str) -> Iterator[str]:
    for cjk, number, word in _PIECES.findall(text):
        if cjk:
            yield from cjk
            yield from map("".join, pairwise(cjk))
        elif number:
            yield number.replace(",", "")
        else:
            yield stem(word)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A light English stem of a casefolded word: plural, -ed, -ing and final e are cut, irregular past forms undone.

    The plural rules are Harman's S-stemmer (1991); the rest errs on the side of cutting too little.
    """
    word = _BENT.get(word, word)
    if len(word) < 4 or not word.isascii():
        return word
    word = _singular(word)
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and _VOWEL.search(rest):
            word = rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
            break
    return word[:-1] if len(word) > 3 and word[-1] == "e" else word


def _singular(word: str) -> str:
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("us", "ss", "is")):
        return word[:-1]
    return word
