"""Changes as a reader sees them: words before and after in their line, what was decided, how to take them over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from kasen.teams.resume.page.context import around
from kasen.teams.resume.schemas.change import Change, Decision
from kasen.teams.resume.schemas.result import Result
from kasen.tools.word_diff import Run, word_diff

AROUND = 60
"""Characters of the line that are shown on each side of a change."""
_ID = re.compile(r"E\d{1,4}")
_RUN = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")
CONVERTED = ("docx", "pdf", "json")
"""Forms that are read and not written."""


class Shown(NamedTuple):
    """One change: `before` and `after` are the words of its line around it."""

    id: str
    line: int
    start: int
    old: list[Run]
    new: list[Run]
    before: str
    after: str
    state: str
    new_text: str
    """What stands in the end: the proposed words, or those of the person who edited them."""
    by: str
    is_mechanical: bool


def shown(result: Result, change: Change) -> Shown:
    """That change with the words around it and what became of it."""
    decision = decisions(result).get(change.id)
    new = decision.new if decision and decision.state == "edited" else change.new
    stands = result.original[change.start : change.end] == change.old
    is_own_line = not change.old and new[:1] in ("\r", "\n")
    within = stands and not is_own_line
    before, after = around(result.original, change.start, change.end, AROUND) if within else ("", "")
    old_runs, new_runs = word_diff(change.old.strip("\r\n"), new.strip("\r\n"))
    return Shown(
        id=change.id,
        line=change.line,
        start=change.start,
        old=old_runs,
        new=new_runs,
        before=before,
        after=after,
        state=decision.state if decision else "open",
        new_text=new,
        by=change.by,
        is_mechanical=change.by == "rule",
    )


def decisions(result: Result) -> dict[str, Decision]:
    """Id of a change → what was decided of it."""
    return {one.id: one for one in result.decisions}


def is_open(result: Result) -> bool:
    """True where a change waits for a decision."""
    made = decisions(result)
    return any(one.id not in made or made[one.id].state == "open" for one in result.changes)


def counts(result: Result) -> dict[str, int]:
    """How many changes are accepted, edited, rejected, open."""
    made = decisions(result)
    states = [made[one.id].state if one.id in made else "open" for one in result.changes]
    return {name: states.count(name) for name in ("accepted", "edited", "rejected", "open")}


def command(result: Result, accept: str | Sequence[str]) -> str:
    """The command that takes changes over: `all`, `ask`, `none`, or ids; empty where the run or an id is not usable."""
    wanted = accept if isinstance(accept, str) else ",".join(accept) or "none"
    known = isinstance(accept, str) or all(_ID.fullmatch(one) for one in accept)
    if not known or not _RUN.fullmatch(result.run_id):
        return ""
    write = "" if result.form in CONVERTED else " --write"
    return f"kasen resume --continue {result.run_id} --accept {wanted}{write}"


def commands(result: Result) -> list[tuple[str, str]]:
    """What can be run while changes are open: name of the label, command."""
    if not is_open(result):
        return []
    some = [one.id for one in result.changes][:2]
    rows = [("cmd_all", command(result, "all"))]
    rows += [("cmd_some", command(result, some))] if len(result.changes) > len(some) else []
    rows.append(("cmd_ask", command(result, "ask")))
    return [(name, text) for name, text in rows if text]
