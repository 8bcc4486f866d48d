"""Characters that show nothing, or show something else than they are."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from kasen.teams.resume.document.canon import LOOKALIKES

_TAGS = re.compile("\U0001f3f4?[\U000e0000-\U000e007f]+")
_EMPTY_RUN = re.compile("[\u00ad\u034f\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u2800\u3164\ufeff\uffa0]{4,}")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_REVERSED = re.compile("\u202e[^\u202c\n]*\u202c?")
_WORD = re.compile(r"[^\W\d_]{4,}")
_LATIN = re.compile("[A-Za-z]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_BLOB = re.compile(r"(?<![\w/+=.,:;-])(?:[A-Za-z0-9+/]{40,}[ \t]*\n?){1,50}={0,2}(?![\w/+=-])")
_BLOB_LENGTH = 80
_FLAG = 9
"""Flags of regions are a black flag, at most six tag characters and an end."""


def unseen_in(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Stretches of invisible characters, as (start, end, how, what they say as far as it can be read)."""
    for found in _TAGS.finditer(text):
        if found.group()[0] == "\U0001f3f4" and found.group()[-1] == "\U000e007f" and len(found.group()) < _FLAG:
            continue
        said = "".join(chr(ord(c) - 0xE0000) for c in found.group() if 0xE0020 <= ord(c) < 0xE007F)
        yield found.start(), found.end(), "tag characters", said or f"{len(found.group())} characters"
    for found in _EMPTY_RUN.finditer(text):
        yield found.start(), found.end(), "zero-width characters", _bits(found.group())
    for found in _SELECTORS.finditer(text):
        yield found.start(), found.end(), "variation selectors", _bytes(found.group())
    for found in _REVERSED.finditer(text):
        yield found.start(), found.end(), "right-to-left override", found.group().strip("\u202e\u202c")


def lookalikes_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Words that mix Latin letters with Cyrillic ones that look the same."""
    if not _CYRILLIC.search(text):
        return
    for found in _WORD.finditer(text):
        word = found.group()
        if len(_LATIN.findall(word)) >= 2 and any(c in LOOKALIKES and _CYRILLIC.match(c) for c in word):
            yield found.start(), found.end(), word


def blobs_in(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Long stretches that look encoded, with what they decode to when that is text; not pictures."""
    for found in _BLOB.finditer(text):
        blob = re.sub(r"\s", "", found.group())
        mixed = re.search("[a-z]", blob) and re.search("[A-Z]", blob) and re.search(r"\d", blob)
        if len(blob) < 40 or not mixed or "base64," in text[max(0, found.start() - 80) : found.start()]:
            continue
        said = _decoded(blob)
        if said or len(blob) >= _BLOB_LENGTH:
            yield found.start(), found.start() + len(found.group().rstrip()), found.group().strip()[:60] + "…", said


def _decoded(blob: str) -> str:
    """The text in a stretch of base64; empty when there is none."""
    try:
        said = base64.b64decode(blob + "=" * (-len(blob) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return ""
    return said if said.isprintable() or "\n" in said else ""


def _bits(run: str) -> str:
    """Two kinds of characters, read as bits, eight to a letter; else how many there are."""
    kinds = sorted(set(run))
    if len(kinds) == 2 and len(run) % 8 == 0:
        for zero, one in (kinds, kinds[::-1]):
            bits = run.replace(zero, "0").replace(one, "1")
            said = "".join(chr(int(bits[n : n + 8], 2)) for n in range(0, len(bits), 8))
            if said.isascii() and said.isprintable():
                return said
    return f"{len(run)} characters"


def _bytes(run: str) -> str:
    """Selectors stand for the bytes 0–255 in a known trick."""
    values = [ord(c) - 0xFE00 if ord(c) <= 0xFE0F else ord(c) - 0xE0100 + 16 for c in run]
    said = bytes(values).decode("utf-8", "ignore")
    return said if len(said) > 2 and said.isprintable() else f"{len(run)} characters"
