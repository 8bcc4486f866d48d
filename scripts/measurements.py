"""Measure, keep what was measured, and write docs/reference/measurements.md from it.

    python scripts/measurements.py list                      what can be measured, and when it last was
    python scripts/measurements.py run NAME… [--data DIR]    measure, and keep each result
    python scripts/measurements.py keep NAME FILE            keep a result that was measured elsewhere (`-`: from stdin)
        [--date DAY --machine WORDS --load WORDS --versions WORDS [--note WORDS]]
    python scripts/measurements.py write                     write the page (as `make measurements` does)
    python scripts/measurements.py --check                   say whether the page is what the kept results give (exit 1)

`benchmarks/measurements.toml` names the scripts and the targets; a result is kept in docs/reference/measurements as
NAME.json with its machine, versions, date and command. DIR holds the files that are not ours (`{data}` in a command).
`keep` takes machine, versions and date from a FILE that `run` wrote; of one that a script alone printed they are to be
told, and the page says that they were. `run`, `write` and `--check` say on stderr which results are older than what
they measured, where the table names that as `of`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from scripts.measurements_age import older
from scripts.measurements_page import page

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "benchmarks" / "measurements.toml"
PAGE = ROOT / "docs" / "reference" / "measurements.md"
RESULTS = ROOT / "docs" / "reference" / "measurements"
PACKAGES = ("kasen", "langgraph", "langchain-core", "lancedb", "pydantic", "sqlalchemy", "typer")
STAMPED = {"name", "command", "date", "runs", "machine", "versions", "figures"}
"""What a result has that `run` wrote."""
TOLD = {
    "date": "its day, as 2026-11-23",
    "machine": "processor and cores, in words",
    "load": "programs that waited for a processor, in words",
    "versions": "of what it was measured with, as `python 3.11.7, kasen 0.1.0`, and of the libraries that matter",
    "note": "what else has to be known of it",
}


def table(file: Path = TABLE) -> dict[str, list[dict[str, Any]]]:
    """Measurements and targets."""
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return {"measurement": found.get("measurement", []), "target": found.get("target", [])}


def results(folder: Path = RESULTS) -> dict[str, dict[str, Any]]:
    """Every kept result by its name."""
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))}


def machine() -> dict[str, Any]:
    """What it was measured on; `load` is the number of programs that waited for a processor just before."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "memory_gb": round(memory, 1),
        "load": round(os.getloadavg()[0], 1),
    }


