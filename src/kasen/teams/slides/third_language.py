"""Whether a wish is in neither of the two languages that decks are written in, as far as a glance tells."""

from __future__ import annotations

import re
import unicodedata

_ENGLISH_TEXT = "the and of for to in on with our we is are how what why a an by from this that at as"
_FRENCH = "le la les des du une et est pour dans avec sur nos notre votre aux au sont qui que par"
_GERMAN = "der die das und für mit auf eine einen ein von zu den dem im unsere unser ist wie über"
_SPANISH = "el los las del una y para con por sobre nuestro nuestra cómo en es"
_ITALIAN = "il lo gli della delle di e per nel sulla nostro nostra che sono"
_PORTUGUESE = "o os da do dos uma com em nosso nossa como não"
_DUTCH = "het een van voor met op onze wij zijn hoe"
_ENGLISH = frozenset(_ENGLISH_TEXT.split())
_OTHERS = frozenset(f"{_FRENCH} {_GERMAN} {_SPANISH} {_ITALIAN} {_PORTUGUESE} {_DUTCH}".split())
_WORD = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|«[^»]*»|「[^」]*」")
LEAST = 3
"""Small words of other languages from which a text in Latin letters is one of them; an accent counts as one."""


def is_third(text: str) -> bool:
    """True for a text in another script than Latin and Japanese, or with more small words of another language."""
    text = _QUOTED.sub(" ", text)
    letters = [one for one in text if one.isalpha()]
    if not letters:
        return False
    scripts = [unicodedata.name(one, "").split()[0] for one in letters]
    known = ("LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "FULLWIDTH", "HALFWIDTH", "IDEOGRAPHIC")
    if 2 * sum(script in known for script in scripts) < len(scripts):
        return True
    words = [word.casefold() for word in _WORD.findall(text)]
    others = sum(word in _OTHERS and word not in _ENGLISH for word in words)
    accented = any(not one.isascii() for one in letters)
    return others + accented >= LEAST and others > sum(word in _ENGLISH for word in words)
