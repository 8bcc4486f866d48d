"""What becomes of runs when everything fails: `python benchmarks/faults.py [--runs N] [--json]`.

Runs of `research` with a small web, played by script, in two processes that drive four each at once. Of the calls of
models 2 % time out, 2 % are answered 429, 3 % answered 500, 3 % are malformed JSON, 2 % break off in the middle; 5 % of
searches and 8 % of pages fail. Each process is killed every 10 to 20 seconds and another takes up its runs; every 3
seconds another program locks the database for 0.1 to 0.8 s. Retries do not wait as long as usual.

`usable`: runs that ended with findings. `failed`: runs of which any attempt ended in an error of its own; they are
carried on, at most twice. `broken`: promises that were broken: events lost or doubled, calls that nobody counts, paths
that fork. `errors`: why attempts failed.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from kasen.testing.crash import Crashes
from kasen.testing.crash_storm import Weather, storm
from kasen.testing.traces import read_traces
from testing.durable import TESTS

MEMORY = Path("/dev/shm")


def measure(home: Path, count: int, seed: int, longest_s: float) -> dict[str, Any]:
    """The whole table."""
    with Crashes(path=[TESTS]) as crashes:
        crashes.run(home, "testing.faulty:record", count=count)
        weather, chance = Weather(longest_s=longest_s), random.Random(seed)
        found = storm(crashes, home, "testing.faulty:work", weather, chance, seed=seed)
    results = (trace.result for trace in read_traces(home) if trace.status == "done")
    usable = sum(bool(result and result["findings"]) for result in results)
    print(*found.broken[:50], sep="\n", file=sys.stderr)
    return {
        "runs": found.runs,
        "usable": usable,
        "failed": found.failed,
        "broken": len(found.broken),
        "lost": count - found.runs,
        "statuses": dict(found.statuses),
        "attempts": found.attempts,
        "kills": found.kills,
        "locks": found.locks,
        "errors": dict(found.errors),
        "seconds": found.seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--longest", type=float, default=3600.0, help="seconds after which nobody is killed any more")
    parser.add_argument("--home", type=Path, default=MEMORY if MEMORY.is_dir() else None, help="where the home lies")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    place = Path(tempfile.mkdtemp(prefix="kasen-faults-", dir=options.home))
    found = measure(place, options.runs, options.seed, options.longest)
    if not found["broken"]:
        shutil.rmtree(place)
    print(json.dumps(found, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
