"""A résumé as a model may see it: personal data and hidden words out, line for line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from kasen.teams.resume.document.hidden import hidden_spans
from kasen.teams.resume.document.locating import locate
from kasen.teams.resume.document.model import Masked, PersonalKind, Resume, Span
from kasen.teams.resume.document.personal import personal_in
from kasen.teams.resume.schemas.part import Lang
from kasen.teams.resume.schemas.posting import Hidden

__all__ = ["PLACEHOLDERS", "locate", "mask"]

PLACEHOLDERS: dict[Lang, dict[PersonalKind, str]] = {
    "en": {
        "name": "[name]",
        "photo": "[photo]",
        "age": "[age]",
        "birth": "[birth]",
        "address": "[address]",
        "school": "[school]",
        "phone": "[phone]",
        "email": "[email]",
        "gender": "[gender]",
        "link": "[link]",
        "family": "[family]",
    },
    "ja": {
        "name": "〔氏名〕",
        "photo": "〔写真〕",
        "age": "〔年齢〕",
        "birth": "〔生年月日・出身〕",
        "address": "〔住所〕",
        "school": "〔学校〕",
        "phone": "〔電話〕",
        "email": "〔メール〕",
        "gender": "〔性別〕",
        "link": "〔リンク〕",
        "family": "〔家族〕",
    },
}
"""What stands for each kind of personal data, by the language of the text."""
_LINE_END = re.compile(r"\r\n|\n|\r")
_Cut = tuple[int, int, PersonalKind | None]


def mask(resume: Resume, *, hidden: Sequence[Hidden] = ()) -> Masked:
    """The text with placeholders for personal data and nothing in place of hidden words; as many lines as before.

    What `find_hidden` finds is always left out, `hidden` (from the converting of a file) beside it. Employers,
    products, titles, degrees and subjects stay.
    """
    cuts: list[_Cut] = [(one.start, one.end, one.kind) for one in personal_in(resume)]
    cuts += [(start, end, None) for start, end in hidden_spans(resume.text)]
    cuts += [(start, end, None) for start, end in _told(resume, hidden)]
    return _built(resume, list(_in_lines(resume.text, _merged(cuts))))


def _told(resume: Resume, hidden: Iterable[Hidden]) -> Iterator[Span]:
    """Where words that were found hidden stand: in their line, else wherever they are."""
    for one in hidden:
        words = one.text.strip()
        line = resume.line(one.line)
        start = resume.text.find(words, line.start if line else 0) if len(words) > 1 else -1
        if start >= 0:
            yield start, start + len(words)


def _merged(cuts: list[_Cut]) -> Iterator[_Cut]:
    """Overlapping cuts become one; personal data gives it its name."""
    current: _Cut | None = None
    for start, end, kind in sorted(cuts, key=lambda cut: (cut[0], -cut[1])):
        if start >= end:
            continue
        if current and start < current[1]:
            current = (current[0], max(end, current[1]), current[2] or kind)
            continue
        if current:
            yield current
        current = (start, end, kind)
    if current:
        yield current


def _in_lines(text: str, cuts: Iterable[_Cut]) -> Iterator[_Cut]:
    """No cut takes a line end away; the placeholder stands in the first line of a cut over several."""
    for start, end, kind in cuts:
        begin = start
        for stop in [*((m.start(), m.end()) for m in _LINE_END.finditer(text, start, end)), (end, end)]:
            if text[begin : stop[0]].strip() or (begin == start and begin < stop[0]):
                yield begin, stop[0], kind
            elif begin < stop[0]:
                yield begin, stop[0], None
            begin = stop[1]


def _built(resume: Resume, cuts: Sequence[_Cut]) -> Masked:
    words = PLACEHOLDERS[resume.lang]
    parts: list[str] = []
    pieces: list[tuple[Span, Span]] = []
    counts: Counter[PersonalKind] = Counter()
    length = done = 0
    for start, end, kind in [*cuts, (len(resume.text), len(resume.text), None)]:
        if done < start:
            parts.append(resume.text[done:start])
            pieces.append(((length, length + start - done), (done, start)))
            length += start - done
        if kind:
            parts.append(words[kind])
            length += len(words[kind])
            counts[kind] += 1
        done = end
    return Masked("".join(parts), dict(counts), tuple(pieces))
