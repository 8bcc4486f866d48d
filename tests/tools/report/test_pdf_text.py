from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

import pytest

from kasen.tools.report.pdf_text import with_ideographs


def made(*tables: bytes, packed: bool = False) -> bytes:
    """A small PDF in the form of Chromium's, with these text tables."""
    data, places = b"%PDF-1.4\n", []
    for number, table in enumerate(tables, start=1):
        places.append(len(data))
        content = zlib.compress(table) if packed else table
        head = (b"/Filter /FlateDecode\n" if packed else b"") + b"/Length %d" % len(content)
        data += b"%d 0 obj\n<<%s>> stream\n%s\nendstream\nendobj\n" % (number, head, content)
    places.append(len(data))
    fonts = b"".join(b"<</ToUnicode %d 0 R>>" % number for number in range(1, len(tables) + 1))
    data += b"%d 0 obj\n[%s]\nendobj\n" % (len(tables) + 1, fonts)
    entries = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(places) + 1
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d\n/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    return data + end % (size, entries, size, len(data))


def text_tables(data: bytes) -> Iterator[bytes]:
    """The text tables that a reader of the file sees: the last version of each."""
    for number in sorted(set(re.findall(rb"/ToUnicode (\d+) 0 R", data)), key=int):
        *_, last = re.finditer(rb"\n" + number + rb" 0 obj\s*<<(.*?)>>\s*stream\r?\n", data, re.DOTALL)
        length = re.search(rb"/Length (\d+)", last[1])
        assert length
        content = data[last.end() : last.end() + int(length[1])]
        yield zlib.decompress(content) if b"FlateDecode" in last[1] else content


CHARS = b"begincmap\n2 beginbfchar\n<9E> <5B87>\n<C6> <2F00>\nendbfchar\n"
RANGE = b"1 beginbfrange\n<0001> <0003> <2F08>\nendbfrange\n"


@pytest.mark.parametrize("packed", [True, False])
def test_radicals_become_the_ideographs_that_were_written(packed: bool) -> None:
    old = made(CHARS, RANGE, packed=packed)
    new = with_ideographs(old)
    assert new.startswith(old)
    one, other = text_tables(new)
    assert one == CHARS.replace(b"2F00", b"4E00")
    assert other == b"1 beginbfrange\n<0001> <0003> [<4EBA> <513F> <5165>]\nendbfrange\n"


def test_the_update_can_be_read_by_whoever_follows_the_tables() -> None:
    old = made(CHARS)
    new = with_ideographs(old)
    start = int(re.findall(rb"startxref\n(\d+)", new)[-1])
    number, place = re.findall(rb"xref\n(\d+) 1\n(\d{10}) 00000 n \n", new[start:])[0]
    assert new[int(place) :].startswith(number + b" 0 obj")
    previous = re.findall(rb"/Prev (\d+)", new)
    assert [old[int(one) : int(one) + 4] for one in previous] == [b"xref"]


@pytest.mark.parametrize(
    "data",
    [b"", b"%PDF-1.4\nbroken", made(CHARS.replace(b"2F00", b"4E00")), made(CHARS).replace(b"xref\n0", b"xref\n9")],
)
def test_a_file_with_nothing_to_mend_or_of_another_make_stays_as_it_is(data: bytes) -> None:
    assert with_ideographs(data) == data
