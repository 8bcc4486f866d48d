"""A résumé's text into what code needs to know of it. The text itself is never changed."""

from __future__ import annotations

from collections.abc import Mapping

import yaml

from kasen.teams.resume.document.entries import entries_of
from kasen.teams.resume.document.identity import identity_of
from kasen.teams.resume.document.language import language_of
from kasen.teams.resume.document.lines import lines_of
from kasen.teams.resume.document.model import Resume
from kasen.teams.resume.document.sections import announced, sections_of, with_headings
from kasen.teams.resume.document.spans import protected_spans
from kasen.teams.resume.schemas.part import Lang
from kasen.tools.plain_yaml import plain_yaml

_MAX_FRONT_MATTER = 100_000


def parse(text: str, *, lang: Lang | None = None) -> Resume:
    """The résumé with its lines, sections, entries and what may not be edited. Linear; raises for no text whatever.

    `lang` overrides what front matter and letters say. Front matter that is no YAML reads as empty.
    """
    lines = lines_of(text)
    found = announced(lines)
    lines = with_headings(lines, found)
    sections = sections_of(lines, found)
    entries = entries_of(lines, sections, found)
    return Resume(
        text=text,
        lang=lang or language_of(text),
        lines=lines,
        sections=sections,
        entries=entries,
        protected=protected_spans(text, lines),
        identity=identity_of(lines, sections, entries),
        front_matter=_front_matter(text),
    )


def _front_matter(text: str) -> Mapping[str, object]:
    """The front matter as plain data; tags that would make objects are errors, and errors mean there is none."""
    lines = lines_of(text[:_MAX_FRONT_MATTER])
    inside = []
    for line in lines[1:]:
        if line.kind != "front_matter":
            return {}
        if line.text.rstrip() in ("---", "..."):
            break
        inside.append(line.text)
    if not lines or lines[0].kind != "front_matter":
        return {}
    try:
        made = plain_yaml("\n".join(inside))
    except yaml.YAMLError:
        return {}
    return {str(key): value for key, value in made.items()} if isinstance(made, dict) else {}
