from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import UnknownName, UsageError
from kasen.teams.code.mailbox.reading import Received, waiting
from kasen.teams.code.ordering import agents_of, order
from kasen.teams.code.place import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    place = Place(tmp_path, "01KB3V8Q5T0M8W6S1E7Z4R2N9C")
    place.mailbox.make(["impl-frontend-1", "reviewer-1", "orchestrator"])
    return place


def test_orders_come_to_the_orchestrator_in_their_order(place: Place) -> None:
    sent = [
        order(place, "say", "reviewer-1", "日本語で答えて"),
        order(place, "pause"),
        order(place, "kill", "reviewer-1"),
    ]
    found = list(waiting(place.mailbox.inbox("orchestrator")))
    assert [one.message for one in found if isinstance(one, Received)] == sent


def test_the_agents_of_a_run_are_known_by_their_boxes(place: Place, tmp_path: Path) -> None:
    assert agents_of(place) == ["impl-frontend-1", "reviewer-1"]
    assert agents_of(Place(tmp_path / "not-yet", place.run_id)) == []


def test_an_agent_that_is_not_there_is_told_with_the_one_that_was_meant(place: Place) -> None:
    with pytest.raises(UnknownName, match="no agent `impl-frontend`; did you mean `impl-frontend-1`"):
        order(place, "kill", "impl-frontend")
    assert list(waiting(place.mailbox.inbox("orchestrator"))) == []


@pytest.mark.parametrize("verb", ["say", "respawn", "kill"])
def test_what_is_for_one_agent_is_not_sent_to_all(place: Place, verb: str) -> None:
    with pytest.raises(UsageError, match=f"`{verb}` needs an agent"):
        order(place, verb)  # type: ignore[arg-type]


def test_a_run_that_has_not_come_so_far_can_be_told_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has not come so far"):
        order(Place(tmp_path, "01KB3V8Q5T0M8W6S1E7Z4R2N9C"), "pause")
