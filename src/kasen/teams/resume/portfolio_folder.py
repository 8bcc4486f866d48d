"""Works in a folder: a folder with a README, or a Markdown file, each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.text import decode
from kasen.teams.resume.portfolio_records import Work, bounded, work_of
from kasen.tools.plain_yaml import plain_yaml

MOST_ENTRIES = 500
"""Entries of the folder that are looked at."""
_READ = 200_000
"""Bytes of a README that are read; what it is about stands at its beginning."""
_KEPT = 4000
_LISTED = ("items.yaml", "items.yml", "items.json", "portfolio.yaml", "portfolio.yml", "portfolio.json")
_MARKDOWN = (".md", ".markdown", ".qmd")
_README = re.compile(r"readme(?:[._-][a-z]{2})?(?:\.(?:md|markdown|qmd|txt|rst))?", re.IGNORECASE)
_FRONT = re.compile(r"\A\ufeff?---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"^[ ]{0,3}#{1,2}[ \t]+(.+?)[ \t#]*$|^(\S[^\n]*)\n[=-]{3,}[ \t]*$", re.MULTILINE)
_NOISE = re.compile(r"\[!\[[^\n]*?\]\([^)\n]*\)\]\([^)\n]*\)|!\[[^\]\n]*\]\([^)\n]*\)|<[^>\n]{1,300}>")
_CODE = re.compile(r"^(`{3,}|~{3,})[^\n]*\n.*?(?:^\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_MARKUP = re.compile(r"^[ \t]*(?:#{1,6}|[-*+>]|\d+\.)[ \t]|^[=\-*_|: \t]+$|^\|", re.MULTILINE)
_ORIGIN = re.compile(
    r"url\s*=\s*(?:https://(?:[^@/\s]*@)?|git@|ssh://git@)([\w.-]+)[:/]([\w.-]+/[\w.-]+?)(?:\.git)?\s*$", re.MULTILINE
)


def items_file(folder: Path) -> Path | None:
    """The list of works that the folder holds, if it holds one."""
    return next((folder / name for name in _LISTED if (folder / name).is_file()), None)


def archive_files(folder: Path) -> list[Path]:
    """The lists of repositories of an exported GitHub account, in their order."""
    found = [path for path in _entries(folder) if re.fullmatch(r"repositories_\d+\.json", path.name)]
    return sorted(found)


def works_in(place: Path) -> list[Work]:
    """The works of a folder in the order of their names; of a Markdown file, itself. Raises Unreadable, OSError."""
    if place.is_file():
        return [_work(place, place.stem)]
    if (place / ".git").exists() and (own := _readme(place)) is not None:
        return [_work(own, place.resolve().name, folder=place)]
    found = []
    for path in _entries(place):
        if path.is_dir() and (readme := _readme(path)) is not None:
            found.append(_work(readme, path.name, folder=path))
        elif path.suffix.lower() in _MARKDOWN and path.is_file() and not _README.fullmatch(path.name):
            found.append(_work(path, path.stem))
    if not found and (own := _readme(place)) is not None:
        found.append(_work(own, place.resolve().name, folder=place))
    return found


def _entries(folder: Path) -> list[Path]:
    """What lies in the folder, hidden things left out; never what a link leads to elsewhere."""
    paths = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "_", "~")))
    return [path for path in paths[:MOST_ENTRIES] if not path.is_symlink()]


def _readme(folder: Path) -> Path | None:
    named = [path for path in _entries(folder) if _README.fullmatch(path.name) and path.is_file()]
    return min(named, key=lambda path: (path.suffix.lower() not in _MARKDOWN, len(path.name), path.name), default=None)


def _work(file: Path, name: str, *, folder: Path | None = None) -> Work:
    """A work by its Markdown: fields of the front matter, the first heading, the first paragraph, the beginning."""
    with file.open("rb") as opened:
        data = opened.read(_READ)
    try:
        text = decode(data) if data.strip() else ""
    except Unreadable as reason:
        raise Unreadable(f"holds `{file.name}`, which {reason}") from reason
    fields, body = _front(text)
    heading = _HEADING.search(body)
    title = " ".join((heading[1] or heading[2]).split()) if heading else name
    told = work_of({"title": _NOISE.sub("", title).strip() or name} | fields) or Work(name)
    prose = _NOISE.sub("", body)
    return told._replace(
        description=told.description or next(_paragraphs(prose), ""),
        url=told.url or (_origin(folder) if folder else ""),
        text=bounded(prose, _KEPT),
    )


def _front(text: str) -> tuple[dict[str, object], str]:
    """The fields of the front matter, and what follows it."""
    found = _FRONT.match(text)
    if found is None:
        return {}, text
    try:
        fields = plain_yaml(found[1])
    except yaml.YAMLError:
        fields = {}
    named = {str(key): value for key, value in fields.items() if value} if isinstance(fields, dict) else {}
    return named, text[found.end() :]


def _paragraphs(body: str) -> Iterator[str]:
    """Paragraphs of prose, one line each."""
    for block in re.split(r"\n[ \t]*\n", _CODE.sub("\n\n", body)):
        words = " ".join(block.split())
        if len(words) >= 10 and not _MARKUP.search(block):
            yield bounded(words, 2000)


def _origin(folder: Path) -> str:
    """The web address of a repository, from its settings; without keys that may stand in them."""
    try:
        with (folder / ".git" / "config").open("rb") as file:
            found = _ORIGIN.search(file.read(20_000).decode("utf-8", "replace"))
    except OSError:
        return ""
    return f"https://{found[1]}/{found[2]}" if found else ""
