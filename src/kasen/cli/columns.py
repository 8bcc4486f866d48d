"""Text in columns for terminals: wide characters count two, long lines are broken by hand."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Iterator, Sequence

NARROWEST = 60
WIDEST = 110


def width() -> int:
    """Columns to write in: those of the terminal, 80 where there is none."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def cells(text: str) -> int:
    """Columns that a text takes: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def columns(lines: Sequence[Sequence[str]], *, right: Sequence[int] = (), gap: int = 2) -> Iterator[str]:
    """Lines of equally many cells, one under the other; columns named in `right` end at the same place."""
    if not lines:
        return
    widths = [max(cells(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        padded = []
        for column, text in enumerate(line):
            space = " " * (widths[column] - cells(text))
            padded.append(space + text if column in right else text + space)
        yield (" " * gap).join(padded).rstrip()


def wrapped(text: str, *, first: str = "", more: str = "", at: str = " ") -> Iterator[str]:
    """The text in lines of the terminal's width, broken at `at`, or anywhere; `first` and `more` lead the lines."""
    line, is_empty = first, True
    for word in text.split(at) if at else text:
        if not is_empty and cells(line + at + word) > width():
            yield (line + at).rstrip()
            line, is_empty = more, True
        line += word if is_empty else at + word
        is_empty = False
    yield line.rstrip()
