"""The words that the ledger knows: groups of words for the same thing, and words that claim nothing."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files

from kasen.evidence.terms import stem

_PIECE = re.compile(r"\.?[a-z0-9]+(?:['’][a-z]+|\.[a-z0-9]+)*[+#]{0,2}")
_VARIANTS = re.compile(r"\[([^\]]+)\]")


@lru_cache(maxsize=1)
def _bent() -> dict[str, str]:
    rows = str(table("forms")["irregular"]).split("\n")
    return {form: row.split()[0] for row in rows for form in row.split()[1:]}


@lru_cache(maxsize=65536)
def root(word: str) -> str:
    """The stem of a casefolded word of Latin letters, British and American spellings made one."""
    word = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    if word.endswith("ied") and len(word) > 4:
        word = word[:-3] + "y"
    word = stem(_bent().get(word, word))
    word = stem(_bent().get(word, word))
    if len(word) < 4 or not word.isalpha():
        return word
    if word[-1] == word[-2] and word[-1] not in "sz":
        word = word[:-1]
    return re.sub(r"(?<=[iy])z", "s", word.replace("our", "or") if len(word) > 4 else word)


@lru_cache(maxsize=1)
def kana_forms() -> list[tuple[str, str]]:
    """Words in kana, longest first, with the form in which they are compared."""
    rows = [row.split() for row in str(table("forms")["kana"]).strip().splitlines()]
    return sorted(((row[0], row[1]) for row in rows), key=lambda row: -len(row[0]))


def pieces(text: str) -> list[re.Match[str]]:
    """The Latin words of a casefolded text; those joined by a hyphen or a slash count one by one."""
    return list(_PIECE.finditer(text))


@dataclass
class Entry:
    """What is known of one form."""

    groups: set[int] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    free: bool = False


@dataclass
class Words:
    """All of the lexicon; read once."""

    latin: dict[tuple[str, ...], Entry]
    """By the roots of its words."""
    other: dict[str, Entry]
    """Japanese forms, casefolded."""
    longest_latin: int
    longest_other: int
    kinds: tuple[str, ...]
    """Kind of each group."""
    suffixes: frozenset[str]
    """Endings that make an English word of the same deed."""
    apart: frozenset[str]
    """Roots of verbs that may stand apart from what belongs to them."""
    held: frozenset[str]
    """Words by which what is listed is said to be held."""
    heads: frozenset[str]
    """Roots and Japanese words for things that may go unsaid."""


def table(name: str) -> dict[str, object]:
    """A file of the lexicon."""
    return tomllib.loads((files(__package__) / "lexicon" / f"{name}.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def words() -> Words:
    """The lexicon."""
    latin: defaultdict[tuple[str, ...], Entry] = defaultdict(Entry)
    other: defaultdict[str, Entry] = defaultdict(Entry)
    rows = list(_rows())
    for number, (kind, row) in enumerate(rows):
        for form in _forms(row):
            entry = latin[_key(form)] if form.isascii() else other[form.casefold()]
            entry.groups.add(number)
            entry.kinds.add(kind)
    free = table("free")
    for form in _forms(str(free["en"])):
        latin[_key(form)].free = True
    for form in _forms(str(free["ja"])):
        other[form].free = True
    return Words(
        dict(latin),
        dict(other),
        max(map(len, latin)),
        max(map(len, other)),
        tuple(kind for kind, _ in rows),
        frozenset(str(free["suffixes_en"]).split()) | {""},
        frozenset(root(one) for one in str(table("forms")["apart"]).split()),
        _either(str(free["held"])),
        _either(str(free["heads"])),
    )


def _either(row: str) -> frozenset[str]:
    return frozenset(root(one) if one.isascii() else one for one in row.split())


def _rows() -> Iterator[tuple[str, str]]:
    """Each group with its kind."""
    for name in ("verbs", "nouns", "wider", "further", "ranks"):
        for kind, part in table(name).items():
            assert isinstance(part, dict)
            for row in str(part["groups"]).strip().splitlines():
                yield kind, row
    for row in str(table("names")["aliases"]).strip().splitlines():
        yield "name", row


def _forms(row: str) -> Iterator[str]:
    for form in row.replace("|", " ").split():
        variants = _VARIANTS.search(form)
        if variants is None:
            yield form.replace("_", " ")
            continue
        for char in variants[1]:
            yield form[: variants.start()] + char + form[variants.end() :]


def _key(form: str) -> tuple[str, ...]:
    return tuple(root(match.group()) for match in pieces(form.casefold()))
