"""Readings of names in Latin letters, after Hepburn without marks of length."""

from __future__ import annotations

_ROWS = {
    "": "あa いi うu えe おo",
    "k": "かa きi くu けe こo",
    "g": "がa ぎi ぐu げe ごo",
    "s": "さa すu せe そo",
    "z": "ざa ずu ぜe ぞo",
    "t": "たa てe とo",
    "d": "だa でe どo",
    "n": "なa にi ぬu ねe のo",
    "h": "はa ひi へe ほo",
    "b": "ばa びi ぶu べe ぼo",
    "p": "ぱa ぴi ぷu ぺe ぽo",
    "m": "まa みi むu めe もo",
    "y": "やa ゆu よo",
    "r": "らa りi るu れe ろo",
    "w": "わa",
}
_SINGLE = {pair[0]: row + pair[1] for row, pairs in _ROWS.items() for pair in pairs.split()} | {
    "し": "shi", "じ": "ji", "ち": "chi", "つ": "tsu", "ぢ": "ji", "づ": "zu",
    "ふ": "fu", "ん": "n", "を": "o", "ゔ": "vu",
}  # fmt: skip
_SMALL = {"ゃ": "a", "ゅ": "u", "ょ": "o", "ぇ": "e", "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぉ": "o"}


def hiragana(text: str) -> str:
    """Katakana as hiragana; everything else as it is."""
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def romaji(kana: str) -> tuple[str, ...]:
    """Usual spellings of a name in kana: `とうきょう` gives `toukyou`, `tokyo`, `tohkyoh`; none of other letters."""
    plain = _spelled(hiragana(kana))
    if not plain:
        return ()
    short = plain.replace("ou", "o").replace("oo", "o").replace("uu", "u")
    long = plain.replace("ou", "oh").replace("oo", "oh")
    return tuple(dict.fromkeys((plain, short, long)))


def _spelled(kana: str) -> str:
    made = ""
    is_doubled = False
    for letter in kana:
        if letter == "っ":
            is_doubled = True
            continue
        if letter == "ー":
            continue
        sound = _SINGLE.get(letter)
        if letter in _SMALL and made:
            made = _with_small(made, letter)
            continue
        if sound is None:
            return ""
        made += ("t" if sound.startswith("ch") else sound[0]) + sound if is_doubled else sound
        is_doubled = False
    return made


def _with_small(made: str, letter: str) -> str:
    """`ki` and a small `ya` are `kya`; `shi` and a small `yu` are `shu`."""
    head = made[:-1]
    is_soft = head.endswith(("sh", "ch", "j"))
    glide = "y" if letter in "ゃゅょ" and not is_soft else ""
    return head + glide + _SMALL[letter]
