"""All findings of a run with their state, in the queue's note `findings`: for the gates, the board and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.desk import Desk

NOTE = "findings"


class Known(Finding):
    """A finding of the run."""

    state: Literal["open", "closed", "advice"] = "open"
    """`advice` never sent anything back."""
    about: str
    """The piece of work, or the phase of the gate."""
    by: str
    """Role of the reviewer, name of the command, or of what the orchestrator saw itself: `kasen-files`, `kasen-plan`,
    `kasen-merge`, `kasen-command`."""
    rounds: tuple[int, ...] = ()
    """Rounds in which it was found."""


def known(desk: Desk) -> list[Known]:
    """All of them, in the order in which they were found."""
    return [Known.model_validate(one) for one in desk.queue.noted(NOTE) or []]


def open_of(desk: Desk, about: str, by: str = "") -> tuple[Finding, ...]:
    """Those that are still open of a piece of work or of a gate's phase, or of one of its reviewers alone.

    What a reviewer of a gate is given in the next round: `open_of(desk, phase, role)`.
    """
    found = [one for one in known(desk) if one.state == "open" and one.about == about and by in ("", one.by)]
    return tuple(plain(one) for one in found)


def plain(one: Finding) -> Finding:
    """The finding alone."""
    return Finding.model_validate(one.model_dump(include=set(Finding.model_fields)))


def looked(
    before: Sequence[Known],
    about: str,
    by: str,
    round: int,
    blocking: Iterable[Finding],
    advice: Iterable[Finding] = (),
) -> list[Known]:
    """All findings after somebody looked at a piece of work: what was found is open, what was not found again closed.

    A finding that another piece of work, or another reviewer, was told of before stays theirs.
    """
    found = {one.id: one for one in before}
    open = {one.id: one for one in blocking}
    for one in before:
        if (one.about, one.by) == (about, by) and one.state == "open" and one.id not in open:
            found[one.id] = one.model_copy(update={"state": "closed"})
    for id, finding in open.items():
        old = found.get(id)
        if old is not None and (old.about, old.by) != (about, by) and old.state == "open":
            continue
        rounds = tuple(sorted({*(old.rounds if old and (old.about, old.by) == (about, by) else ()), round}))
        found[id] = Known(**plain(finding).model_dump(), about=about, by=by, rounds=rounds)
    for finding in advice:
        found.setdefault(
            finding.id, Known(**plain(finding).model_dump(), state="advice", about=about, by=by, rounds=(round,))
        )
    return list(found.values())


def closed(before: Sequence[Known], about: str) -> list[Known]:
    """All findings when a piece of work is accepted: none of it is open."""
    return [
        one.model_copy(update={"state": "closed"}) if one.about == about and one.state == "open" else one
        for one in before
    ]


Change = Callable[[Sequence[Known]], list[Known]]
"""What becomes of all findings. Others may write them while something is waited for, so it is made anew at the end."""


def noted(desk: Desk, change: Change) -> dict[str, Any]:
    """The note after a change, to be put in at once; empty where nothing changes."""
    before = known(desk)
    after = change(before)
    return {NOTE: [one.model_dump(mode="json") for one in after]} if after != before else {}


async def tell(desk: Desk, change: Change) -> None:
    """Emit those that are new, or open or closed now. Before they are noted: a kill between may tell one twice."""
    before = known(desk)
    states = {one.id: one.state for one in before}
    for one in change(before):
        if states.get(one.id) != one.state:
            place = f"{one.file}:{one.line}" if one.line else one.file
            said = {"severity": one.severity, "text": one.issue, "place": place, "suggestion": one.suggestion}
            await desk.emit("finding", id=one.id, state=one.state, **said)
