"""What kills cost: `python benchmarks/durability.py [--team T] [--engine E] [--backend B] [-n N] [--sweep] [--json]`.

`--checkpoints memory|redis` keeps the state between two steps there; runs, events and receipts stay in the database. In
memory it is lost with its process: the run begins again and has from its receipts what was paid, so that its nodes
count as `repeated`, and `forks` rests on the order of attempts, as nobody looks into Redis.

Runs of each team, played by script with calls that are billed, in processes forked from one that has imported
everything. Each run is killed with SIGKILL at one random time, `-n` runs of each team; with `--sweep` the runs of
`research` besides at every boundary of a super-step, before and after the commit of its checkpoint. Then it is carried
on to its end and held against a run that nobody disturbed.

`lost`: runs that could not be continued to their end. `repeated`: finished nodes that ran again and roles asked again.
`repaid`: calls, searches, pages, programs and pictures that had a receipt and were made again. `forks`: checkpoints
with two children, attempts whose events are mixed; for that all checkpoints are kept, unless `--pruned`. `others`:
events lost or changed, calls not counted.
`same_artifact`: all files of all runs are those of the undisturbed one, but for its id, times, and what the run says
that it took. `takeover`: seconds from the start of the next process until its attempt has begun, which with engine
`temporal` is from the kill. Of team `code` whoever drives the agents is killed, see `durability_code.py`.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from benchmarks.durability_code import of_code

from kasen.testing.crash import Crashes, Kill, every_step
from kasen.testing.crash_cells import Cell, measured, undisturbed
from kasen.testing.crash_workers import by_workers
from testing.durable import TEAMS, TESTS, scenarios

BACKENDS = ("sqlite", "postgresql")
ENGINES = ("embedded", "temporal")
CHECKPOINTS = ("database", "memory", "redis")
MEMORY = Path("/dev/shm")
CODE = "code"


def at_random(seconds: float, chance: random.Random) -> Iterator[Sequence[Kill]]:
    """Kills at random times, without end."""
    while True:
        yield [Kill(seconds=chance.uniform(0.0, 1.0) * seconds)]


def of_team(crashes: Crashes, place: Path, team: str, options: argparse.Namespace) -> Cell:
    """One cell of the table."""
    scenario = scenarios(place)[team]
    scenario = by_workers(scenario, options.temporal) if options.temporal else scenario
    whole = undisturbed(crashes, place, scenario)
    every = [[kill] for kill in every_step(whole.steps)] if options.sweep and team == "research" else []
    kills = chain(every, at_random(whole.seconds, random.Random(options.seed)))
    return measured(crashes, place, scenario, whole, kills, most=len(every) + options.n, spare=bool(options.temporal))


@contextmanager
def databases(backend: str, place: Path) -> Iterator[Callable[[Path], str]]:
    """Home → address of a database of its own."""
    if backend == "sqlite":
        yield lambda _home: ""
        return
    from kasen.runtime.database import open_database
    from servers.postgresql import PostgreSQL

    (place / "server").mkdir()
    place.chmod(0o755)  # PostgreSQL runs as somebody else where this is run by root
    with PostgreSQL(place / "server", keeps=True) as server:
        template = server.create()
        open_database(place / "migrated", server.address(template)).dispose()
        yield cache(lambda _home: server.address(server.create(template=template)))


@contextmanager
def workflows(engine: str, place: Path) -> Iterator[str]:
    """The address of a Temporal server, where that is the engine."""
    if engine != "temporal":
        yield ""
        return
    from servers.temporal import Temporal

    (place / "temporal").mkdir()
    with Temporal(place / "temporal") as server:
        yield server.address


@contextmanager
def checkpoints(where: str, place: Path) -> Iterator[str]:
    """The setting for that place, with a server of its own where that is Redis."""
    if where != "redis":
        yield "memory:" if where == "memory" else ""
        return
    from servers.redis import Redis

    (place / "redis").mkdir()
    with Redis(place / "redis") as server:
        yield server.url


def measure(options: argparse.Namespace, place: Path) -> dict[str, Any]:
    """The whole table: a cell for each team."""
    with_code = options.engine == "embedded" and options.checkpoints == "database"
    teams = options.team or [*TEAMS, *([CODE] if with_code else [])]
    found: dict[str, Any] = {"engine": options.engine, "backend": options.backend}
    found |= {"checkpoints": options.checkpoints} if options.checkpoints != "database" else {}
    with (
        workflows(options.engine, place) as options.temporal,
        databases(options.backend, place) as database,
        checkpoints(options.checkpoints, place) as elsewhere,
        Crashes(path=[TESTS], database=database, history=not options.pruned, checkpoints=elsewhere) as crashes,
    ):
        for team in teams:
            mine = place / team
            mine.mkdir()
            is_code = team == CODE
            cell = of_code(mine, options, database) if is_code else of_team(crashes, mine, team, options)
            found[team] = cell.figures()
            print(f"{team}: {found[team]}", *cell.said, sep="\n  ", file=sys.stderr)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--team", choices=[*TEAMS, CODE], nargs="+", help="only these")
    parser.add_argument("--engine", choices=ENGINES, default="embedded")
    parser.add_argument("--backend", choices=BACKENDS, default="sqlite")
    parser.add_argument("--checkpoints", choices=CHECKPOINTS, default="database", help="engine embedded, team not code")
    parser.add_argument("-n", type=int, default=20, help="random kills of each team")
    parser.add_argument("--sweep", action="store_true", help="research also at every boundary of a super-step")
    parser.add_argument("--pruned", action="store_true", help="checkpoints go as they do for users")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--home", type=Path, default=MEMORY if MEMORY.is_dir() else None, help="where homes lie")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.engine == "temporal":
        options.backend = "postgresql"  # a database that workers share
        if CODE in (options.team or ()):
            parser.error("team `code` is driven at its terminal alone")
    if options.checkpoints != "database" and (options.engine == "temporal" or CODE in (options.team or ())):
        parser.error("checkpoints elsewhere have one owner: engine `embedded`, and a team other than `code`")
    place = Path(tempfile.mkdtemp(prefix="kasen-durability-", dir=options.home))
    found = measure(options, place)
    kept = [name for name, cell in found.items() if isinstance(cell, dict) and _is_bad(cell)]
    if kept:
        print(f"see {place}: {', '.join(kept)}", file=sys.stderr)
    else:
        shutil.rmtree(place, ignore_errors=True)
    print(json.dumps(found, indent=None if options.json else 2))


def _is_bad(cell: dict[str, Any]) -> bool:
    counts = ("lost", "repeated", "repaid", "forks", "others")
    return any(cell[name] for name in counts) or not cell["same_artifact"]


if __name__ == "__main__":
    main()
