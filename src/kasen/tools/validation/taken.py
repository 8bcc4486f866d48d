"""The files that a document names, copied beside a copy of it: pictures, includes and what its front matter needs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import yaml

from kasen.tools.validation.addresses import destinations, path_of
from kasen.tools.validation.checks.front_matter import compose, entries
from kasen.tools.validation.checks.keys import keys
from kasen.tools.validation.checks.links import INCLUDE, includes
from kasen.tools.validation.neutral import neutral
from kasen.tools.validation.scan import scan

MOST_FILES = 200
MOST_BYTES = 50_000_000
MOST_INCLUDE = 1_000_000
"""Bytes of an included file."""
DEEPEST = 5
_TEXTS = (".qmd", ".md", ".rmd", ".markdown", ".txt")


_EMBED = re.compile(r"\{\{<\s*embed\b[^\n>]*>\}\}")


def inside_only(text: str, folder: str) -> str:
    """The text without includes from outside the folder and without notebooks, which Quarto would run to embed them."""
    root = Path(folder or "/nowhere").resolve()

    def kept(match: re.Match[str]) -> str:
        try:
            file = (root / match[1].lstrip("/")).resolve()
            inside = file.is_relative_to(root) and (file.is_file() or not match[1].startswith(("/", "\\")))
        except (OSError, ValueError):
            inside = False
        return match[0] if inside else " " * len(match[0])

    return _EMBED.sub(lambda match: " " * len(match[0]), INCLUDE.sub(kept, text))


def take(text: str, *, folder: str, into: Path) -> list[str]:
    """Copy what `text` names from `folder`, never from outside it; included files are made harmless.

    Returns one sentence for each file that is named and was not taken, those that are missing excepted.
    """
    if not folder:
        return []
    return _Taking(Path(folder).resolve(), into).all(text)


class _Taking:
    def __init__(self, folder: Path, into: Path) -> None:
        self._folder, self._into = folder, into
        self._bytes = 0
        self._seen: set[Path] = set()
        self._notes: list[str] = []

    def all(self, text: str, depth: int = 0) -> list[str]:
        for name in _files(text):
            self._one(name)
        for match in includes(scan(text)):
            included = self._one(match[1], is_include=True)
            if included is not None and depth < DEEPEST:
                self.all(included, depth + 1)
        return self._notes

    def _one(self, name: str, *, is_include: bool = False) -> str | None:
        """Copy one file; of an include, its text as it was."""
        try:
            source = (self._folder / name.lstrip("/")).resolve()
            size = source.stat().st_size if source.is_file() else -1
        except (OSError, ValueError):
            return None
        if not source.is_relative_to(self._folder):
            self._notes.append(f"`{name[:80]}` lies outside the folder of the résumé and was left out.")
            return None
        if size < 0 or source in self._seen:
            return None
        self._seen.add(source)
        if len(self._seen) > MOST_FILES or self._bytes + size > MOST_BYTES or (is_include and size > MOST_INCLUDE):
            self._notes.append(f"`{name[:80]}` was left out: the files that the résumé names are too many or too big.")
            return None
        self._bytes += size
        target = self._into / source.relative_to(self._folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not is_include and source.suffix.lower() not in _TEXTS:
            shutil.copyfile(source, target)
            return None
        return self._include(name, source, target)

    def _include(self, name: str, source: Path, target: Path) -> str | None:
        text = source.read_bytes().decode("utf-8", "replace")
        made = neutral(text)
        if made.refused:
            self._notes.append(f"`{name[:80]}` was left out: {made.refused}.")
            target.write_text("", encoding="utf-8")
            return None
        target.write_text(inside_only(made.text, str(self._folder)), encoding="utf-8")
        return text


def _files(text: str) -> Iterator[str]:
    source = scan(text)
    for one in destinations(source.plain):
        if one.is_image and (path := path_of(one.written)):
            yield path
    node, _ = compose(source.yaml, 0) if source.front else (None, None)
    if isinstance(node, yaml.MappingNode):
        yield from _named(node)


def _named(node: yaml.MappingNode, depth: int = 0) -> Iterator[str]:
    """Files of the front matter, options of formats included."""
    for key, value in entries(node):
        if isinstance(value, yaml.MappingNode) and depth < DEEPEST:
            yield from _named(value, depth + 1)
        elif key in keys().files or key in {"css", "theme", "image", "file"}:
            named = value.value if isinstance(value, yaml.SequenceNode) else [value]
            for one in named:
                if isinstance(one, yaml.ScalarNode) and "." in str(one.value) and "://" not in str(one.value):
                    yield str(one.value)
