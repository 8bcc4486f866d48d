"""What a revision may never bring into a file, however sound the file is with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from kasen.tools.validation.active import Item, active
from kasen.tools.validation.model import Problem

MOST = 50
"""Problems that are told."""
_SHOWN = 60
_BROUGHT = {
    "attributes": "brings attributes",
    "event-handler": "brings a handler of events",
    "hidden-character": "brings a character that nobody sees",
    "host": "brings a link to a place that was not there",
    "image": "brings a picture",
    "inline-code": "brings inline code that runs",
    "link": "brings the address of a link",
    "raw-html": "brings raw HTML",
    "raw-latex": "brings raw LaTeX",
    "script-address": "brings an address that runs or reads something",
    "shortcode": "brings or changes a shortcode",
    "template": "brings code of a template language",
}
_FRAME = {
    "code": "changes a code block",
    "code-cell": "changes or brings a code cell",
    "code-fence": "changes where code begins or ends",
    "comment": "changes or brings a comment",
    "div": "changes where a div begins or ends",
    "front-matter": "changes the front matter",
    "metadata": "brings or drops a line that can begin metadata",
}


class _Told(NamedTuple):
    rule: str
    line: int


def forbidden(before: str, after: str) -> list[Problem]:
    """What `after` has that a revision of `before` may not bring, by line of `after`; empty when it is harmless.

    Front matter, code, divs and comments must be what they were. Shortcodes, raw HTML and LaTeX, attributes, pictures
    and hosts may be dropped but not added. The check is by text, so that it fails closed: what only looks like markup
    is refused too.
    """
    if before == after:
        return []
    old_frame, old_items = active(before)
    new_frame, new_items = active(after)
    told: set[_Told] = set()
    problems: list[Problem] = []
    for problem in (*_of_frame(old_frame, new_frame), *_of_items(old_items, new_items)):
        if _Told(problem.rule, problem.line) not in told:
            told.add(_Told(problem.rule, problem.line))
            problems.append(problem)
    return sorted(problems, key=lambda one: one.line)[:MOST]


def _of_frame(old: list[Item], new: list[Item]) -> Iterator[Problem]:
    for rule, said in _FRAME.items():
        mine = [one for one in new if one.rule == rule]
        theirs = [one.key for one in old if one.rule == rule]
        if [one.key for one in mine] == theirs:
            continue
        changed = next((one for one, key in zip(mine, theirs, strict=False) if one.key != key), None)
        extra = mine[len(theirs)] if len(mine) > len(theirs) else None
        found = changed or extra
        what = _short(found.key) if found else ""
        yield Problem(line=found.line if found else 0, rule=f"added-{rule}", text=f"The revision {said}{what}.")


def _of_items(old: list[Item], new: list[Item]) -> Iterator[Problem]:
    left = Counter((one.rule, one.key) for one in old)
    known = {one.key for one in old if one.rule == "host"}
    for one in new:
        if left[one.rule, one.key] > 0:
            left[one.rule, one.key] -= 1
        elif one.rule != "host" or one.key not in known:
            text = f"The revision {_BROUGHT[one.rule]}{_short(one.key)}."
            yield Problem(line=one.line, rule=f"added-{one.rule}", text=text)


def _short(words: str) -> str:
    shown = "".join(
        letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in " ".join(words.split(" "))
    )
    shown = " ".join(shown.split())
    if not shown:
        return ""
    return f": `{shown[:_SHOWN]}{'…' if len(shown) > _SHOWN else ''}`"
