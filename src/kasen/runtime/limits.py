"""The budget of a run: checked before each call, counted over all attempts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, NamedTuple

import orjson
from sqlalchemy import Connection, Select, Table, func, select

from kasen.errors import BudgetSpent, Refused
from kasen.models.reach import host_port, is_near
from kasen.runtime.logs import LOGGER
from kasen.runtime.nested_records import unsettled
from kasen.runtime.rows import Options
from kasen.runtime.run_rows import seconds_at_work
from kasen.runtime.tables import EVENTS, PENDING, RECEIPTS

if TYPE_CHECKING:
    from kasen.models.meter import Estimate
    from kasen.models.role import Usage
    from kasen.runtime.attempt import Attempt
    from kasen.team import Limits

Cap = Literal["usd", "tokens", "seconds", "calls"]
NEAR = 0.8
"""Share of a cap from which the reader is told that it is near."""


class Spent(NamedTuple):
    """What earlier attempts of a run have used. `usd` leaves out calls whose price is unknown."""

    usd: float
    tokens: int
    seconds: float
    calls: int


NOTHING = Spent(0.0, 0, 0.0, 0)


class RunMeter:
    """Counts what a run uses and refuses the call that would begin beyond a cap.

    `within`: the meter of the run that asked for this one; every call counts against its caps as well, at once, so that
    several that it asked for at the same time never take more than it has left.
    """

    def __init__(self, attempt: Attempt, options: Options, spent: Spent, *, within: RunMeter | None = None) -> None:
        self._attempt = attempt
        self._within = within
        self._caps: dict[Cap, float | None] = {
            "usd": options.usd,
            "tokens": options.tokens,
            "seconds": options.seconds,
            "calls": options.calls,
        }
        self._spent: dict[Cap, float] = {
            "usd": spent.usd,
            "tokens": spent.tokens,
            "seconds": spent.seconds,
            "calls": spent.calls,
        }
        self._began = time.monotonic()
        late = options.target_s is not None and spent.seconds >= options.target_s
        self._target_s = None if late else options.target_s
        self._told: set[tuple[Cap, str]] = set()
        self.stopped_by: Cap | None = None

    def caps(self) -> dict[str, float]:
        """The caps that are set."""
        return {name: cap for name, cap in self._caps.items() if cap is not None}

    def left(self) -> dict[Cap, float]:
        """What is left under each cap that is set, at least 0."""
        spent = {**self._spent, "seconds": self.seconds()}
        return {name: max(cap - spent[name], 0.0) for name, cap in self._caps.items() if cap is not None}

    def money_left(self) -> float | None:
        """US dollars under the caps of this run and of the one that asked for it; None where neither is capped."""
        above = self._within.money_left() if self._within is not None else None
        return min((one for one in (self.left().get("usd"), above) if one is not None), default=None)

    def seconds(self) -> float:
        """Seconds at work over all attempts."""
        return self._spent["seconds"] + time.monotonic() - self._began

    def time_left(self) -> float | None:
        """Seconds until the cap on time is reached, at least 0; None where there is none."""
        cap = self._caps["seconds"]
        return None if cap is None else max(cap - self.seconds(), 0.0)

    @contextmanager
    def left_out(self) -> Iterator[None]:
        """Time in the block is not time at work: a person thinks."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._began += time.monotonic() - began

    async def check(self, estimate: Estimate) -> None:
        """Reserve what a call is expected to take; `add` settles it.

        Raises:
            BudgetSpent: a cap is reached or the call would pass it.
            Refused: money is capped and nobody knows what the model costs: a cap must not be void without a word.
        """
        if self._caps["usd"] is not None and estimate.usd is None:
            raise Refused("its price is unknown, so it is not asked while money is capped")
        await self._tell_when_late()
        await self._check_above(estimate)
        expected = _expected(estimate)
        near: list[tuple[Cap, float, float]] = []
        for name, cap in self._caps.items():
            if cap is None:
                continue
            now = self.seconds() if name == "seconds" else self._spent[name]
            if _is_spent(name, now, expected[name], cap):
                if self._within is not None:
                    self._within._give_back(expected)
                self.stopped_by = name
                await self._tell(name, now, cap, "spent")
                raise BudgetSpent(f"the budget of {cap:g} {name} is spent", hint="Continue with a higher one.")
            if cap and now + expected[name] >= NEAR * cap:
                near.append((name, now, cap))
        for name, amount in expected.items():  # before anything is awaited: parallel calls must see it
            self._spent[name] += amount
        for name, now, cap in near:
            await self._tell(name, now, cap, "near")

    async def _check_above(self, estimate: Estimate) -> None:
        """Reserve it of the run that asked for this one too; that its cap is reached is told of both."""
        if self._within is None:
            return
        try:
            await self._within.check(estimate)
        except BudgetSpent:
            name = self._within.stopped_by
            if name is not None and (cap := self._caps[name]) is not None:
                self.stopped_by = name
                await self._tell(name, self.seconds() if name == "seconds" else self._spent[name], cap, "spent")
            raise

    def _give_back(self, expected: dict[Cap, float]) -> None:
        """Undo a reservation for a call that is not made."""
        for name, amount in expected.items():
            self._spent[name] -= amount
        if self._within is not None:
            self._within._give_back(expected)

    def add(self, estimate: Estimate, usage: Usage, usd: float | None) -> None:
        """Replace the reservation by what the call took; the call itself stays counted."""
        expected = _expected(estimate)
        self._spent["tokens"] += usage.total - expected["tokens"]
        if usd is not None:  # one whose price turns out to be unknown stays counted as expected
            self._spent["usd"] += usd - expected["usd"]
        if self._within is not None:
            self._within.add(estimate, usage, usd)

    def count(self, usage: Usage, usd: float | None, calls: int) -> None:
        """Count calls that no cap held back; caps hold for the calls after them. A price that is unknown counts 0."""
        self._spent["tokens"] += usage.total
        self._spent["usd"] += usd or 0.0
        self._spent["calls"] += calls
        if self._within is not None:
            self._within.count(usage, usd, calls)

    async def reached(self) -> Cap | None:
        """The first cap that is reached, after what no cap held back was counted; said once, as is one that is near."""
        found: Cap | None = None
        for name, cap in self._caps.items():
            if cap is None:
                continue
            now = self.seconds() if name == "seconds" else self._spent[name]
            if now >= cap and (now or name != "usd"):  # what costs nothing may go on where no money may be spent
                await self._tell(name, now, cap, "spent")
                found = found or name
            elif cap and now >= NEAR * cap:
                await self._tell(name, now, cap, "near")
        above = await self._within.reached() if self._within is not None else None
        return found or above

    async def _tell_when_late(self) -> None:
        if self._target_s is not None and self.seconds() > self._target_s:
            target, self._target_s = self._target_s, None
            text = f"the run has taken {self.seconds():.0f} s; it should take {target:g} s"
            await self._attempt.emit("warning", text=text, about="target of the run")

    async def _tell(self, name: Cap, now: float, cap: float, what: str) -> None:
        if (name, what) not in self._told:
            self._told.add((name, what))
            LOGGER.warning("budget %s: %s of %s %s", what, round(now, 6), cap, name, extra={"shown": True})
            await self._attempt.emit("budget", cap=name, spent=round(now, 6), limit=cap)


