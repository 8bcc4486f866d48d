"""What the letters of a PDF mean: Chromium takes ideographs for the radicals that look the same, and this mends it.

A font may draw `⼀` (U+2F00) and `一` (U+4E00) with one glyph; the table that turns glyphs into text (`ToUnicode`, ISO
32000-1, 9.10.3) then names the lower number, and whoever searches or copies finds nothing. The mended tables are
appended as an incremental update (7.5.6): nothing that was written moves.
"""

from __future__ import annotations

import re
import zlib

from kasen.evidence.normal import ideographs

_TABLE = re.compile(rb"/ToUnicode (\d+) 0 R")
_ENTRY = re.compile(rb"(\d{10}) (\d{5}) ([nf])")
_STREAM = re.compile(rb"\s*(\d+) 0 obj\s*<<(.*?)>>\s*stream\r?\n", re.DOTALL)
_LENGTH = re.compile(rb"/Length (\d+)")
_RANGE = re.compile(rb"<([0-9A-Fa-f]+)>[ \t]*<([0-9A-Fa-f]+)>[ \t]*<([0-9A-Fa-f]{4})>")
_CHARACTER = re.compile(rb"(<[0-9A-Fa-f]+>[ \t]*)<((?:[0-9A-Fa-f]{4})+)>")
_BLOCK = re.compile(rb"(begin(bfchar|bfrange)\n)(.*?)(end\2)", re.DOTALL)
_TRAILER = re.compile(rb"trailer\s*<<(.*?)>>\s*startxref\s*(\d+)\s*%%EOF\s*$", re.DOTALL)


def with_ideographs(data: bytes) -> bytes:
    """The PDF with text tables that name ideographs; a file of another build than Chromium's comes back as it is."""
    trailer = _TRAILER.search(data)
    if trailer is None:
        return data
    places = _places(data, int(trailer[2]))
    changed = {}
    for number in sorted({int(found) for found in _TABLE.findall(data)} & places.keys()):
        old = _stream(data, places[number])
        new = _mended(old)
        if new != old:
            changed[number] = new
    return data + _update(changed, len(data), trailer[1], int(trailer[2])) if changed else data


def _places(data: bytes, start: int) -> dict[int, int]:
    """Offsets of objects, from a plain cross-reference table."""
    head = re.compile(rb"xref\s+0 (\d+)\s+").match(data, start)
    if head is None:
        return {}
    entries = data[head.end() : head.end() + 20 * int(head[1])]
    return {n: int(entry[1]) for n, entry in enumerate(_ENTRY.finditer(entries)) if entry[3] == b"n"}


def _stream(data: bytes, place: int) -> bytes:
    found = _STREAM.match(data, place)
    length = _LENGTH.search(found[2]) if found else None
    if found is None or length is None:
        return b""
    content = data[found.end() : found.end() + int(length[1])]
    return zlib.decompress(content) if b"/FlateDecode" in found[2] else content


def _mended(table: bytes) -> bytes:
    def block(found: re.Match[bytes]) -> bytes:
        body = _RANGE.sub(_range, found[3]) if found[2] == b"bfrange" else _CHARACTER.sub(_one, found[3])
        return found[1] + body + found[4]

    return _BLOCK.sub(block, table)


def _one(found: re.Match[bytes]) -> bytes:
    text = bytes.fromhex(found[2].decode()).decode("utf-16-be", "replace")
    mended = ideographs(text)
    return found[0] if mended == text else found[1] + _hex(mended)


def _range(found: re.Match[bytes]) -> bytes:
    """A run of codes with a run of characters; with a radical in it, each is named."""
    first, last, value = (int(found[n], 16) for n in (1, 2, 3))
    letters = [chr(value + step) for step in range(last - first + 1)]
    mended = [ideographs(letter) for letter in letters]
    if mended == letters:
        return found[0]
    return b"<%s> <%s> [%s]" % (found[1], found[2], b" ".join(map(_hex, mended)))


def _hex(text: str) -> bytes:
    return b"<" + text.encode("utf-16-be").hex().upper().encode() + b">"


def _update(changed: dict[int, bytes], offset: int, trailer: bytes, previous: int) -> bytes:
    body, entries = b"", b""
    for number, table in changed.items():
        packed = zlib.compress(table)
        entries += b"%d 1\n%010d 00000 n \n" % (number, offset + len(body))
        head = b"<</Filter /FlateDecode\n/Length %d>>" % len(packed)
        body += b"%d 0 obj\n%s stream\n%s\nendstream\nendobj\n" % (number, head, packed)
    end = b"trailer\n<<%s\n/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (trailer, previous, offset + len(body))
    return body + b"xref\n" + entries + end
