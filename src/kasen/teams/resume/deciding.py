"""Which changes are offered, and what becomes of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.teams.resume.schemas.change import Change, Decision
from kasen.teams.resume.schemas.result import Comparison, Outcome
from kasen.teams.resume.state import State


def offered(state: State) -> list[Change]:
    """The changes of the best version; where the original is the best, those of the last, for whoever wants them."""
    versions = state.get("versions", [])
    if not versions:
        return []
    return versions[state["best"] - 1] or versions[-1]


def outcome_of(state: State) -> Outcome:
    """What came of it, in one word; an improvement is one only when a held-out comparison says so."""
    if state["stopped"] == "review_only":
        return "reviewed"
    history, comparison = state["history"], state.get("comparison")
    if history[0].passed and len(history) == 1:
        return "passed"
    if not any(state["versions"]):
        return "unchanged"
    if not any(one.judged for one in history):
        return "not_compared"
    if state["best"] == 1 or not state["versions"][state["best"] - 1]:
        return "no_gain"
    return _compared(comparison)


def _compared(comparison: Comparison | None) -> Outcome:
    if comparison is None or comparison.preferred == "nobody":
        return "not_compared"
    return "improved" if comparison.preferred == "revision" else "no_gain"


def is_recommended(outcome: Outcome) -> bool:
    """Whether `all` takes the changes over: not those that a comparison did not prefer."""
    return outcome in ("improved", "not_compared")


def decisions(changes: Sequence[Change], accepted: Sequence[str], edited: Mapping[str, str]) -> list[Decision]:
    """What a person, or `--accept`, decided: one per change."""
    found = []
    for change in changes:
        words = edited.get(change.id)
        if words is not None and words != change.new and change.id in accepted:
            found.append(Decision(id=change.id, state="edited", new=words))
        else:
            found.append(Decision(id=change.id, state="accepted" if change.id in accepted else "rejected"))
    return found


def undecided(changes: Sequence[Change]) -> list[Decision]:
    """Nobody decided."""
    return [Decision(id=change.id, state="open") for change in changes]


def words_of(found: Sequence[Decision]) -> dict[str, str]:
    """Words of a person, by id of change."""
    return {one.id: one.new for one in found if one.state == "edited"}


def standing(changes: Sequence[Change], found: Sequence[Decision], outcome: Outcome) -> list[Change]:
    """The changes that the revised text has: those accepted; where nobody decided, all that are recommended."""
    states = {one.id: one.state for one in found}
    if states and all(state == "open" for state in states.values()):
        return list(changes) if is_recommended(outcome) else []
    return [change for change in changes if states.get(change.id) in ("accepted", "edited")]
