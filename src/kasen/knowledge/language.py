"""Which language a text is in, by its letters and its commonest words."""

from __future__ import annotations

import re

_SAMPLE = 20_000
_KANA = re.compile("[\u3041-\u309f\u30a0-\u30ff]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7a3\u1100-\u11ff]")
_SCRIPTS = {
    "ru": re.compile("[\u0400-\u04ff]"),
    "ar": re.compile("[\u0600-\u06ff]"),
    "th": re.compile("[\u0e00-\u0e7f]"),
    "el": re.compile("[\u0370-\u03ff]"),
    "he": re.compile("[\u0590-\u05ff]"),
    "hi": re.compile("[\u0900-\u097f]"),
}
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
# Forms that Japanese does not use.
_SIMPLIFIED = re.compile("[们这说对时个为发经现进开关东车长门问间电话语议论设备产业务专从义乐书买卖]")
_COMMONEST = {
    "en": "the of and to in is that for it with as was are on by this be from or which",
    "de": "der die das und ist nicht ein eine zu den mit von auf für im dem sich des werden",
    "fr": "le la les des et est une dans que qui pour pas sur au du avec par ce plus",
    "es": "el los las de que y en un una por con para es del se no al lo como más",
    "it": "il lo gli di che e è un una per con non del della sono nel alla si da come",
    "pt": "o os as de que e em um uma por com para é do da não se no na como mais",
    "nl": "de het een en van ik te dat die in is niet zijn op aan met voor als ook er",
}
_WORD = re.compile(r"[^\W\d_]+")


def detect(text: str) -> str:
    """ISO 639-1 code of the main language; `und` when it cannot be told. Short Han text counts as Japanese."""
    sample = text[:_SAMPLE]
    kana, han, hangul, latin = (len(p.findall(sample)) for p in (_KANA, _HAN, _HANGUL, _LATIN))
    if hangul > (kana + han + latin) / 3 and hangul:
        return "ko"
    if (kana + han) * 3 > latin and kana + han > 0:
        return _han_or_kana(sample, kana, han)
    for code, letters in _SCRIPTS.items():
        if len(letters.findall(sample)) > max(latin, 1):
            return code
    return _by_words(sample) if latin else "und"


def _han_or_kana(sample: str, kana: int, han: int) -> str:
    if kana * 20 >= han:
        return "ja"
    return "zh" if len(_SIMPLIFIED.findall(sample)) * 50 >= han or han > 200 else "ja"


def _by_words(sample: str) -> str:
    words = [w.lower() for w in _WORD.findall(sample)]
    counts = {code: sum(map(words.count, common.split())) for code, common in _COMMONEST.items()}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] else "en" if sample.isascii() else "und"