def versions(more: Sequence[str] = ()) -> dict[str, str]:
    """Of Python and of the packages that matter to what is measured."""
    found = {"python": platform.python_version()}
    for name in (*PACKAGES, *more):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def measure(measurement: dict[str, Any], data: Path | None) -> dict[str, Any]:
    """Run its script and give what is kept. Raises SystemExit where it fails or prints no JSON object."""
    command, here = str(measurement["command"]), machine()
    if "{data}" in command and data is None:
        raise SystemExit(f"`{measurement['name']}` needs `--data DIR` with {', '.join(measurement.get('data', []))}")
    line = [part.replace("{data}", str(data)) for part in shlex.split(command)]
    began = time.perf_counter()
    done = subprocess.run([sys.executable, *line, "--json"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    try:
        figures = json.loads(done.stdout)
    except ValueError:
        figures = None
    if not isinstance(figures, dict):
        raise SystemExit(f"`{measurement['name']}` ended with {done.returncode} and printed no JSON object")
    if done.returncode:
        raise SystemExit(f"`{measurement['name']}` ended with {done.returncode}; what it printed is not kept")
    return kept(measurement, figures, here, seconds=round(time.perf_counter() - began, 1))


def kept(measurement: dict[str, Any], figures: dict[str, Any], here: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A result of this machine as it is stored. No path of it is in there."""
    stamp = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": here,
        "versions": {**versions(measurement.get("packages", ())), **measurement.get("versions", {})},
    }
    return stored(measurement, figures, {**stamp, **more})


def stored(measurement: dict[str, Any], figures: dict[str, Any], stamp: dict[str, Any]) -> dict[str, Any]:
    """Name and command, the stamp, and the figures."""
    command = f"python {measurement['command']} --json".replace("{data}/", "")
    runs = measurement.get("runs", 1)
    return {"name": measurement["name"], "command": command, "runs": runs, **stamp, "figures": figures}


def elsewhere(measurement: dict[str, Any], given: Any, told: dict[str, str]) -> dict[str, Any]:
    """A result that was not measured here, with the stamp that it has or that is told (`TOLD`).

    Nothing of this machine is put on it. Raises SystemExit for what is no result of the measurement and where a stamp
    is missing or given twice.
    """
    name = measurement["name"]
    if not isinstance(given, dict):
        raise SystemExit("what is to be kept is no JSON object")
    if given.keys() >= STAMPED:
        if given["name"] != name or any(told.values()):
            raise SystemExit(f"the file is stamped, as a result of `{given['name']}`: give that name and no stamp")
        return given
    missing = [f"--{key}" for key in ("date", "machine", "load", "versions") if not told.get(key)]
    if missing:
        raise SystemExit(f"the file does not say when and on what it was measured; tell {', '.join(missing)}")
    versions = told_versions(told["versions"])
    stamp = {
        "date": date.fromisoformat(told["date"]).isoformat(),
        "machine": {"told": told["machine"], "load": told["load"]},
        "versions": {**versions, **measurement.get("versions", {})},
    }
    return stored(measurement, given, {**stamp, **({"note": told["note"]} if told.get("note") else {})})


def told_versions(words: str) -> dict[str, str]:
    """`python 3.11.7, kasen 0.1.0` as name → number. Raises SystemExit where these two are missing."""
    parts = [part.split() for part in words.split(",")]
    found = {part[0]: part[1] for part in parts if len(part) == 2}
    if len(found) < len(parts) or not {"python", "kasen"} <= found.keys():
        raise SystemExit(
            "`--versions` takes names and numbers, with commas between, at least those of python and kasen"
        )
    return found


def store(result: dict[str, Any], folder: Path = RESULTS) -> Path:
    """Write a result beside the others."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{result['name']}.json"
    file.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return file


def write(file: Path = PAGE, *, check: bool = False) -> bool:
    """Write the page, or only look; True when it was what it should be."""
    text = page(table(), results())
    same = file.is_file() and file.read_text(encoding="utf-8") == text
    if not same and not check:
        file.write_text(text, encoding="utf-8")
    return same


def named(name: str) -> dict[str, Any]:
    """The measurement of that name. Raises SystemExit, with those that there are."""
    known = {str(one["name"]): one for one in table()["measurement"]}
    if name not in known:
        raise SystemExit(f"there is no measurement `{name}`; there is: {', '.join(known)}")
    return known[name]


def warn(lines: Iterable[str]) -> None:
    """Say on stderr which results are older than what they measured."""
    for line in lines:
        print(f"older than its code: {line}", file=sys.stderr)


def listed() -> None:
    """Print what can be measured."""
    dates = {name: result["date"] for name, result in results().items()}
    for one in table()["measurement"]:
        print(f"{one['name']:<20} {dates.get(one['name'], 'not yet'):<12} {one['command']}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["list", "run", "keep", "write"], default="list")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--data", type=Path, help="folder with the files that are not ours")
    parser.add_argument("--check", action="store_true", help="only say whether the page is stale")
    for option, what in TOLD.items():
        parser.add_argument(f"--{option}", default="", help=f"of a result that is kept and not stamped: {what}")
    given = parser.parse_args(arguments)
    if given.check:
        warn(older(table()["measurement"], results()))
        same = write(check=True)
        print("" if same else "stale, run `make measurements`: docs/reference/measurements.md\n", end="")
        return 0 if same else 1
    if given.what == "list":
        listed()
    elif given.what == "write":
        write()
        warn(older(table()["measurement"], results()))
    elif given.what == "keep":
        if len(given.names) != 2:
            parser.error("`keep` takes the NAME of a measurement and a FILE, or `-`")
        name, file = given.names
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        told = {option: getattr(given, option) for option in TOLD}
        print(store(elsewhere(named(name), json.loads(text), told)).relative_to(ROOT))
    else:
        if not given.names:
            known = ", ".join(str(one["name"]) for one in table()["measurement"])
            parser.error(f"`run` takes the NAME of a measurement, or several: {known}")
        for one in [named(name) for name in given.names]:
            print(store(measure(one, given.data)).relative_to(ROOT), flush=True)
        warn(older(table()["measurement"], results()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
