"""How often a résumé that never gets better passes the gate by luck, and one that is good enough fails.

`python evals/resume_gate.py [--runs 2000] [--json]`. Simulated critics: each look is the true quality plus noise, of
which a share is common to all critics of a round (they are models alike). The revision improves nothing, so that every
pass below the threshold is a false one. The gates are the program's own (`kasen.teams.resume.scoring`).
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Sequence
from typing import Any

from kasen.teams.resume.schemas.feedback import Feedback
from kasen.teams.resume.schemas.part import CRITICS
from kasen.teams.resume.scoring import LOOKS, decided, is_near, settled, weighed

THRESHOLD = 8.0
ROUNDS = 3
"""Rounds of review, as by default."""
CORRELATION = 0.7
CASES = [(true, sd) for true in (7.0, 7.5, 8.0, 8.5, 9.0) for sd in (0.5, 1.0)]


def main() -> None:
    """Print the table, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = simulate(asked.runs, asked.seed)
    if asked.json:
        print(json.dumps(found))
        return
    print(f"threshold {THRESHOLD:g}, {ROUNDS} rounds, nothing improves, {asked.runs} runs each")
    print("true  noise   passed by plain   passed by strict")
    for row in found["cases"]:
        print(f"{row['true']:>4}  {row['sd']:>5}   {row['plain']:>15.3f}   {row['strict']:>16.3f}")


def simulate(runs: int, seed: int = 0) -> dict[str, Any]:
    """The share of runs that pass within the rounds, per true quality and noise, by each gate."""
    rows = []
    for true, sd in CASES:
        chance = random.Random(f"{seed} {true} {sd}")
        strict = sum(_passes(true, sd, chance, "strict") for _ in range(runs)) / runs
        plain = sum(_passes(true, sd, chance, "plain") for _ in range(runs)) / runs
        rows.append({"true": true, "sd": sd, "plain": round(plain, 4), "strict": round(strict, 4)})
    return {"threshold": THRESHOLD, "rounds": ROUNDS, "runs": runs, "seed": seed, "cases": rows}


def _passes(true: float, sd: float, chance: random.Random, gate: str) -> bool:
    return any(_round(true, sd, chance, gate, number) for number in range(1, ROUNDS + 1))


def _round(true: float, sd: float, chance: random.Random, gate: str, number: int) -> bool:
    feedback = _look(true, sd, chance, number)
    scored = weighed(feedback, iteration=number)
    if gate == "strict" and is_near(scored, THRESHOLD):
        looks = [feedback, *(_look(true, sd, chance, number) for _ in range(LOOKS - 1))]
        feedback = [settled(same) for same in zip(*looks, strict=True)]
        scored = weighed(feedback, iteration=number)
    return decided(scored, threshold=THRESHOLD, gate=gate).passed


def _look(true: float, sd: float, chance: random.Random, number: int) -> list[Feedback]:
    shared = chance.gauss(0, sd * math.sqrt(CORRELATION))
    noise = [chance.gauss(0, sd * math.sqrt(1 - CORRELATION)) for _ in CRITICS]
    return _said([true + shared + one for one in noise], number)


def _said(scores: Sequence[float], number: int) -> list[Feedback]:
    found = []
    for agent, value in zip(CRITICS, scores, strict=True):
        score = round(min(max(value, 0), 10) * 2) / 2
        found.append(
            Feedback(agent=agent, iteration=number, score=score, looks=(score,), verdict="pass", by="simulated")
        )
    return found


if __name__ == "__main__":
    main()
