"""Names of files are bytes: here as git gives them, what is no UTF-8 as surrogates; and as words for messages."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r"\\x([89a-f][0-9a-f])")


def shown(name: str) -> str:
    """The name as words that can be written anywhere: a byte that is no UTF-8 as a backslash, `x` and two digits."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def named(words: str) -> str:
    """The name that is shown so. A file whose name holds such words itself is not meant."""
    return _ESCAPED.sub(lambda found: chr(0xDC00 + int(found[1], 16)), words)
