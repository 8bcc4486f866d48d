from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from kasen.testing.traces import Trace, Use, broken_promises, judged, read_trace


def event(seq: int, type: str, task: str = "", **fields: Any) -> dict[str, Any]:
    return {"seq": seq, "type": type, "task": task, "node": task, "attempt": fields.pop("attempt", 1), **fields}


def trace(*events: dict[str, Any], **fields: Any) -> Trace:
    given: dict[str, Any] = {"paid": frozenset(), "parents": Counter(), "calls": Counter(), **fields}
    given = {"counted": Counter(given["calls"]), "usd": 0.0, **given}
    last = max((e["seq"] for e in events), default=0)
    return Trace(run_id="r", status="done", result=None, last_seq=last, events=list(events), **given)


STARTED = event(1, "run_started")
WORK = (event(2, "node_started", "a"), event(3, "node_finished", "a"))


def test_a_run_that_kept_its_promises_broke_none() -> None:
    assert broken_promises(trace(STARTED, *WORK, event(4, "run_finished")), [trace(STARTED, *WORK)]) == []


def test_a_finished_node_that_starts_again_is_seen() -> None:
    final = trace(STARTED, *WORK, event(4, "node_started", "a", attempt=2), event(5, "run_finished", attempt=2))
    assert broken_promises(final, [trace(STARTED, *WORK)]) == ["a (a) had finished and started again"]


def test_a_node_that_finishes_twice_is_seen() -> None:
    final = trace(STARTED, *WORK, event(4, "node_finished", "a"), event(5, "run_finished"))
    assert broken_promises(final) == ["a (a) finished twice"]


def test_a_call_that_had_a_receipt_and_is_made_again_is_seen() -> None:
    cut = trace(STARTED, paid=frozenset({"c1", "c2"}), calls=Counter({"c1": 1, "c2": 1, "c3": 1}))
    final = trace(STARTED, event(2, "run_finished"), calls=Counter({"c1": 2, "c2": 1, "c3": 2}))
    assert broken_promises(final, [cut]) == ["call c1 had a receipt and was made again"]


def test_a_search_that_had_a_receipt_and_is_made_again_is_seen_and_one_that_no_receipt_tells_of() -> None:
    kept, open_ = Use("search", "k1"), Use("page", "k2")
    cut = trace(STARTED, had=frozenset({"k1"}), uses=Counter({kept: 1, open_: 1}))
    had = frozenset({"k1", "k2"})
    end = event(2, "run_finished")
    assert broken_promises(trace(STARTED, end, had=had, uses=Counter({kept: 1, open_: 2})), [cut]) == []
    again = trace(STARTED, end, had=had, uses=Counter({kept: 2, open_: 1}))
    assert judged(again, [cut]).repaid == ["search k1 had a receipt and was made again"]
    untold = trace(STARTED, end, had=frozenset({"k1"}), uses=Counter({kept: 1, open_: 1}))
    assert broken_promises(untold) == ["page k2 was made and no receipt tells of it"]


def test_a_call_that_is_not_counted_or_counted_too_often_is_seen() -> None:
    end = event(2, "run_finished")
    fewer = trace(STARTED, end, calls=Counter({"c1": 2, "c2": 1}), counted=Counter({"c1": 1}))
    assert broken_promises(fewer) == [
        "call c1 was made 2 times and counted 1 times",
        "call c2 was made and never counted",
    ]
    more = {"calls": Counter({"c1": 1}), "counted": Counter({"c1": 2})}
    killed = trace(STARTED, event(2, "run_finished", attempt=2), **more)
    assert broken_promises(killed) == [], "the kill may have come before it was made"
    assert broken_promises(trace(STARTED, end, **more)) == ["call c1 was made 1 times and counted 2 times"]


def test_a_fork_of_the_checkpoints_is_seen() -> None:
    final = trace(STARTED, event(2, "run_finished"), parents=Counter({("", ""): 1, ("", "x"): 2}))
    assert broken_promises(final) == ["checkpoint ('', 'x') has 2 children"]


def test_a_lost_or_changed_event_is_seen() -> None:
    cut = trace(STARTED, event(2, "warning", text="one"))
    final = trace(STARTED, event(2, "warning", text="two"), event(3, "run_finished"))
    assert broken_promises(final, [cut]) == ["event 2 (warning) was changed or lost"]


def test_a_gap_is_seen_unless_words_were_compacted_there() -> None:
    assert broken_promises(trace(STARTED, event(3, "run_finished"))) == ["event 2 is missing"]
    words = event(4, "text", "a", final=True, id="t")
    compacted = trace(STARTED, event(2, "node_started", "a"), words, event(5, "run_finished"))
    assert broken_promises(compacted) == []


def test_numbers_that_do_not_grow_and_a_late_attempt_are_seen() -> None:
    late = (event(2, "warning", attempt=2), event(3, "warning", attempt=1))
    assert broken_promises(trace(STARTED, *late, event(4, "run_finished", attempt=2))) == [
        "an older attempt wrote after a newer one"
    ]
    assert "the numbers of events do not grow" in broken_promises(
        trace(STARTED, event(3, "warning"), event(2, "warning"), event(4, "run_finished"))
    )


def test_a_run_without_an_end_or_with_two_is_seen() -> None:
    assert broken_promises(trace(STARTED)) == ["the run ended at [], its last event is 1"]
    both = trace(STARTED, event(2, "run_finished"), event(3, "run_finished"))
    assert broken_promises(both) == ["the run ended at [2, 3], its last event is 3"]


def test_a_home_without_a_database_or_a_run_has_no_trace(tmp_path: Path) -> None:
    assert read_trace(tmp_path) is None
    (tmp_path / "kasen.db").touch()
    assert read_trace(tmp_path) is None
