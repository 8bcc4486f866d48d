"""What a start of the command costs, against an empty typer app.

    python benchmarks/startup.py [--runs N] [--json]

Each command is started `--runs` times, in turn, so that a slow moment of the machine hits all alike; the
figure is the median. Compile the bytecode first (`make setup` does), or the first start pays for it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time

EMPTY = "import typer\napp = typer.Typer(add_completion=False)\n@app.command()\ndef main() -> None: ...\napp({})"
CASES = {
    "empty": [sys.executable, "-c", EMPTY.format("[]")],
    "empty --help": [sys.executable, "-c", EMPTY.format("['--help']")],
    "kasen teams": [sys.executable, "-m", "kasen", "teams"],
    "kasen --help": [sys.executable, "-m", "kasen", "--help"],
}
AGAINST = {"kasen teams": "empty", "kasen --help": "empty --help"}


def seconds(command: list[str]) -> float:
    """How long one start takes, its end included."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def measure(runs: int) -> dict[str, dict[str, float]]:
    """Median milliseconds of each case and, where there is something to compare with, the ratio."""
    found: dict[str, list[float]] = {name: [] for name in CASES}
    for _ in range(runs):
        for name, command in CASES.items():
            found[name].append(seconds(command) * 1000)
    medians = {name: statistics.median(values) for name, values in found.items()}
    return {
        name: {"ms": round(ms, 1)} | ({"ratio": round(ms / medians[AGAINST[name]], 2)} if name in AGAINST else {})
        for name, ms in medians.items()
    }


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
        print(f"{name:<14} {figure['ms']:7.1f} ms  {ratio}")


if __name__ == "__main__":
    main()
