"""How long an agent rests after its process ended, and when it is given up: nobody starts a broken program for ever."""

from __future__ import annotations

from collections.abc import Callable

WINDOW_S = 600.0
"""Seconds within which ends are counted."""
LONGEST_S = 60.0
"""Seconds that a rest takes at most."""


class Resting:
    """Of one agent."""

    def __init__(self, crashes: int, clock: Callable[[], float]) -> None:
        """`crashes` ends within ten minutes are the last ones. `clock`: seconds since the epoch."""
        self._crashes = crashes
        self._clock = clock
        self._ends: list[float] = []
        self._hopeless = False
        self.until = 0.0
        """Seconds since the epoch at which it may be started again."""

    @property
    def given_up(self) -> bool:
        """Whether it ended too often; stays so until `forgive`."""
        return self._hopeless or len(self._ends) >= self._crashes

    @property
    def over(self) -> bool:
        """Whether it may be started. No rest is longer than `LONGEST_S`, also when the clock was put back in it."""
        return not self.given_up and not 0 < self.until - self._clock() <= LONGEST_S

    def ended(self) -> None:
        """Its process ended: the first time it rests 0 s, then 1, 2, 4 … 60 s, by the ends of the last ten minutes."""
        now = self._clock()
        # A clock that was put back leaves ends that lie ahead: they count as of now.
        self._ends = [min(one, now) for one in self._ends if self.given_up or now - one < WINDOW_S]
        self._ends.append(now)
        self.until = now + rest_s(len(self._ends))

    def give_up(self) -> None:
        """However often it ended: it cannot be started."""
        self._hopeless = True

    def forgive(self) -> None:
        """What was is forgotten: a person wants it again."""
        self._ends.clear()
        self._hopeless = False
        self.until = 0.0


def rest_s(ends: int) -> float:
    """Seconds of rest after that many ends."""
    return 0.0 if ends <= 1 else min(LONGEST_S, 2.0 ** min(ends - 2, 10))
