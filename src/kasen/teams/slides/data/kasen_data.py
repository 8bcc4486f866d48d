"""What code in the sandbox imports to read the mounted tables and to hand over figures. Standard library only.

Every result carries the numbers of the rows that it comes from; what is handed over is computed again outside.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

MARK = "kasen-figure: "
"""Begins each line that is a figure."""
HOW: dict[str, Callable[[list[float]], float]] = {
    "sum": math.fsum,
    "mean": statistics.fmean,
    "median": statistics.median,
    "min": min,
    "max": max,
    "count": len,
    "distinct": lambda values: len(set(values)),
}
"""Ways to bring values together."""


class Group(NamedTuple):
    """One value and where it comes from: `key`, `value`, `rows` (numbers of rows), and how it was computed."""

    key: str
    value: float | None
    rows: list[int]
    table: str
    trace: dict[str, Any]


class Pivot(NamedTuple):
    """A value for each pair of keys: `categories`, `series` (name → values), `rows`, and how each was computed."""

    categories: list[str]
    series: dict[str, list[float | None]]
    rows: list[int]
    table: str
    traces: dict[str, list[dict[str, Any]]]


def tables() -> list[str]:
    """Names of the tables."""
    return [entry["name"] for entry in _listed()]


def table(name: str = "") -> list[dict[str, Any]]:
    """Its rows as dicts: numbers, moments as text that sorts (`2024-04`), words, True or False, None for nothing.

    `_row` is the number of the row in the file, `_table` the name of the table. Rows that are totals are left out.
    """
    entry = _entry(name)
    kept = json.loads(Path(entry["file"]).read_text(encoding="utf-8"))
    columns = [column["name"] for column in entry["columns"]]
    return [
        {**dict(zip(columns, row, strict=True)), "_row": at, "_table": entry["name"]}
        for row, at in zip(kept["rows"], kept["at"], strict=True)
    ]


def columns(name: str = "") -> dict[str, str]:
    """Type of each column: number, date, text, bool or empty."""
    return {column["name"]: column["type"] for column in _entry(name)["columns"]}


def group(
    rows: Iterable[Mapping[str, Any]], by: str | Callable[[Mapping[str, Any]], Any], value: str = "", how: str = "sum"
) -> list[Group]:
    """One Group for each key of a column, or of a function of the row.

    `how`: sum, mean, median, min, max, count or distinct. Keys stand in the order of the rows, moments in that of time.
    """
    listed = list(rows)
    key_of = _key(by, listed)
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in listed:
        key = key_of(row)
        if key is not None and key != "":
            found.setdefault(str(key), []).append(row)
    keys = sorted(found) if all(_is_moment(key) for key in found) else list(found)
    return [_group(key, found[key], value, how) for key in keys]


def total(rows: Iterable[Mapping[str, Any]], value: str = "", how: str = "sum") -> Group:
    """One value of all rows."""
    return _group("", list(rows), value, how)


def top(groups: Sequence[Group], count: int = 10, rest: str = "") -> list[Group]:
    """The largest, largest first; with `rest`, a last one that adds up all others under that name."""
    ordered = sorted(groups, key=lambda one: -(one.value if one.value is not None else -math.inf))
    others = [one for one in ordered[count:] if one.value is not None]
    if not rest or not others or any(one.trace.get("how") not in ("sum", "count") for one in others):
        return [one._replace(trace={**one.trace, "cut": True}) for one in ordered[:count]] if others else ordered
    rows = [row for one in others for row in one.rows]
    value = math.fsum(one.value or 0.0 for one in others)
    return [*ordered[:count], Group(rest, value, rows, others[0].table, {**others[0].trace, "rows": rows})]


def share(groups: Sequence[Group]) -> list[Group]:
    """Each value in percent of the sum of all."""
    whole = math.fsum(one.value or 0.0 for one in groups)
    rows = [row for one in groups for row in one.rows]
    return [
        one._replace(
            value=None if one.value is None or not whole else 100 * one.value / whole,
            trace={**one.trace, "how": "share", "base": one.trace["how"], "whole": rows},
        )
        for one in groups
    ]


def change(groups: Sequence[Group], to_first: bool = False) -> list[Group]:
    """From each value to the next in percent, under the key of the next; or each against the first."""
    found: list[Group] = []
    if not groups:
        return found
    for before, one in zip([groups[0]] * len(groups) if to_first else groups, groups[1:], strict=False):
        value = None
        if before.value and one.value is not None:
            value = 100 * (one.value - before.value) / abs(before.value)
        trace = {**one.trace, "how": "change", "base": one.trace["how"], "whole": before.rows}
        found.append(one._replace(value=value, rows=[*before.rows, *one.rows], trace=trace))
    return found


def pivot(
    rows: Iterable[Mapping[str, Any]],
    index: str | Callable[[Mapping[str, Any]], Any],
    columns: str | Callable[[Mapping[str, Any]], Any],
    value: str = "",
    how: str = "sum",
) -> Pivot:
    """Categories are the keys of `index`, series those of `columns`."""
    listed = list(rows)
    categories = [one.key for one in group(listed, index, value, how)]
    series: dict[str, list[float | None]] = {}
    traces: dict[str, list[dict[str, Any]]] = {}
    name_of = _key(columns, listed)
    parts: dict[str, list[Mapping[str, Any]]] = {}
    for row in listed:
        name = name_of(row)
        if name is not None and name != "":
            parts.setdefault(str(name), []).append(row)
    for name, part in parts.items():
        found = {one.key: one for one in group(part, index, value, how)}
        series[name] = [found[key].value if key in found else None for key in categories]
        traces[name] = [found[key].trace if key in found else {} for key in categories]
    return Pivot(categories, series, [row["_row"] for row in listed], listed[0]["_table"] if listed else "", traces)


def figure(  # noqa: PLR0913 - keywords that code in the sandbox writes
    id: str,
    kind: str = "chart",
    *,
    chart: str = "bar",
    title: str = "",
    of: Any = None,
    categories: Sequence[Any] = (),
    series: Mapping[str, Sequence[Any]] | None = None,
    unit: str = "",
    rows: Any = None,
    table: str = "",
    shows: str = "",
    name: str = "",
    how: str = "",
) -> None:
    """Hand over a chart. `of`: a list of Groups, a Pivot, or a dict of series name → list of Groups.

    Without `of`: `categories`, `series` and the `rows` that they come from. `name`: of the one series.
    """
    if kind in ("table", "number"):
        raise ValueError("use table_figure() or number() for that")
    chart, kind = (chart, kind) if kind == "chart" else (kind, "chart")  # figure("F1", "line", …)
    body: dict[str, Any] = {"chart": chart, "unit": unit, "how": how}
    if of is not None:
        body |= _drawn(of, name or title)
    else:
        values = {str(key): [_number(value) for value in said] for key, said in (series or {}).items()}
        body |= {"categories": [str(key) for key in categories], "series": values, "traces": {}}
        body |= {"rows": _rows(rows), "table": _table_of(rows)}
    body["table"] = table or body.get("table") or ""
    _say({"id": id, "kind": kind, "title": title, "shows": shows, **body})


def table_figure(
    id: str, *, title: str = "", columns: Sequence[str], rows: Sequence[Any], table: str = "", shows: str = ""
) -> None:
    """Hand over a table. `rows`: rows of `table()`, of which `columns` are shown; or Groups (key and value)."""
    cells: list[list[Any]] = []
    used: list[list[int]] = []
    names = [str(column) for column in columns]
    for row in rows:
        if isinstance(row, Group):
            cells.append([row.key, _number(row.value)])
            used.append(row.rows)
        elif isinstance(row, Mapping):
            cells.append([row.get(name) for name in names])
            used.append([row["_row"]] if "_row" in row else [])
        else:
            cells.append(list(row))
            used.append([])
    traces = [row.trace if isinstance(row, Group) else {} for row in rows]
    flat = [number for part in used for number in part]
    body = {"columns": names, "cells": cells, "used": used, "traces": traces, "rows": flat}
    _say({"id": id, "kind": "table", "title": title, "shows": shows, "table": table or _table_of(rows), **body})


def number(  # noqa: PLR0913 - keywords that code in the sandbox writes
    id: str,
    value: Any,
    unit: str = "",
    rows: Any = None,
    says: str = "",
    *,
    title: str = "",
    table: str = "",
    how: str = "",
    column: str = "",
) -> None:
    """Hand over one number: a Group, or a value with its `rows`, `how` (sum, mean, count, …) and `column`."""
    body: dict[str, Any] = {"unit": unit, "how": how, "column": column}
    if isinstance(value, Group):
        body |= {"value": _number(value.value), "rows": value.rows, "table": value.table, "trace": value.trace}
    else:
        body |= {"value": _number(value), "rows": _rows(rows), "table": table or _table_of(rows), "trace": {}}
    _say({"id": id, "kind": "number", "title": title, "shows": says, **body})


def _drawn(of: Any, name: str) -> dict[str, Any]:
    if isinstance(of, Pivot):
        return {
            "categories": of.categories,
            "series": {key: [_number(value) for value in values] for key, values in of.series.items()},
            "traces": of.traces,
            "rows": of.rows,
            "table": of.table,
        }
    named: dict[str, list[Group]] = dict(of) if isinstance(of, Mapping) else {name: list(of)}
    first = next(iter(named.values()), [])
    keys = [one.key for one in first]
    found = {key: {one.key: one for one in groups} for key, groups in named.items()}
    return {
        "categories": keys,
        "series": {n: [_number(by[k].value) if k in by else None for k in keys] for n, by in found.items()},
        "traces": {n: [by[k].trace if k in by else {} for k in keys] for n, by in found.items()},
        "rows": sorted({row for groups in named.values() for one in groups for row in one.rows}),
        "table": first[0].table if first else "",
    }


def _key(by: Any, rows: Sequence[Mapping[str, Any]]) -> Callable[[Mapping[str, Any]], Any]:
    """What tells the key of a row."""
    if callable(by):
        key_of: Callable[[Mapping[str, Any]], Any] = by
        return key_of
    if not isinstance(by, str):
        raise TypeError(f"by={by!r}: the name of one column, or a function of a row")
    _look_for(by, rows)
    return lambda row: row.get(by)


def _look_for(name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows and name not in rows[0]:
        raise KeyError(f"there is no column {name!r}; there is: {', '.join(k for k in rows[0] if k[:1] != '_')}")


def _group(key: str, rows: Sequence[Mapping[str, Any]], value: str, how: str) -> Group:
    if how not in HOW:
        raise ValueError(f"how={how!r}: one of {', '.join(HOW)}")
    if value or how != "count":
        _look_for(value, rows)
    numbers = [row["_row"] for row in rows]
    where = str(rows[0].get("_table", "")) if rows else ""
    if how == "count":
        result: float | None = len(rows)
    else:
        values = [row[value] for row in rows if row[value] is not None]
        if how != "distinct" and any(not isinstance(one, int | float) for one in values):
            raise TypeError(f"the column {value!r} is no number")
        result = float(HOW[how](values)) if values else None
    return Group(key, result, numbers, where, {"rows": numbers, "column": value, "how": how})


def _rows(given: Any) -> list[int]:
    if given is None:
        return []
    found: list[int] = []
    for one in given:
        if isinstance(one, Group):
            found += one.rows
        elif isinstance(one, Mapping):
            found.append(int(one["_row"]))
        else:
            found.append(int(one))
    return found


def _table_of(given: Any) -> str:
    for one in given if given is not None else ():
        if isinstance(one, Group):
            return one.table
        if isinstance(one, Mapping):
            return str(one.get("_table", ""))
    return ""


def _number(value: Any) -> float | None:
    if value is None:
        return None
    number = float(value)
    return number if math.isfinite(number) else None


def _is_moment(key: str) -> bool:
    start = key.removeprefix("FY")[:4]
    return len(start) == 4 and start.isdigit()


def _listed() -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(Path("tables.json").read_text(encoding="utf-8"))
    return listed


def _entry(name: str) -> dict[str, Any]:
    listed = _listed()
    wanted = name.strip().casefold()
    if not wanted and len(listed) == 1:
        return listed[0]
    for entry in listed:
        if wanted in [alias.casefold() for alias in entry["aliases"]]:
            return entry
    raise KeyError(f"there is no table {name!r}; there is: {', '.join(entry['name'] for entry in listed)}")


def _say(body: Mapping[str, Any]) -> None:
    """Each list of row numbers is said once: figures of 200,000 rows are one line that can be read."""
    lists = _Lists()
    said = {key: lists.placed(key, value) for key, value in body.items()}
    line = json.dumps({**said, "lists": lists.said}, ensure_ascii=False, allow_nan=False, default=str)
    sys.stdout.write("\n" + MARK + line + "\n")
    sys.stdout.flush()


class _Lists:
    """Lists of row numbers, which stand in a figure as their places among these."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._places: dict[str, int] = {}
        self._of: dict[int, int] = {}  # by identity: all shares of a whole hold one list

    def placed(self, key: str, value: Any) -> Any:
        if key == "traces" and isinstance(value, Mapping):
            return {name: [self.placed("trace", one) for one in listed] for name, listed in value.items()}
        if key == "traces":
            return [self.placed("trace", one) for one in value]
        if key == "trace":
            return {name: self.placed(name, one) for name, one in value.items()}
        if key == "used":
            return [self._place(rows) for rows in value]
        return self._place(value) if key in ("rows", "whole") else value

    def _place(self, rows: list[int]) -> int:
        if id(rows) not in self._of:
            text = _short(rows)
            self._of[id(rows)] = self._places.setdefault(text, len(self._places))
            if len(self._places) > len(self.said):
                self.said.append(text)
        return self._of[id(rows)]


def _short(rows: Iterable[int]) -> str:
    """In order, each as its distance from the one before it; `1*5` is five times the same distance."""
    found: list[list[int]] = []
    before = 0
    for row in sorted(rows):
        if found and found[-1][0] == row - before:
            found[-1][1] += 1
        else:
            found.append([row - before, 1])
        before = row
    return " ".join(f"{step}*{count}" if count > 1 else str(step) for step, count in found)
