"""A work out of a record, whatever its fields are called: by hand, by GitHub's command line, API or export."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

_TITLE = ("title", "name", "full_name", "nameWithOwner", "project", "タイトル", "名前", "作品名", "件名")
_DESCRIPTION = ("description", "summary", "about", "概要", "説明", "内容")
_URL = ("html_url", "url", "homepageUrl", "homepage", "link", "repository", "リンク")
_TECHNOLOGIES = (
    "technologies", "technology", "tech", "stack", "tags", "topics", "keywords", "skills", "languages", "language",
    "primaryLanguage", "repositoryTopics", "roles", "技術", "タグ", "使用技術",
)  # fmt: skip
_TEXT = ("highlights", "details", "body", "readme", "text", "role", "成果", "詳細")
_LISTS = ("items", "works", "projects", "portfolio", "repositories", "repos", "作品")
MOST_TECHNOLOGIES = 40


class Work(NamedTuple):
    """A work as it was read."""

    title: str
    description: str = ""
    url: str = ""
    technologies: tuple[str, ...] = ()
    text: str = ""


def works_of(loaded: Any) -> list[Any] | None:
    """The records of a file: its list, the list under a usual name, or a mapping of titles; else None."""
    if isinstance(loaded, list):
        return loaded
    if not isinstance(loaded, dict):
        return None
    for name in _LISTS:
        if isinstance(loaded.get(name), list | dict):
            return works_of(loaded[name])
    if any(name in loaded for name in _TITLE):
        return [loaded]
    if loaded and all(isinstance(value, dict | str | type(None)) for value in loaded.values()):
        return [{"title": str(title)} | _fields(value) for title, value in loaded.items()]
    return None


def work_of(record: Any) -> Work | None:
    """The work of a record; a bare string is its title; None without a title."""
    if isinstance(record, str | int | float):
        record = {"title": str(record)}
    if not isinstance(record, dict):
        return None
    title = _first(record, _TITLE)
    if not title:
        return None
    details = [one for name in _TEXT for one in strings(record.get(name))]
    return Work(
        title=" ".join(title.split()),
        description=" ".join(_first(record, _DESCRIPTION).split()),
        url=address(_first(record, _URL)),
        technologies=tuple(dict.fromkeys(one for name in _TECHNOLOGIES for one in strings(record.get(name))))[
            :MOST_TECHNOLOGIES
        ],
        text=bounded("\n".join(details), 4000),
    )


def strings(value: Any) -> list[str]:
    """The words of a field: of a string, a list of strings, of objects with a name (GitHub), of a mapping of names."""
    if isinstance(value, str):
        return [bounded(value, 1000)] if value.strip() else []
    if isinstance(value, Mapping):
        if isinstance(value.get("node"), Mapping):
            return strings(value["node"])
        named = value.get("name") or value.get("topic")
        return (
            strings(named) if named is not None else [bounded(str(key), 60) for key in list(value)[:MOST_TECHNOLOGIES]]
        )
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [word for one in value[:100] for word in (strings(one) if not isinstance(one, list) else [])]
    return []


def bounded(text: str, most: int) -> str:
    """The text without white space around it, of no more than so many characters, cut between words."""
    text = text.strip()
    if len(text) <= most:
        return text
    cut = text[:most]
    gap = max(cut.rfind(" "), cut.rfind("\n"))
    return cut[: gap if gap > most * 4 // 5 else most].rstrip() + " …"


def address(text: str) -> str:
    """A web address, else nothing: a report links only to those."""
    return text if text.lower().startswith(("https://", "http://")) and not any(c.isspace() for c in text) else ""


def _first(record: Mapping[str, Any], names: Iterable[str]) -> str:
    for name in names:
        value = record.get(name)
        if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()[:4000]
    return ""


def _fields(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {"description": value or ""}
