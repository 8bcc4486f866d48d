"""Sentences that name whom or what a source is about, for those that leave it to its title."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kasen.teams.research.rules.question import folded

_LONGEST = 24
"""Characters of a title that may be a name; longer ones are sentences."""
_LATIN = "a-z0-9\u00df-\u024f"


def names_it(text: str, title: str) -> bool:
    """Whether a text holds a title that is a name; one in Latin letters as whole words, or their plural."""
    name = folded(title).strip()
    if not 1 < len(name) <= _LONGEST:
        return False
    before = f"(?<![{_LATIN}])" if re.match(f"[{_LATIN}]", name) else ""
    after = f"(?:e?s)?(?![{_LATIN}])" if re.search(f"[{_LATIN}]$", name) else ""
    return bool(re.search(before + re.escape(name) + after, folded(text)))


def is_unnamed(title: str, question: str, chosen: Sequence[str]) -> bool:
    """Whether neither the question nor any sentence chosen names what the title does."""
    return 0 < len(title.strip()) <= _LONGEST and not any(names_it(text, title) for text in (question, *chosen))
