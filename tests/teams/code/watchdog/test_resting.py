from __future__ import annotations

from kasen.teams.code.watchdog.resting import LONGEST_S, WINDOW_S, Resting, rest_s


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_each_end_makes_the_rest_longer_up_to_a_minute() -> None:
    assert [rest_s(n) for n in range(1, 10)] == [0, 1, 2, 4, 8, 16, 32, 60, 60]
    assert rest_s(10_000) == LONGEST_S


def test_it_rests_and_may_then_be_started() -> None:
    clock = Clock()
    resting = Resting(5, clock)
    assert resting.over
    resting.ended()
    assert resting.over
    resting.ended()
    assert not resting.over
    assert resting.until == clock.now + 1
    clock.now += 1
    assert resting.over


def test_ends_that_are_long_ago_count_no_more() -> None:
    clock = Clock()
    resting = Resting(3, clock)
    for _ in range(20):
        resting.ended()
        clock.now += WINDOW_S / 2
        assert not resting.given_up
    assert resting.over


def test_too_many_ends_are_the_last_ones_until_a_person_forgives() -> None:
    clock = Clock()
    resting = Resting(3, clock)
    for _ in range(3):
        assert not resting.given_up
        resting.ended()
    assert resting.given_up
    clock.now += 10 * WINDOW_S
    assert not resting.over  # no time makes it well
    resting.forgive()
    assert resting.over
    assert not resting.given_up


def test_a_clock_that_is_put_back_does_not_keep_it_waiting_for_hours() -> None:
    clock = Clock()
    resting = Resting(5, clock)
    resting.ended()
    clock.now -= 7200
    resting.ended()
    assert resting.until == clock.now + 1
    clock.now -= 7200
    assert resting.over
