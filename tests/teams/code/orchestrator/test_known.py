from __future__ import annotations

from functools import partial
from pathlib import Path

from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.known import Known, closed, known, looked, noted, open_of, tell
from teams.code.orchestrator.desks import Events, desk_of


def finding(id: str) -> Finding:
    return Finding(id=id, file="a.py", line=3, issue=f"{id} が悪い")


def states(all: list[Known]) -> dict[str, str]:
    return {one.id: one.state for one in all}


def test_what_is_found_again_stays_open_and_what_is_not_is_closed() -> None:
    first = looked([], "W", "reviewer", 1, [finding("a"), finding("b")], [finding("c")])
    assert states(first) == {"a": "open", "b": "open", "c": "advice"}
    second = looked(first, "W", "reviewer", 2, [finding("b"), finding("c")])
    assert states(second) == {"a": "closed", "b": "open", "c": "open"}
    assert [one.rounds for one in second] == [(1,), (1, 2), (1, 2)]
    assert states(looked(second, "W", "reviewer", 3, [finding("a")])) == {"a": "open", "b": "closed", "c": "closed"}


def test_what_another_was_told_of_stays_theirs() -> None:
    gate = looked([], "final_review", "reviewer-security", 1, [finding("a")])
    both = looked(gate, "W", "reviewer", 1, [finding("a"), finding("b")])
    assert [(one.id, one.about) for one in both] == [("a", "final_review"), ("b", "W")]
    assert states(closed(both, about="W")) == {"a": "open", "b": "closed"}
    assert states(looked(both, "final_review", "reviewer-performance", 1, [])) == {"a": "open", "b": "open"}


async def test_they_are_noted_as_they_are_then_and_told_once_for_each_state(tmp_path: Path) -> None:
    desk = await desk_of(tmp_path)
    one = partial(looked, about="W", by="reviewer", round=1, blocking=[finding("a")])
    await tell(desk, one)
    desk.queue.put([], noted(desk, partial(looked, about="V", by="reviewer", round=1, blocking=[finding("z")])))
    desk.queue.put([], noted(desk, one))  # what came between is not lost
    assert states(known(desk)) == {"z": "open", "a": "open"}
    assert noted(desk, one) == {}
    assert open_of(desk, "W") == (finding("a"),)
    assert open_of(desk, "W", "another") == ()
    await tell(desk, one)
    await tell(desk, partial(closed, about="W"))
    assert isinstance(desk.emit, Events)
    told = [(event["id"], event["state"], event["place"]) for event in desk.emit.of("finding")]
    assert told == [("a", "open", "a.py:3"), ("a", "closed", "a.py:3")]
