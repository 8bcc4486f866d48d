"""The file with the notes: read, checked, and made into lines that can be cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kasen.errors import InputError
from kasen.evidence.types import Hit, Passage, Source, content_id
from kasen.prompts.outside import clean_input

LONGEST = 50_000
"""Characters."""


def read_notes(path: str) -> list[str]:
    """The lines of a file. Raises InputError for one that cannot be read, is empty, or too long."""
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the notes `{path}` cannot be read: {error}", hint="Give a text file in UTF-8.") from error
    if not text.strip():
        raise InputError(f"the notes `{path}` are empty")
    return clean_input(text, name=f"`{path}`", limit=LONGEST).splitlines()


def is_japanese(lines: Sequence[str]) -> bool:
    """True when they hold kana."""
    return re.search("[\u3041-\u30ff]", "".join(lines)) is not None


def cited(path: str, lines: Sequence[str]) -> list[Hit]:
    """Each line as a passage, in order: what the run may cite."""
    place = Path(path).expanduser().absolute()
    source = Source(id=content_id("src", str(place), *lines), kind="document", title=place.name, uri=str(place))
    ids = [content_id("psg", source.id, number) for number in range(len(lines))]
    passages = [Passage(id=id, source_id=source.id, text=line) for id, line in zip(ids, lines, strict=True)]
    return [Hit(passage=passage, source=source, score=1.0) for passage in passages]
