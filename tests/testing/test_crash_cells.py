"""Three kills of a run of each team; the benchmark makes hundreds. Nothing is lost, asked again or paid again."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kasen.testing.crash import Crashes, Kill, every_step
from kasen.testing.crash_cells import comparable, measured, undisturbed
from kasen.testing.traces import judged
from testing.durable import TEAMS, TESTS, scenarios


@pytest.fixture(scope="module")
def crashes() -> Iterator[Crashes]:
    with Crashes(path=[TESTS]) as crashes:
        yield crashes


@pytest.mark.parametrize("team", TEAMS)
def test_killed_three_times_a_run_of_each_team_ends_as_if_nothing_had_been(
    crashes: Crashes, tmp_path: Path, team: str
) -> None:
    scenario = scenarios(tmp_path)[team]
    whole = undisturbed(crashes, tmp_path, scenario, timed=False)
    assert whole.steps >= 5
    assert whole.files
    assert team == "echo" or whole.trace.calls.total() >= 4
    middle = whole.steps // 2
    kills = [[Kill(step=middle)], [Kill(step=middle, after=True)], [Kill(commit=whole.commits // 2, after=True)]]
    cell = measured(crashes, tmp_path, scenario, whole, kills)
    assert cell.said == []
    assert cell.is_whole
    assert (cell.kills, cell.figures()["same_artifact"]) == (3, True)
    assert len(cell.takeovers) == 3


def test_a_chain_that_forked_is_seen_where_all_of_it_is_kept(tmp_path: Path) -> None:
    with Crashes(path=[TESTS], history=True) as crashes:
        assert crashes.see_through(tmp_path, scenarios(tmp_path)["echo"]).error == ""
        whole = crashes.trace(tmp_path)
        assert whole is not None
        assert judged(whole).all() == []
        with closing(sqlite3.connect(tmp_path / "kasen.db")) as file, file:
            file.execute("CREATE TABLE older AS SELECT * FROM checkpoints ORDER BY checkpoint_id LIMIT 1 OFFSET 2")
            file.execute("UPDATE older SET checkpoint_id = checkpoint_id || 'x'")
            file.execute("INSERT INTO checkpoints SELECT * FROM older")
        forked = crashes.trace(tmp_path)
    assert forked is not None
    assert len(judged(forked).forks) == 1


@pytest.mark.slow
@pytest.mark.parametrize("team", TEAMS)
def test_killed_at_every_step_and_at_random_times_likewise(crashes: Crashes, tmp_path: Path, team: str) -> None:
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
