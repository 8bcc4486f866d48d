"""Characters that no text file holds on purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Source

_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")
_HALF = re.compile("[\ud800-\udfff]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
MOST = 5
"""Lines that are told of one kind."""


def problems(source: Source) -> Iterator[Problem]:
    """Control characters, halves of characters, signs of a wrong decoding, marks that turn the reading direction."""
    kinds = (
        (_CONTROL, "control-character", "a control character (U+{code:04X})", True),
        (_HALF, "broken-character", "half a character (U+{code:04X}), which no file can hold", True),
        (re.compile("\ufffd"), "lost-character", "a character that was lost in decoding (U+{code:04X})", False),
        (_BIDI, "direction-character", "a character that turns the reading direction (U+{code:04X})", False),
    )
    for pattern, rule, what, blocking in kinds:
        if not pattern.search(source.text):
            continue
        found = [(number, match) for number, line in enumerate(source.lines, 1) if (match := pattern.search(line))]
        for number, match in found[:MOST]:
            text = f"The line holds {what.format(code=ord(match[0]))}."
            yield Problem(line=number, rule=rule, text=text, blocking=blocking)
