"""Stretches inside of prose that are markup: no edit may touch them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kasen.teams.resume.document.lines import BULLET, comments_in
from kasen.teams.resume.document.model import Line, Span

_MARKUP = re.compile(
    r"(?P<code>(?<!`)(`{1,3})(?!`)[^`\n]{1,2000}\2(?!`)(?:\{[^}\n]{0,300}\})?)"
    r"|(?P<shortcode>\{\{[<%][^\n]{0,1000}?[>%]\}\})"
    r"|(?P<picture>!\[[^\]\n]{0,500}\]\([^()\n]{0,1000}(?:\([^()\n]{0,200}\)[^()\n]{0,500})?\)(?:\{[^}\n]{0,300}\})?)"
    r"|(?P<target>\]\([^()\n]{0,1000}(?:\([^()\n]{0,200}\)[^()\n]{0,500})?\)(?:\{[^}\n]{0,300}\})?)"
    r"|(?P<reference>\]\[[^\]\n]{0,200}\])"
    r"|(?P<note>\[\^[^\]\n]{1,100}\]:?|\^\[)"
    r"|(?P<cite>\[[^\]\n]{0,200}(?<![\w.])-?@[A-Za-z][\w:.#$%&+?<>~/-]{0,100}[^\]\n]{0,200}\])"
    r"|(?P<attributes>\]?\{[.#:=][^}\n]{0,300}\}|\]\{[^}\n]{0,300}\})"
    r"|(?P<math>\$\$[^$\n]{1,500}\$\$|(?<![\w\\$])\$(?=[^\s$\d])[^$\n]{0,300}?(?<=[^\s$\\])\$(?![\w$]))"
    r"|(?P<address><https?://[^>\s]{1,1000}>|https?://[^\s<>()\]\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]{1,1000})"
    r"|(?P<mail>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})"
    r"|(?P<key>(?<![\w.@])@[A-Za-z][\w:.-]{1,100})"
    r"|(?P<html></?[A-Za-z][^<>\n]{0,500}>|&(?:[A-Za-z]{2,10}|\#\d{1,6});)"
    r"|(?P<latex>\\(?:[A-Za-z]{2,30}\*?(?:\[[^\]\n]{0,100}\]|\{[^{}\n]{0,100}\})*|[\\`*_{}\[\]()#+.!|<>~$-]))"
    r"|(?P<task>(?<=[-*+] )\[[ xX]\](?= ))"
    r"|(?P<emphasis>\*{1,3}|~~|__|(?<![\w])_(?=\S)|(?<=\S)_(?![\w])|\[(?=[^\]\n]{1,500}\][\[({]))"
)
_MARK = re.compile(r"^[ \t\u3000]*(?:>[ \t]*)+|^[ \t]*:[ \t]+")


def protected_spans(text: str, lines: Sequence[Line]) -> tuple[Span, ...]:
    """Markup inside the prose of the text, in order, not overlapping: marks of items and quotes, code, addresses."""
    return tuple(_merged(sorted(_spans(text, lines))))


def _spans(text: str, lines: Sequence[Line]) -> Iterator[Span]:
    for line in lines:
        if line.kind not in ("bullet", "paragraph"):
            continue
        mark = BULLET.match(line.text) if line.kind == "bullet" else _MARK.match(line.text)
        if mark:
            yield line.start, line.start + mark.end()
        if line.number == 1 or "-->" in line.text:
            yield from _end_of_comment(line, lines)
        begin = line.start + (mark.end() if mark else 0)
        for found in _MARKUP.finditer(text, begin, line.end):
            yield found.span()
        for start, end in comments_in(line.text):
            yield line.start + start, line.start + end
        yield from _begin_of_comment(line, lines)


def _end_of_comment(line: Line, lines: Sequence[Line]) -> Iterator[Span]:
    """The last words of a comment that earlier lines opened."""
    close = line.text.find("-->")
    opened = line.text.find("<!--")
    before = lines[line.number - 2].kind if line.number > 1 else "blank"
    if close >= 0 and (opened < 0 or opened > close) and before in ("comment", "paragraph", "bullet"):
        yield line.start, line.start + close + 3


def _begin_of_comment(line: Line, lines: Sequence[Line]) -> Iterator[Span]:
    """The first words of a comment that a later line closes."""
    opened = line.text.rfind("<!--")
    if opened >= 0 and "-->" not in line.text[opened:]:
        yield line.start + opened, line.end


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    current: Span | None = None
    for start, end in spans:
        if current and start < current[1]:
            current = (current[0], max(current[1], end))
            continue
        if current:
            yield current
        current = (start, end)
    if current:
        yield current