def _is_spent(name: Cap, now: float, expected: float, cap: float) -> bool:
    """Whether a cap is reached or would be passed. What costs nothing may go on at a cap on money that is reached."""
    is_free = name == "usd" and not expected
    return now + expected > cap or (now >= cap and not is_free)


def _expected(estimate: Estimate) -> dict[Cap, float]:
    tokens = estimate.input_tokens + estimate.output_tokens
    return {"usd": estimate.usd or 0.0, "tokens": tokens, "seconds": 0.0, "calls": 1}


def is_raised(connection: Connection, run_id: str, options: Options) -> bool:
    """True when a cap that was told to be near or spent has been lifted since."""
    query = select(EVENTS.c.body).where(EVENTS.c.run_id == run_id, EVENTS.c.type == "budget").order_by(EVENTS.c.seq)
    told = [orjson.loads(body) for body in connection.execute(query).scalars()]
    caps = {event["cap"]: getattr(options, event["cap"]) for event in told}
    limits = {event["cap"]: event["limit"] for event in told}
    return any(caps[name] is None or caps[name] > limit for name, limit in limits.items())


def spent_so_far(connection: Connection, run_id: str) -> Spent:
    """Sum over the receipts of a run, the calls that have none, and the runs it asked for that have none.

    A rule's answers count no calls.
    """
    sums = [connection.execute(_sums(table).where(table.c.run_id == run_id)).one() for table in (RECEIPTS, PENDING)]
    below = [spent_so_far(connection, child.child_id) for child in unsettled(connection, run_id)]
    rows = [*map(tuple, sums), *((spent.usd, spent.tokens, spent.calls) for spent in below)]
    usd, tokens, calls = (sum(column) for column in zip(*rows, strict=True))
    return Spent(round(float(usd), 9), int(tokens), seconds_at_work(connection, run_id), int(calls))


def _sums(table: Table) -> Select[tuple[float, int, int]]:
    return select(
        func.coalesce(func.sum(table.c.usd), 0.0),
        func.coalesce(func.sum(table.c.input_tokens + table.c.output_tokens), 0),
        func.coalesce(func.sum(table.c.calls), 0),
    )


HOSTLESS = frozenset({"none", "manual", "local", "ollama", "scripted"})
"""Presets and providers that take the time they need: people, and models on the machine at hand."""


def times_of(limits: Limits, preset: str, *, compatible_address: str = "") -> tuple[float | None, float | None]:
    """Target and cap of the seconds at work that a team's runs get by default with that preset or `provider:model`.

    A `compatible` server at an address of this machine or network counts as one of the machine at hand.
    """
    provider = preset.partition(":")[0]
    is_own = provider == "compatible" and bool(compatible_address) and is_near(host_port(compatible_address)[0])
    if is_own or provider in HOSTLESS:
        return None, limits.seconds
    return limits.target_s, limits.seconds if limits.seconds is not None else limits.maximum_s
