"""What stands in the database of a run, read from outside, and which promises it breaks."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, cast

import orjson
from sqlalchemy import Connection, RowMapping, create_engine, select

from kasen.models.receipt import ReceiptKey
from kasen.runtime.database import open_engine
from kasen.runtime.ledger import figures
from kasen.runtime.tables import CHECKPOINTS, EVENTS, PENDING, RECEIPTS, RUN_WEB, RUNS

CALLS = "calls.jsonl"
"""File in the home in which `crash_child.Billed` notes each call of a model."""
USES = "uses.jsonl"
"""Likewise `crash_tools` each search, page and program."""


class Use(NamedTuple):
    """A search, a page or a program, and the key of its receipt."""

    kind: str
    key: str

    def __str__(self) -> str:
        return f"{self.kind} {self.key[:16]}"


@dataclass(frozen=True, kw_only=True)
class Trace:
    """One run as it stood at one moment."""

    run_id: str
    status: str
    result: Any
    last_seq: int
    events: list[dict[str, Any]]
    paid: frozenset[str]
    """Ids of the calls whose receipts were committed."""
    parents: Counter[tuple[str, str]]
    """How many checkpoints follow each checkpoint (namespace, id); the first one's parent is empty."""
    calls: Counter[str]
    """How often each call was made, by its id, as its models noted."""
    counted: Counter[str]
    """How often the run counts each call, those among them that an attempt had begun when it died."""
    usd: float | None
    """What the run says that it has cost."""
    had: frozenset[str] = frozenset()
    """Keys of searches, pages and programs whose receipts were committed."""
    uses: Counter[Use] = field(default_factory=Counter)
    """How often each of them was made, as the tools noted."""

    def tasks(self, type: str, *, after: int = 0) -> list[str]:
        """The tasks of the events of one type above a number, in order."""
        return [e["task"] for e in self.events if e["type"] == type and e["seq"] > after]


def read_trace(home: Path, run_id: str = "", *, database: str = "") -> Trace | None:
    """The run of that id, or the only one; None when nothing was recorded yet.

    `database`: URL of the database of that home; empty for its own file.
    """
    if not database and not (home / "kasen.db").exists():
        return None
    with _reading(home, database) as connection:
        rows = _rows(connection, run_id)
        return _trace(connection, rows[0], _calls(home), _uses(home)) if rows else None


def note_trace(path: Path, home: Path, *, database: str = "") -> None:
    """Keep what `read_trace` gives in a file, for `read_note`."""
    if (trace := read_trace(home, database=database)) is not None:
        path.write_bytes(pickle.dumps(trace))


def read_note(path: Path) -> Trace | None:
    """What was kept there, if anything was."""
    return cast("Trace", pickle.loads(path.read_bytes())) if path.exists() else None


def read_traces(home: Path, *, database: str = "") -> Iterator[Trace]:
    """All runs of a home, one after another. Of calls and uses that were made, each has those that it knows."""
    calls, uses = _calls(home), _uses(home)
    with _reading(home, database) as connection:
        for row in _rows(connection):
            trace = _trace(connection, row, calls, uses)
            mine = Counter({call: calls[call] for call in trace.counted if call in calls})
            used = Counter({use: n for use, n in uses.items() if use.key in trace.had})
            yield replace(trace, calls=mine, uses=used)


@contextmanager
def _reading(home: Path, database: str) -> Iterator[Connection]:
    engine = create_engine(_url(database)) if database else open_engine(home / "kasen.db")
    try:
        with engine.connect().execution_options(reading=True) as connection:
            yield connection
    finally:
        engine.dispose()


def _url(database: str) -> str:
    return database.replace("postgresql://", "postgresql+psycopg://", 1)


def _rows(connection: Connection, run_id: str = "") -> list[RowMapping]:
    if not connection.dialect.has_table(connection, "runs"):
        return []
    query = select(RUNS).where(RUNS.c.id == run_id) if run_id else select(RUNS).order_by(RUNS.c.id)
    return list(connection.execute(query).mappings().all())


def _calls(home: Path) -> Counter[str]:
    return Counter(bill["call_id"] for bill in read_bills(home))


def _uses(home: Path) -> Counter[Use]:
    path = home / USES
    lines = path.read_bytes().splitlines() if path.exists() else []
    return Counter(Use(**orjson.loads(line)) for line in lines)


def _trace(connection: Connection, row: RowMapping, made: Counter[str], uses: Counter[Use]) -> Trace:
    mine = row["id"]
    events = select(EVENTS.c.body).where(EVENTS.c.run_id == mine).order_by(EVENTS.c.seq)
    receipts = select(RECEIPTS).where(RECEIPTS.c.run_id == mine, RECEIPTS.c.calls > 0)
    pending = select(PENDING.c.call_id, PENDING.c.calls).where(PENDING.c.run_id == mine)
    paid = {
        ReceiptKey(r["node_path"], r["role"], r["nth"], r["hash"]).call_id: int(r["calls"])
        for r in connection.execute(receipts).mappings()
    }
    counted = Counter(paid)
    for call_id, calls in connection.execute(pending):
        counted[call_id] += calls
    chain = select(CHECKPOINTS).where(CHECKPOINTS.c.thread_id == mine)
    had = select(RUN_WEB.c.key).where(RUN_WEB.c.run_id == mine, RUN_WEB.c.found_id.is_not(None))
    return Trace(
        run_id=mine,
        status=row["status"],
        result=orjson.loads(row["result"]) if row["result"] else None,
        last_seq=row["last_seq"],
        events=[orjson.loads(body) for body in connection.execute(events).scalars()],
        paid=frozenset(paid),
        parents=Counter(
            (c["checkpoint_ns"], c["parent_checkpoint_id"] or "") for c in connection.execute(chain).mappings()
        ),
        calls=made,
        counted=counted,
        usd=figures(connection, mine).usd,
        had=frozenset(connection.execute(had).scalars()),
        uses=uses,
    )


