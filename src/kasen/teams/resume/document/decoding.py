"""Bytes of a text file as text that gives the same bytes again."""

from __future__ import annotations

import codecs
import re

_BOMS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_JAPANESE = re.compile("[\u3000-\u3002\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff\uff01-\uff5e]")
_RARE = re.compile("[\uff61-\uff9f\u0370-\u04ff\u2500-\u257f\ue000-\uf8ff]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")


def decoded(data: bytes) -> tuple[str, str] | None:
    """The text and the encoding with which it gives exactly these bytes; None for bytes that are no text.

    A byte order mark stays the first character. UTF-8 is tried first, then UTF-16 by its mark, then the Japanese
    encodings by which of them reads most like Japanese, then what charset-normalizer finds likely.
    """
    for name in _candidates(data):
        text = _exactly(data, name)
        if text is not None and len(_CONTROL.findall(text[:20_000])) <= len(text[:20_000]) // 100:
            return text, name
    return None


def _candidates(data: bytes) -> list[str]:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return [name]
    names = ["iso2022_jp", "utf-8"] if b"\x1b" in data else ["utf-8"]
    if _exactly(data, names[-1]) is not None:
        return names
    if data[1:200:2].count(0) > 40 or data[:200:2].count(0) > 40:
        names += ["utf-16-le", "utf-16-be"]
    # Bytes that read as Japanese and cannot be written back are no other charset's either.
    return names + (_japanese(data) or _likely(data))


def _exactly(data: bytes, name: str) -> str | None:
    try:
        text = data.decode(name)
        return text if text.encode(name) == data else None
    except (UnicodeError, LookupError):
        return None


def _japanese(data: bytes) -> list[str]:
    """The Japanese encodings as which the bytes read, most like Japanese first."""
    scores: list[tuple[float, str]] = []
    for name in ("cp932", "euc_jp"):
        try:
            text = data.decode(name)
        except UnicodeError:
            continue
        wide = sum(1 for c in text if ord(c) > 0x7F)
        if wide:
            scores.append(((len(_JAPANESE.findall(text)) - len(_RARE.findall(text))) / wide, name))
    return [name for score, name in sorted(scores, key=lambda one: -one[0]) if score > 0.5]


def _likely(data: bytes) -> list[str]:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:100_000]).best()
    return [best.encoding] if best else []
