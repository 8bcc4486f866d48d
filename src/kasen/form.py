"""How the fields of a request stand in a form: their names, in both languages, and where and when they are shown.

It is said beside each field, `Field(..., json_schema_extra=form("Documents", "資料", …))`, so that the JSON schema of a
request holds all that a form needs:

| mark | meaning |
|---|---|
| `labels` | name of the field: `{"en": …, "ja": …}` |
| `ja` | its description in Japanese |
| `en` | its description in English, where the schema's own is for a terminal |
| `section` | where it stands: see Section |
| `modes` | only these modes use it; all where it is left out |
| `choices` | values (of an enum, words for a file, pauses) → their names |
| `kb` | takes names of knowledge bases |

What a field takes as a file is marked likewise: see `kasen.server.file_fields`. `pauses` names where a person is asked.
"""

from __future__ import annotations

from typing import Any, Literal

Section = Literal["next", "sources", "text", "look", "work", "elsewhere"]
"""At once below what is asked; then, folded: where to look, what is written, how it looks, how it is worked. What
stands `elsewhere` is not asked where a run is begun."""
MARKS = frozenset({"labels", "ja", "en", "section", "modes", "choices", "kb"})


def form(
    en: str,
    ja: str,
    about_ja: str,
    *,
    section: Section,
    about: str = "",
    choices: dict[str, tuple[str, str]] | None = None,
    **marks: Any,
) -> dict[str, Any]:
    """The marks of a field; `choices` are its values with their names (English, Japanese), `about` the mark `en`."""
    named = {value: {"en": english, "ja": japanese} for value, (english, japanese) in (choices or {}).items()}
    found = {"labels": {"en": en, "ja": ja}, "ja": about_ja, "section": section, **marks}
    if about:
        found["en"] = about
    return {**found, "choices": named} if named else found


def described(description: str, marks: object, default_mode: str = "") -> str:
    """What a field is for, with the modes that alone use it where the default mode is none of them."""
    modes = marks.get("modes") if isinstance(marks, dict) else None
    if not isinstance(modes, list) or default_mode in modes:
        return description
    return f"{description.removesuffix('.')} (mode {', '.join(map(str, modes))})."


LANGUAGES = {"ja": ("Japanese", "日本語"), "en": ("English", "英語")}
"""Choices of every field that takes a language, besides its `auto`."""
