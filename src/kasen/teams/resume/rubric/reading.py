"""The rubric of a language: the data is `en.toml` and `ja.toml`, which say where the norms come from."""

from __future__ import annotations

import functools
import importlib.resources
import tomllib
from typing import Any

from kasen.teams.resume.rubric.model import Criterion, Rubric
from kasen.teams.resume.schemas.part import Lang


@functools.cache
def rubric_of(lang: Lang, *, names: Lang | None = None) -> Rubric:
    """The criteria of résumés in a language, in the order in which they are shown.

    Questions and anchors are in that language; so are the names, unless `names` asks for those of another review.
    """
    file = importlib.resources.files("kasen.teams.resume.rubric") / f"{lang}.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    name = "name" if names in (None, lang) else "also"
    return Rubric(lang, tuple(_criterion(table, name) for table in data["criteria"]))


def _criterion(table: dict[str, Any], name: str) -> Criterion:
    return Criterion(
        id=table["id"],
        critic=table["critic"],
        name=table[name],
        question=table["question"],
        anchors={int(value): text for value, text in table.get("anchors", {}).items()},
        measured=table.get("measured", False),
        needs=table.get("needs", ""),
    )
