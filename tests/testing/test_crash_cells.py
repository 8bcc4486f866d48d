"""Three kills of a run of each team; the benchmark makes hundreds. Nothing is lost, asked again or paid again.

All three befall one run, whose every owner is killed but the last. Under Temporal the owner that is left sees the run
through, so that there each kill has a run of its own: `test_crash_workers.py`.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kasen.teams.code.processes.marked import marked
from kasen.teams.code.watchdog.member import SHIM
from kasen.teams.code.worker.spec import MARK
from kasen.testing.crash import Crashes, Kill, Scenario, disturbed, every_step
from kasen.testing.crash_cells import comparable, measured, undisturbed
from kasen.testing.traces import judged
from teams.code.agents import Script, project
from teams.code.git.made import call
from teams.code.runs import PAIR_ADDS, pair
from testing.conftest import BACKENDS
from testing.durable import TEAMS, TESTS, scenarios

CODE_KILLS = [Kill(commit=13, after=True), Kill(commit=8, after=True), Kill(step=1)]
"""Of the runs of team `code`: while agents are started; while one works; when all was accepted."""


def killed_three_times(crashes: Crashes, place: Path, team: str) -> None:
    """In the middle of its work, then before the commit of the next step, then after that."""
    scenario = scenarios(place)[team]
    whole = undisturbed(crashes, place, scenario, timed=False)
    assert whole.steps >= 5
    assert whole.files
    assert team == "echo" or whole.trace.calls.total() >= 4
    kills = [Kill(commit=whole.commits // 2, after=True), Kill(step=1), Kill(step=1, after=True)]
    cell = measured(crashes, place, scenario, whole, [kills])
    assert cell.said == []
    assert cell.is_whole
    assert (cell.kills, cell.figures()["same_artifact"]) == (3, True)
    assert len(cell.takeovers) == 3


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("team", TEAMS)
def test_killed_three_times_a_run_of_each_team_ends_as_if_nothing_had_been(
    crashes_on: Callable[[str], Crashes], tmp_path: Path, team: str, backend: str
) -> None:
    killed_three_times(crashes_on(backend), tmp_path, team)


@pytest.mark.parametrize("backend", BACKENDS)
def test_whoever_drives_agents_is_killed_three_times_and_no_turn_is_taken_twice(
    databases: Callable[[Path], str], tmp_path: Path, backend: str
) -> None:
    """Their work lies in git and in the queue of the run, so that is what is looked at.

    What its workflow names is trusted in the user's folder of this test, so what forks the processes is begun here.
    """
    repo, script, home = project(tmp_path / "repo"), Script(tmp_path / "script"), tmp_path / "home"
    script.rule(agent="coder-1", edits=PAIR_ADDS, stalls=1.0)
    request = {"requirement": "Add the tax", "repo": str(repo), "workflow": str(pair(tmp_path, script))}
    of_home = databases if backend == "postgresql" else lambda _home: ""
    with Crashes(path=[TESTS], database=of_home, history=True) as crashes:
        found = disturbed(crashes, home, Scenario(team="code", request=request), CODE_KILLS)
    assert found.broken() == []
    assert (found.kills, len(found.takeovers)) == (3, 3)
    assert found.final is not None
    assert (found.final.status, found.final.result["outcome"]) == ("done", "completed")
    assert Counter(turn["agent"] for turn in script.calls()) == {"coder-1": 1, "reviewer-1": 1}
    branch = found.final.result["branch"]
    assert call(repo, "show", f"{branch}:src/backend/tax.py") == PAIR_ADDS["src/backend/tax.py"]
    made = call(repo, "log", "--format=%s", "--no-merges", f"{found.final.result['base']}..{branch}").splitlines()
    assert len(made) == len(set(made)) == 1
    assert not [mark for mark in {**marked(MARK), **marked(SHIM)} if mark.startswith(f"{found.final.run_id}/")]


def test_a_chain_that_forked_is_seen_where_all_of_it_is_kept(crashes_on_sqlite: Crashes, tmp_path: Path) -> None:
    assert crashes_on_sqlite.see_through(tmp_path, scenarios(tmp_path)["echo"]).error == ""
    whole = crashes_on_sqlite.trace(tmp_path)
    assert whole is not None
    assert judged(whole).all() == []
    with closing(sqlite3.connect(tmp_path / "kasen.db")) as file, file:
        file.execute("CREATE TABLE older AS SELECT * FROM checkpoints ORDER BY checkpoint_id LIMIT 1 OFFSET 2")
        file.execute("UPDATE older SET checkpoint_id = checkpoint_id || 'x'")
        file.execute("INSERT INTO checkpoints SELECT * FROM older")
    forked = crashes_on_sqlite.trace(tmp_path)
    assert forked is not None
    assert len(judged(forked).forks) == 1


@pytest.mark.slow
@pytest.mark.parametrize("team", TEAMS)
def test_killed_at_every_step_and_at_random_times_likewise(
    crashes_on_sqlite: Crashes, tmp_path: Path, team: str
) -> None:
    crashes = crashes_on_sqlite
    scenario = scenarios(tmp_path)[team]
    whole = undisturbed(crashes, tmp_path, scenario)
    chance = random.Random(team)
    kills = [[kill] for kill in every_step(whole.steps)]
    kills += [[Kill(seconds=chance.uniform(0, 1) * whole.seconds) for _ in range(2)] for _ in range(20)]
    cell = measured(crashes, tmp_path, scenario, whole, kills)
    assert cell.said == []
    assert cell.kills > 2 * whole.steps


ROW = '<tr>\n<td>grader</td><td class="number">{calls}</td>\n<td class="number">{price}</td>\n</tr>'
MADE = '<p class="made">2026-11-23 · x:m · 5 sources · {price}</p><p>a call of the grader</p>'


@pytest.mark.parametrize("words", [ROW, MADE])
def test_a_call_that_was_cut_off_and_has_no_price_makes_no_other_file(words: str) -> None:
    paid = words.format(calls=1, price="$0").encode()
    unknown = "<em>unknown</em>" if words is ROW else "price unknown"
    cut_off = words.format(calls=2, price=unknown).encode()
    assert paid != cut_off
    assert comparable(paid, b"01RUN") == comparable(cut_off, b"01RUN")


def test_other_words_make_another_file() -> None:
    made = MADE.format(price="$0").encode()
    assert comparable(made.replace(b"grader", b"writer"), b"01RUN") != comparable(made, b"01RUN")
