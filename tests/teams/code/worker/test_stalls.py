from __future__ import annotations

from kasen.teams.code.config.workflow import Limits
from kasen.teams.code.programs.turn import Told
from kasen.teams.code.worker.stalls import Stalls

LIMITS = Limits(first_word_seconds=10, silent_seconds=20, tool_seconds=100, turn_seconds=1000)


class Clock:
    now = 5.0

    def __call__(self) -> float:
        return self.now


def made() -> tuple[Stalls, Clock]:
    clock = Clock()
    return Stalls(LIMITS, clock), clock


def test_the_first_word_is_waited_for_and_then_the_next() -> None:
    stalls, clock = made()
    clock.now += 10
    assert stalls.why == ""
    clock.now += 0.1
    assert stalls.why == "it said nothing for 10 s after its start"
    stalls.heard()
    clock.now += 20
    assert stalls.why == ""
    clock.now += 0.1
    assert stalls.why == "it said nothing for 20 s, and none of its tools ran"


def test_who_runs_a_tool_may_be_silent_until_the_tool_takes_too_long() -> None:
    stalls, clock = made()
    stalls.heard()
    stalls.told(Told(kind="tool", id="1", text="Bash npm test"))
    stalls.told(Told(kind="tool", id="2", text="Read a"))
    assert stalls.tool == "Read a"
    stalls.told(Told(kind="tool_done", id="2"))
    assert stalls.tool == "Bash npm test"
    clock.now += 90
    assert stalls.why == ""
    stalls.heard()
    stalls.told(Told(kind="tool", id="1", text="Bash npm test"))  # told again: it began when it began
    clock.now += 11
    assert stalls.why == "its tool `Bash npm test` ran longer than 100 s"
    stalls.told(Told(kind="tool_done", id="1"))
    assert (stalls.why, stalls.tool) == ("", "")


def test_the_whole_turn_has_an_end_whatever_it_says() -> None:
    stalls, clock = made()
    for _ in range(100):
        clock.now += 10
        stalls.heard()
        assert stalls.why == ""
    clock.now += 1
    stalls.heard()
    assert stalls.why == "its turn took longer than 1000 s"
