"""Whether a katakana word and a word of Latin letters are the same loan word: クラウド, `cloud`."""

from __future__ import annotations

import re
from functools import lru_cache

_ROMAJI = """
a i u e o ka ki ku ke ko sa si su se so ta ti tu te to na ni nu ne no ha hi hu he ho ma mi mu me mo ya yu yo ra ri ru
re ro wa wo n ga gi gu ge go za zi zu ze zo da di du de do ba bi bu be bo pa pi pu pe po vu
"""
_KANA = dict(
    zip(
        "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポヴ",
        _ROMAJI.split(),
        strict=True,
    )
)
_SMALL = str.maketrans("ァィゥェォャュョッー・", "アイウエオヤユヨ   ")
_LEAST = 3
"""Consonants from which the skeleton of a word tells it."""


@lru_cache(maxsize=8192)
def skeleton(word: str) -> str:
    """The consonants of a casefolded katakana or Latin word, those made one that katakana does not tell apart."""
    if not word.isascii():
        text = "".join(_KANA.get(char, "") for char in word.translate(_SMALL))
    else:
        text = word
        for old, new in (
            ("tion", "son"),
            ("sion", "son"),
            ("ture", "tya"),
            ("ck", "k"),
            ("ch", "t"),
            ("ph", "h"),
            ("qu", "k"),
            ("th", "s"),
            ("sh", "s"),
            ("x", "ks"),
            ("wh", "w"),
            ("igh", "i"),
        ):
            text = text.replace(old, new)
        text = re.sub(r"c(?=[eiy])", "s", text)
        text = re.sub(r"g(?=[eiy])", "z", text)
        text = re.sub(r"r(?![aeiouy])", "", text)
    text = text.translate(str.maketrans("clvfjqz", "krbhzks"))
    text = re.sub(r"[aeiouyw\W]", "", text.replace("m", "n"))
    return re.sub(r"(.)\1+", r"\1", text)


def same_sound(katakana: str, latin: str) -> bool:
    """Whether both may be one word."""
    mine, theirs = skeleton(katakana), skeleton(latin)
    return len(mine) >= _LEAST and mine == theirs
