"""`kasen slides edit …` and `kasen slides restore …`: what they stand for."""

from __future__ import annotations

from kasen.errors import UsageError


def edit(words: list[str]) -> list[str]:
    """A run or a .pptx, then what to change."""
    target, rest = words[0], words[1:]
    if target.startswith("-") or not any(not word.startswith("-") for word in rest):
        raise UsageError(
            "`edit` needs a deck and what to change", hint='kasen slides edit RUN "slide 3: shorter title"'
        )
    return ["--mode", "edit", *_deck(target), *rest]


def restore(words: list[str]) -> list[str]:
    """A run and the number of one of its versions."""
    if len(words) < 2 or not words[1].isdecimal() or int(words[1]) < 1:
        raise UsageError("`restore` needs a run and the number of a version", hint="kasen slides restore RUN 1")
    return ["--mode", "edit", *_deck(words[0]), "--restore", words[1], f"restore {words[1]}", *words[2:]]


def _deck(target: str) -> list[str]:
    """A file where it is written like one; what is in it, and whether it can be changed, is said at the door."""
    is_file = "/" in target or "\\" in target or "." in target
    return ["--deck", target] if is_file else ["--continue", target]