def read_bills(home: Path) -> list[dict[str, Any]]:
    """What the models of a home have noted: `call_id`, `role`, `model`, `usage` and `usd` of each call."""
    path = home / CALLS
    return [orjson.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What a run that is over broke of its promises, in words."""

    repeated: list[str]
    """Nodes that had finished and were run again."""
    repaid: list[str]
    """Calls, searches, pages and programs that had a receipt and were made again."""
    forks: list[str]
    """Checkpoints with two children, and attempts whose events are mixed."""
    others: list[str]
    """Events that are missing or were changed, calls that were not counted, an end that is none."""

    def all(self) -> list[str]:
        """All of it."""
        return [*self.forks, *self.repeated, *self.repaid, *self.others]


def judged(final: Trace, cuts: Sequence[Trace] = ()) -> Judged:
    """Judge a run that is over; `cuts` are what stood in the database after each kill."""
    found = Judged(repeated=[], repaid=[], forks=[], others=[*_numbering(final), *_ending(final)])
    found.forks.extend(f"checkpoint {at} has {n} children" for at, n in final.parents.items() if n > 1)
    attempts = [event["attempt"] for event in final.events]
    found.forks.extend([] if attempts == sorted(attempts) else ["an older attempt wrote after a newer one"])
    twice = [task for task, n in Counter(final.tasks("node_finished")).items() if n > 1]
    found.repeated.extend(f"{_node(final, task)} finished twice" for task in twice)
    found.others.extend(_counting(final, kills=max((event["attempt"] for event in final.events), default=1) - 1))
    for cut in cuts:
        _judge_since(cut, final, found)
    return found


def broken_promises(final: Trace, cuts: Sequence[Trace] = ()) -> list[str]:
    """What `judged` finds, all in one list."""
    return judged(final, cuts).all()


def _counting(final: Trace, kills: int) -> list[str]:
    """No call goes uncounted; one that a kill may have kept from being made counts once for it."""
    found = []
    for call, counted in final.counted.items():
        made = final.calls[call]
        if not made <= counted <= made + kills:
            found.append(f"call {call} was made {made} times and counted {counted} times")
    found += [f"call {call} was made and never counted" for call in sorted(set(final.calls) - set(final.counted))]
    return found + [
        f"{use} was made and no receipt tells of it" for use in sorted(final.uses) if use.key not in final.had
    ]


def _judge_since(cut: Trace, final: Trace, found: Judged) -> None:
    finished = set(cut.tasks("node_finished"))
    again = finished.intersection(final.tasks("node_started", after=cut.last_seq))
    found.repeated.extend(f"{_node(final, task)} had finished and started again" for task in sorted(again))
    paid_again = [call for call in cut.paid if final.calls[call] > cut.calls[call]]
    found.repaid.extend(f"call {call} had a receipt and was made again" for call in sorted(paid_again))
    used_again = [use for use, n in final.uses.items() if use.key in cut.had and n > cut.uses[use]]
    found.repaid.extend(f"{use} had a receipt and was made again" for use in sorted(used_again))
    now = {event["seq"]: event for event in final.events}
    for event in cut.events:
        if now.get(event["seq"]) != event and not _is_delta(event):
            found.others.append(f"event {event['seq']} ({event['type']}) was changed or lost")


def _numbering(final: Trace) -> list[str]:
    numbers = [event["seq"] for event in final.events]
    found = [] if numbers == sorted(set(numbers)) else ["the numbers of events do not grow"]
    missing = set(range(1, final.last_seq + 1)) - set(numbers)
    return found + [f"event {n} is missing" for n in sorted(missing) if not _was_delta(final, n)]


def _was_delta(final: Trace, number: int) -> bool:
    """True when some node was at work then whose words were compacted into a text that came later."""
    for text in final.events:
        if text["type"] in ("text", "reasoning") and text["final"] and text["seq"] > number:
            started = [e["seq"] for e in final.events if e["type"] == "node_started" and e["task"] == text["task"]]
            if started and min(started) < number:
                return True
    return False


def _ending(final: Trace) -> list[str]:
    ends = [event["seq"] for event in final.events if event["type"] == "run_finished"]
    return [] if ends == [final.last_seq] else [f"the run ended at {ends}, its last event is {final.last_seq}"]


def _is_delta(event: dict[str, Any]) -> bool:
    return event["type"] in ("text", "reasoning") and not event["final"]


def _node(final: Trace, task: str) -> str:
    return next((f"{e['node']} ({task})" for e in final.events if e["task"] == task), task)
