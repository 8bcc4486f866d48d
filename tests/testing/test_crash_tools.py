"""What tools have done once is noted as a bill, and is not done again for a run whose receipt tells of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from sqlalchemy import delete

from kasen.runtime.store import Store
from kasen.runtime.tables import RECEIPTS, RUN_WEB, WEB_FOUND
from kasen.testing.crash import Crashes, Kill, Scenario
from kasen.testing.crash_child import rules_only
from kasen.testing.crash_tools import billed, painting
from kasen.testing.crash_workers import by_workers
from kasen.testing.traces import Trace, judged, read_bills
from kasen.tools.python.sandbox import available
from servers.temporal import Temporal
from testing.durable import scenarios

CrashesOn = Callable[[str], Crashes]
FORGET = "testing.test_crash_tools:forget"
SEARCHES_AND_PAGES = ("researcher", range(12, 20))
PROGRAM = ("data_analyst", range(28, 40))
PICTURE = ("visualizer", range(49, 62))
"""The node amid which a run is killed, and commits at which that may be, the usual one first."""


async def forget(store: Store) -> None:
    """Run by a child: receipts of tools and of pictures are gone, as with a memory that keeps nothing."""
    await store.write(lambda c: c.execute(delete(RUN_WEB)))
    await store.write(lambda c: c.execute(delete(WEB_FOUND)))
    await store.write(lambda c: c.execute(delete(RECEIPTS).where(RECEIPTS.c.role == "illustrator")))


def is_amid(cut: Trace | None, node: str, home: Path) -> bool:
    """Whether that node was at work, with a receipt of what it is to use in the database."""
    if cut is None:
        return False
    mine = {event["task"] for event in cut.events if event["node"] == node}
    open_ = mine & set(cut.tasks("node_started")) - set(cut.tasks("node_finished"))
    drawn = any(bill["role"] == "illustrator" and bill["call_id"] in cut.paid for bill in read_bills(home))
    if not open_ or node == "visualizer":
        return bool(open_) and drawn
    kept = {use.kind for use in cut.uses if use.key in cut.had}
    return kept >= ({"search", "page"} if node == "researcher" else {"program"})


def killed_amid(crashes: Crashes, place: Path, scenario: Scenario, node: str, at: Iterable[int]) -> tuple[Path, Trace]:
    """A home with a run that was killed there, and what stood in it."""
    for commit in at:
        home = place / f"home-{commit}"
        crashes.see_through(home, scenario, Kill(commit=commit, after=True))
        cut = crashes.trace(home)
        if cut is not None and is_amid(cut, node, home):
            return home, cut
    raise AssertionError(f"no kill came amid {node}")


def of_kinds(repaid: Iterable[str]) -> set[str]:
    return {words.partition(" ")[0] for words in repaid}


def is_seen_and_forgotten(crashes: Crashes, place: Path, scenario: Scenario, node: str, at: Iterable[int]) -> set[str]:
    """What is made again by a run that is carried on when its receipts are gone, by kind."""
    home, cut = killed_amid(crashes, place, scenario, node, at)
    assert crashes.run(home, FORGET).error == ""
    assert crashes.see_through(home, scenario).value["status"] == "done"
    final = crashes.trace(home)
    assert final is not None
    return of_kinds(judged(final, [cut]).repaid)


def test_searches_and_pages_are_made_once_and_seen_where_a_memory_forgets(
    crashes_on_sqlite: Crashes, tmp_path: Path
) -> None:
    scenario = scenarios(tmp_path)["research"]
    home, cut = killed_amid(crashes_on_sqlite, tmp_path / "kept", scenario, *SEARCHES_AND_PAGES)
    assert crashes_on_sqlite.see_through(home, scenario).value["status"] == "done"
    final = crashes_on_sqlite.trace(home)
    assert final is not None
    assert judged(final, [cut]).all() == []
    assert Counter(use.kind for use in final.uses) == {"search": 3, "page": 5}
    again = is_seen_and_forgotten(crashes_on_sqlite, tmp_path / "gone", scenario, *SEARCHES_AND_PAGES)
    assert again == {"search", "page"}


def test_so_it_is_over_workers_of_temporal(crashes_on_postgresql: Crashes, tmp_path: Path, temporal: Temporal) -> None:
    scenario = by_workers(scenarios(tmp_path)["research"], temporal.address)
    again = is_seen_and_forgotten(crashes_on_postgresql, tmp_path, scenario, *SEARCHES_AND_PAGES)
    assert again == {"search", "page"}


SLOW = pytest.mark.slow


@pytest.mark.skipif(bool(available()), reason="no sandbox on this machine")
@pytest.mark.parametrize(
    ("backend", "amid", "kind"),
    [
        ("sqlite", PICTURE, "call"),
        ("postgresql", PROGRAM, "program"),
        pytest.param("sqlite", PROGRAM, "program", marks=SLOW),
        pytest.param("postgresql", PICTURE, "call", marks=SLOW),
    ],
)
def test_programs_and_pictures_are_seen_where_a_memory_forgets(
    crashes_on: CrashesOn, tmp_path: Path, backend: str, amid: tuple[str, range], kind: str
) -> None:
    again = is_seen_and_forgotten(crashes_on(backend), tmp_path, scenarios(tmp_path)["slides"], *amid)
    assert again == {kind}


def test_a_host_without_tools_has_none_when_it_is_billed_either(tmp_path: Path) -> None:
    host = billed(rules_only(tmp_path), tmp_path)
    assert (host.search, host.fetch, host.python()) == (None, None, None)
    assert painting(tmp_path) is not None
