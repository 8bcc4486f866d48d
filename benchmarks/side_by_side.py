"""Research by Kasen beside two other programs, on the same question, pages, model and latencies.

`python benchmarks/side_by_side.py [--peers DIR] [--only kasen] [--rounds 3] [--plain] [--latency 1.0] [--json]`

`scripts/peers.sh [DIR]` installs gpt-researcher 0.16.1 and open_deep_research 0.0.16, each in an environment of its
own. Every program runs in a process of its own, with an empty environment, a home that is thrown away and a dummy
key, against one server on 127.0.0.1 that is its model, its search and its web: names of pages lead there, other names
have no address. The model is a script that answers each role with what stands in its prompt, after a fixed time; all
programs get the same statements from it.

Counted by the server. `calls`, `serial` (model latencies that follow one another), tokens (one for each run of
letters or digits and each other sign, of messages, tools and schemas), `pages` and those whose text was sent twice.
`run_s` are seconds from the question to the report inside the process, `command_s` those of the whole process,
`cpu_s` those of the processor; medians of the rounds. `resolve` is the share of citations that lead to a page of the
web; `supported` the share of cited sentences that `kasen.evidence.verify` finds in the page they cite,
`supported_plain` that have all their numbers and four fifths of their words in one sentence of it. `careless` is the
same with a model that, of each five statements it writes, gives one another figure and one a source that does not
exist. `faults` are runs in which the search or one page for one part of the question answers 500 for ever, or never
answers, in which all model calls for that part answer 500, or those that write the report. `killed` are kills −9
after a quarter, half and three quarters of the calls, each followed by a second start, with which Kasen carries its
run on, as `kasen runs continue` does, and the others begin anew: `calls_again` had been answered before and were
asked again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import platformdirs

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from benchmarks.peers.programs import KASEN, PEERS, SAVED, Program  # noqa: E402
from benchmarks.peers.server import Pace  # noqa: E402
from benchmarks.peers.trials import FAULTS, Trials  # noqa: E402

AT_ONCE = 3
"""Runs with a fault that go on beside one another; their seconds do not count."""
LEAST_PARTS = 2
"""Of the three parts of the question those that a report still has to answer when the work on one fails."""
TIMES = ("run_s", "command_s", "cpu_s")


async def main(trials: Trials, programs: Sequence[Program], rounds: int, *, plainly: bool = False) -> dict[str, Any]:
    """Everything of all programs; plain runs are interleaved, one at a time. `plainly`: these alone."""
    found = await _plain(trials, programs, rounds)
    if not plainly:
        await _harm(trials, programs, found)
    return {"pace": trials.pace._asdict(), "rounds": rounds, **found, "ratios": ratios(found)}


async def _plain(trials: Trials, programs: Sequence[Program], rounds: int) -> dict[str, dict[str, Any]]:
    plain: dict[str, list[dict[str, Any]]] = {one.name: [] for one in programs}
    for _ in range(rounds):
        for one in programs:
            plain[one.name].append(await trials.plain(one))
    return {
        name: {**runs[-1], **{key: statistics.median(run[key] for run in runs) for key in TIMES}}
        for name, runs in plain.items()
    }


async def _harm(trials: Trials, programs: Sequence[Program], found: dict[str, dict[str, Any]]) -> None:
    """Adds what comes of a careless writer, of faults and of kills."""
    for one in programs:
        found[one.name]["careless"] = await trials.plain(one, careless=True)
    places = asyncio.Semaphore(AT_ONCE)

    async def in_turn(work: Awaitable[dict[str, Any]]) -> dict[str, Any]:
        async with places:
            return await work

    failed = [(one.name, name) for one in programs for name in FAULTS]
    runs = await asyncio.gather(*(in_turn(trials.faulty(one, FAULTS[name])) for one in programs for name in FAULTS))
    for (program, fault), run in zip(failed, runs, strict=True):
        found[program].setdefault("faults", {})[fault] = run
    ended = [*programs, *(SAVED for one in programs if one.peer == SAVED.peer)]
    counts = [found[one.name if one.name in found else "open_deep_research"]["calls"] for one in ended]
    kills = (in_turn(trials.killed(one, calls)) for one, calls in zip(ended, counts, strict=True))
    for one, killed in zip(ended, await asyncio.gather(*kills), strict=True):
        found.setdefault(one.name, {})["killed"] = killed
    for run in found.values():
        run |= survived(run)


def survived(run: dict[str, Any]) -> dict[str, int]:
    """1 for what a program lives through: one part's work, or whoever writes, fails; kills, with nothing paid again."""
    faults, killed = run.get("faults", {}), run["killed"]
    branch = [one for name, one in faults.items() if name != "writer" and one["hit"]]
    lives = {"survives_kill": int(killed["reports"] == killed["kills"] and not killed["calls_again"])}
    if faults:
        lives["survives_branch"] = int(all(one["report"] and one["parts"] >= LEAST_PARTS for one in branch))
        lives["survives_writer"] = int(faults["writer"]["report"])
    return lives


def ratios(found: dict[str, Any]) -> dict[str, Any]:
    """What Kasen's deep mode takes, as a share of what each other takes."""
    ours = found.get("kasen")
    keys = ("calls", "serial", "tokens_in", "searches", "run_s", "command_s")
    if ours is None:
        return {}
    others = {name: run for name, run in found.items() if name != "kasen" and "calls" in run}
    return {name: {key: round(ours[key] / run[key], 2) for key in keys if run[key]} for name, run in others.items()}


def chosen(only: str, peers: Path | None) -> list[Program]:
    """The programs to compare. Raises SystemExit for a peer that is not installed."""
    wanted = [one for one in (*KASEN, *PEERS) if one.name.startswith(only)]
    missing = [one.name for one in wanted if not one.python(peers).exists()]
    if missing or not wanted:
        raise SystemExit(f"not installed: {', '.join(missing) or only}; run scripts/peers.sh")
    return wanted


def pythons(programs: Sequence[Program], peers: Path | None) -> dict[str, str]:
    """The version of the Python that each program runs on."""
    line = ["-c", "import platform; print(platform.python_version())"]
    asked = {one.name: [str(one.python(peers)), *line] for one in programs}
    return {name: subprocess.check_output(words, text=True).strip() for name, words in asked.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    cached = platformdirs.user_cache_path("kasen") / "peers"
    parser.add_argument("--peers", type=Path, default=cached, help="folder that scripts/peers.sh has filled")
    parser.add_argument("--only", default="", help="programs whose name begins so, as kasen")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plain", action="store_true", help="undisturbed runs only: what they take")
    parser.add_argument("--latency", type=float, default=1.0, help="seconds of a model's answer")
    parser.add_argument("--search-s", type=float, default=0.3)
    parser.add_argument("--page-s", type=float, default=0.2)
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    given = parser.parse_args()
    pace = Pace(given.latency, given.search_s, given.page_s)
    programs = chosen(given.only, given.peers)
    everything = asyncio.run(main(Trials(pace, given.peers), programs, given.rounds, plainly=given.plain))
    everything["python"] = pythons(programs, given.peers)
    if given.json:
        print(json.dumps(everything))
    else:
        print(json.dumps(everything, indent=2))
