"""Which files belong to which task: globs that may not overlap, and whether a change stayed within them.

`*` and `?` stay within a folder, `**` goes through any number of them, a plain name of a folder means all in it.
Brackets are letters: names such as `app/[id]/page.tsx` are usual.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache

MANY = "**"


def check_glob(glob: str) -> str:
    """The glob, if it names files of a repository. Raises ValueError."""
    parts = glob.split("/")
    if not glob or {"", ".", ".."} & set(parts) or "\\" in glob or "\0" in glob:
        raise ValueError(f"`{glob}` does not name files of the repository; write them like `src/frontend/**`")
    if parts[0].lower() == ".git":
        raise ValueError(f"`{glob}`: what git keeps belongs to nobody")
    return glob


def matches(glob: str, path: str) -> bool:
    """Whether a file of the repository is among those that a glob names."""
    return _pattern(glob).fullmatch(f"{path}/") is not None


def strays(globs: Sequence[str], paths: Iterable[str]) -> list[str]:
    """The paths that none of the globs names, in their order."""
    return [path for path in paths if not any(matches(glob, path) for glob in globs)]


def overlap(one: str, other: str) -> bool:
    """Whether there could be a file that both name."""
    return _meet(_segments(one), _segments(other), MANY, _names_meet)


def conflicts(wanted: Sequence[str], held: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, str]]:
    """Who holds files that are wanted: holder → the wanted glob and the held one that meet."""
    found: dict[str, tuple[str, str]] = {}
    for holder, globs in held.items():
        pair = next(((one, other) for one in wanted for other in globs if overlap(one, other)), None)
        if pair is not None:
            found[holder] = pair
    return found


def most_specific(globs: Mapping[str, Sequence[str]], path: str) -> str | None:
    """Whose glob names a path best: the one with the most letters that are no wildcards; the first of equals."""
    found = [
        (sum(letter not in "*?" for letter in glob), -place, holder)
        for place, (holder, own) in enumerate(globs.items())
        for glob in own
        if matches(glob, path)
    ]
    return max(found)[2] if found else None


@lru_cache(maxsize=4096)
def _pattern(glob: str) -> re.Pattern[str]:
    parts = [r"(?:[^/]+/)*" if part == MANY else "".join(map(_letter, part)) + "/" for part in _segments(glob)]
    return re.compile("".join(parts), re.DOTALL)


def _letter(letter: str) -> str:
    return {"*": r"[^/]*", "?": r"[^/]"}.get(letter, re.escape(letter))


def _segments(glob: str) -> tuple[str, ...]:
    """The names between the slashes; what lies below the last one belongs to it, if it is a plain name."""
    parts = tuple(glob.split("/"))
    return parts if set("*?") & set(parts[-1]) else (*parts, MANY)


def _names_meet(one: str, other: str) -> bool:
    return _meet(one, other, "*", lambda a, b: a == b or "?" in (a, b))


def _meet(one: Sequence[str], other: Sequence[str], many: str, same: Callable[[str, str], bool]) -> bool:
    """Whether two patterns describe a common sequence; `many` stands for any number of items."""

    @cache
    def meet(i: int, j: int) -> bool:
        if i == len(one) or j == len(other):
            return all(item == many for item in (*one[i:], *other[j:]))
        if one[i] == many or other[j] == many:
            return meet(i + 1, j) or meet(i, j + 1)
        return same(one[i], other[j]) and meet(i + 1, j + 1)

    return meet(0, 0)
