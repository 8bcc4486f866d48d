"""All words of the pages of a review, in English and Japanese: `labels.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from kasen.teams.resume.schemas.part import Lang

_COLON: Mapping[Lang, str] = {"en": ": ", "ja": "："}


@cache
def pairs() -> Mapping[str, tuple[str, str]]:
    """Every name with its words in English and Japanese."""
    text = (files("kasen.teams.resume.page") / "labels.toml").read_text(encoding="utf-8")
    return {name: (english, japanese) for name, (english, japanese) in tomllib.loads(text).items()}


class Words:
    """The words of one language by name: `words["findings"]`. Raises KeyError for a name that is not known."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self._column = 1 if lang == "ja" else 0

    def __getitem__(self, name: str) -> str:
        return pairs()[name][self._column]

    def get(self, name: str, otherwise: str) -> str:
        """The words of that name, or `otherwise`."""
        return pairs()[name][self._column] if name in pairs() else otherwise

    def quoted(self, text: str) -> str:
        """The text in the quotation marks of the language."""
        return f"「{text}」" if self.lang == "ja" else f"“{text}”"

    def listed(self, *parts: str) -> str:
        """Parts with the comma of the language."""
        return ("、" if self.lang == "ja" else ", ").join(part for part in parts if part)

    @property
    def colon(self) -> str:
        """What stands between a name and its value."""
        return _COLON[self.lang]


def words(lang: Lang) -> Words:
    """The words of that language."""
    return Words(lang)
