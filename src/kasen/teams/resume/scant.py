"""Whether there is enough of a résumé to review."""

from __future__ import annotations

import re

from kasen.errors import InputError
from kasen.teams.resume.document.lines import lines_of
from kasen.teams.resume.document.model import LineKind, Read

LEAST = 20
"""Words that a résumé must have; name, post and years in one line take ten to fifteen. With so little most criteria
have nothing to look at, and the others (no stock phrase, no first person) are met by saying nothing: a name would
score."""
_COUNTED: frozenset[LineKind] = frozenset({"heading", "bullet", "paragraph", "table"})
_MARKUP = re.compile(r"\{\{<.*?>\}\}|\]\([^)\n]*\)|https?://\S+|<[A-Za-z/!][^<>\n]*>|\{[.#][^}\n]*\}")
_WIDE = re.compile("[\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uff66-\uff9f]")
_WORD = re.compile(r"[^\W_](?:[\w.'’+#&/@-]*[^\W_])?")


def words_in(text: str) -> int:
    """Words of what readers see; two characters of Japanese count as one. Front matter, code and comments do not."""
    seen = "\n".join(_MARKUP.sub(" ", line.text) for line in lines_of(text) if line.kind in _COUNTED)
    wide = len(_WIDE.findall(seen))
    return (wide + 1) // 2 + len(_WORD.findall(_WIDE.sub(" ", seen)))


def refuse_scant(document: Read) -> None:
    """Raises InputError for what is too little to say anything of: a score of it would mean nothing."""
    if (count := words_in(document.text)) < LEAST:
        raise InputError(
            f"`{document.name}` is too short to review: it has {count} of the {LEAST} words that are needed",
            hint="Add the work that you did: where, from when to when, and what came of it.",
        )
