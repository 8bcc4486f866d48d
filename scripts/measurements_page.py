"""The page of measurements as Markdown: targets with what was reached, then every result with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

NOTE = (
    "<!-- Written by scripts/measurements.py from docs/reference/measurements/*.json; measure again, then run"
    " `make measurements`. -->\n\n"
)
HEAD = """\
# Measurements

What was measured, with which command, on which machine. Ratios are taken in one run in which the two programs take
turns, so that a slow moment of the machine hits both alike. Milliseconds and seconds are those of the machine that is
named (`load`: programs that waited for a processor just before); counts and ratios depend little on it. Of a
result that was brought from elsewhere, what is told of the machine is in quotation marks. What was measured besides
stands beside its script, in [benchmarks](../../benchmarks/README.md) and in [evals](../../evals/README.md).

`python scripts/measurements.py run NAME` measures again and keeps the result, `make measurements` writes this page.
"""
NOT_YET = "not measured yet"
SHOWN = 12
"""Columns of a table; what is wider becomes one line per figure."""


class Judged(NamedTuple):
    """A target with what was measured, and what is told with it. `value` is None where nothing was."""

    target: Mapping[str, Any]
    value: float | None
    reached: bool | None
    beside: Mapping[str, float | None] = {}


def page(table: Mapping[str, Sequence[Mapping[str, Any]]], results: Mapping[str, Mapping[str, Any]]) -> str:
    """The whole page."""
    judged = [judge(target, results) for target in table["target"]]
    parts = [HEAD, "## Targets\n", *targets(judged)]
    for measurement in table["measurement"]:
        if result := results.get(str(measurement["name"])):
            parts.append(section(measurement, result))
    missing = [f"`{one['name']}`" for one in table["measurement"] if one["name"] not in results]
    if missing:
        parts.append(f"## Not measured yet\n\n{', '.join(missing)}\n")
    return NOTE + "\n".join(parts).rstrip() + "\n"


def judge(target: Mapping[str, Any], results: Mapping[str, Mapping[str, Any]]) -> Judged:
    """Hold what was measured against a target. Of several figures the worst counts."""
    result = results.get(str(target.get("measured", "")))
    paths = target.get("figure", [])
    values = (
        [value_at(result["figures"], path) for path in ([paths] if isinstance(paths, str) else paths)] if result else []
    )
    if not result or not values or None in values:
        return Judged(target, None, None)
    numbers = [float(value) for value in values if value is not None]
    worst = min(numbers) if "at_least" in target else max(numbers)
    beside = {name: value_at(result["figures"], path) for name, path in target.get("beside", {}).items()}
    return Judged(target, worst, None if target.get("stated") else is_reached(worst, target), beside)


def is_reached(value: float, target: Mapping[str, Any]) -> bool:
    """Whether a value is what a target wants: `at_most`, `at_least` or `equals`."""
    if "at_most" in target:
        return value <= float(target["at_most"])
    return value >= float(target["at_least"]) if "at_least" in target else value == float(target["equals"])


def value_at(figures: Any, path: str) -> float | None:
    """The number at `a/b`; `a/b : a/c` is one divided by the other. None where there is none."""
    whole, _, part = path.partition(" : ")
    if part:
        one, other = value_at(figures, whole), value_at(figures, part)
        return round(one / other, 4) if one is not None and other else None
    for key in path.split("/"):
        if isinstance(figures, list) and key.isdigit() and int(key) < len(figures):
            figures = figures[int(key)]
        elif isinstance(figures, Mapping) and key in figures:
            figures = figures[key]
        else:
            return None
    if isinstance(figures, list):  # of things that went wrong
        return float(len(figures))
    return float(figures) if isinstance(figures, int | float) else None


def targets(judged: Sequence[Judged]) -> Iterator[str]:
    """A table for each subject, and what keeps the figures from the targets that are not reached."""
    for subject, group in groupby(judged, key=lambda one: one.target["subject"]):
        rows = list(group)
        yield f"### {subject}\n\n" + markdown(
            ["target", "wanted", "measured", "reached", "by"], [line(one) for one in rows]
        )
        told = [f"- **{one.target['name']}**: {one.target['limits']}" for one in rows if is_short(one)]
        if told:
            yield "\n".join(told) + "\n"


def is_short(one: Judged) -> bool:
    """Whether a target is not reached and it is known why."""
    return not one.reached and bool(one.target.get("limits")) and (one.value is not None or "needs" in one.target)


def line(one: Judged) -> list[str]:
    """The row of a target."""
    target, unit = one.target, str(one.target.get("unit", ""))
    signs = [f"{WANTED[sign]}{shown(float(target[sign]), unit)}" for sign in WANTED if sign in target]
    wanted = signs[0] if signs else "stated"
    missing = f"not measurable without {target['needs']}" if "needs" in target else NOT_YET
    measured = missing if one.value is None else shown(one.value, unit) + told_beside(one)
    by = f"`{target['measured']}`" if "measured" in target else ""
    return [str(target["name"]), wanted, measured, {True: "yes", False: "**no**", None: "–"}[one.reached], by]


def told_beside(one: Judged) -> str:
    """What is told with a figure, in its unit or that of `beside_unit`."""
    unit = str(one.target.get("beside_unit", one.target.get("unit", "")))
    told = [f"{name} {'–' if value is None else shown(value, unit)}" for name, value in one.beside.items()]
    return f" ({', '.join(told)})" if told else ""


WANTED = {"at_most": "≤ ", "at_least": "≥ ", "equals": ""}


def shown(value: float, unit: str) -> str:
    """A number with its unit; `%` takes shares of 1."""
    if unit == "%":
        return f"{100 * value:.1f} %".replace(".0 %", " %")
    number = f"{value:,.3f}".rstrip("0").rstrip(".") if abs(value) < 100 else f"{value:,.0f}"
    return f"{number} {unit}".rstrip()


def section(measurement: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    """Everything about one result."""
    here, made = result["machine"], result["versions"]
    times = "1 run" if result["runs"] == 1 else f"{result['runs']} runs"
    packages = ", ".join(f"{name} {number}" for name, number in made.items())
    parts = [f"## {result['name']}\n", f"{measurement['about']}\n", f"`{result['command']}`\n"]
    parts.append(" · ".join(filter(None, [result["date"], times, place(here), packages])) + "\n")
    if "note" in result:
        parts.append(f"{result['note']}\n")
    parts += tables(result["figures"])
    return "\n".join(parts)


def place(here: Mapping[str, Any]) -> str:
    """The machine; in quotation marks where somebody told of it."""
    if "told" in here:
        return f"“{here['told']}, load {here['load']}”"
    return f"{here['system']}, {here['processor']}, {here['cores']} cores, {here['memory_gb']} GB, load {here['load']}"


def tables(figures: Mapping[str, Any]) -> Iterator[str]:
    """Figures as tables: those of one kind side by side, the others one below the other."""
    alike = {key: value for key, value in figures.items() if isinstance(value, Mapping) and value}
    rows = {key: dict(flat(value)) for key, value in alike.items()}
    columns = list(dict.fromkeys(name for row in rows.values() for name in row))
    wide = not 0 < len(columns) <= SHOWN or len(rows) < 2
    plain = {key: value for key, value in figures.items() if wide or key not in alike}
    if found := list(flat(plain)):
        yield markdown(["figure", "value"], [[name, value] for name, value in found])
    if not wide:
        yield markdown(["", *columns], [[key, *(row.get(name, "") for name in columns)] for key, row in rows.items()])


def flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every figure with its path; of lists the length."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from flat(inner, f"{name} / {key}" if name else str(key))
    elif isinstance(value, list):
        yield name, f"{len(value)} entries" if any(isinstance(one, Mapping | list) for one in value) else of_list(value)
    else:
        yield name, f"{value:,}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def of_list(value: Sequence[Any]) -> str:
    """A short list as it is, a long one as its length."""
    return ", ".join(map(str, value)) or "none" if len(value) <= 4 else f"{len(value)} entries"


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; bars are escaped."""
    lines = [list(head), ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(one)} |" for one in lines) + "\n"
