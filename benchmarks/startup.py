"""What a start of the command costs, against an empty typer app.

    python benchmarks/startup.py [--runs N] [--json]

Each command is started `--runs` times, in turn, so that a slow moment of the machine hits all alike. `ms` is the median
from start to end, `cpu_ms` what it took of a processor, `ratio` and `cpu_ratio` those of the empty app's. Compile the
bytecode first (`make setup` does), or the first start pays for it. `runs list` and `kb list` read an empty home.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from typing import NamedTuple

from kasen.settings.environment import plain_environment

EMPTY = "import typer\napp = typer.Typer(add_completion=False)\n@app.command()\ndef main() -> None: ...\napp({})"
CASES = {
    "empty": [sys.executable, "-c", EMPTY.format("[]")],
    "empty --help": [sys.executable, "-c", EMPTY.format("['--help']")],
    "kasen teams": [sys.executable, "-m", "kasen", "teams"],
    "kasen --help": [sys.executable, "-m", "kasen", "--help"],
    "kasen runs list": [sys.executable, "-m", "kasen", "runs", "list"],
    "kasen kb list": [sys.executable, "-m", "kasen", "kb", "list"],
}
AGAINST = {name: "empty --help" if name.endswith("--help") else "empty" for name in CASES if name.startswith("kasen")}


class Start(NamedTuple):
    """Milliseconds of one start, its end included."""

    ms: float
    cpu_ms: float


def start(command: list[str], home: str) -> Start:
    """One start. Raises RuntimeError when the command fails."""
    environment = plain_environment() | {"KASEN_HOME": home, "HOME": home}
    quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
    began = time.perf_counter()
    process = os.posix_spawn(command[0], command, environment, file_actions=quiet)
    _, status, took = os.wait4(process, 0)
    if status:
        raise RuntimeError(f"`{' '.join(command)}` failed")
    return Start(1000 * (time.perf_counter() - began), 1000 * (took.ru_utime + took.ru_stime))


def starts(runs: int) -> dict[str, list[Start]]:
    """Every start of each case, in turn; the first of each is not counted."""
    found: dict[str, list[Start]] = {name: [] for name in CASES}
    with tempfile.TemporaryDirectory() as home:
        for _ in range(runs + 1):
            for name, command in CASES.items():
                found[name].append(start(command, home))
    return {name: each[1:] for name, each in found.items()}


def measure(runs: int) -> dict[str, dict[str, float]]:
    """Medians of each case and, where there is something to compare with, the ratios."""
    found = starts(runs)
    medians = {name: Start(*map(statistics.median, zip(*each, strict=True))) for name, each in found.items()}
    return {
        name: {"ms": round(one.ms, 1), "cpu_ms": round(one.cpu_ms, 1)}
        | (ratios(one, medians[AGAINST[name]]) if name in AGAINST else {})
        for name, one in medians.items()
    }


def ratios(one: Start, other: Start) -> dict[str, float]:
    """How many times as long as the other."""
    return {"ratio": round(one.ms / other.ms, 2), "cpu_ratio": round(one.cpu_ms / other.cpu_ms, 2)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = measure(options.runs)
    if options.json:
        print(json.dumps(figures))
        return
    for name, figure in figures.items():
        ratio = f"{figure['ratio']:.2f} × {AGAINST[name]}" if "ratio" in figure else ""
        print(f"{name:<16} {figure['ms']:7.1f} ms {figure['cpu_ms']:7.1f} ms of a processor  {ratio}")


if __name__ == "__main__":
    main()
