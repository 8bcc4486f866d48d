"""Which kept results are older than the code that they measured: a warning, as a change need not touch a figure."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


@cache
def changed(paths: tuple[str, ...]) -> str:
    """The day of the last commit that changed one of these; empty where Git does not say."""
    line = ["git", "log", "-1", "--format=%cs", "--", *paths]
    try:
        done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


def measured(measurement: Mapping[str, Any]) -> tuple[str, ...]:
    """What a measurement measures: its script, and the paths of `of`."""
    return (str(measurement["command"]).split()[0], *measurement.get("of", ()))


def older(
    measurements: Sequence[Mapping[str, Any]],
    results: Mapping[str, Mapping[str, Any]],
    last: Callable[[tuple[str, ...]], str] = changed,
) -> Iterator[str]:
    """A sentence for each result whose code was changed on a later day. Only what says `of` is looked at."""
    for one in measurements:
        result = results.get(str(one["name"]))
        if result is None or not one.get("of"):
            continue
        paths = measured(one)
        day = last(paths)
        if day > result["date"]:
            yield f"`{one['name']}` is of {result['date']}; what it measures changed on {day}: {', '.join(paths)}"
