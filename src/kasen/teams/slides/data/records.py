"""JSON and JSON Lines: lists of objects, objects of lists, and such things deep inside others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from kasen.teams.slides.data.cells import Raw
from kasen.teams.slides.data.delimited import text_of
from kasen.teams.slides.data.sheet import CELL_CHARS, MOST_COLUMNS, MOST_TABLES, Cutter, Sheet, Unusable, said

_DEEPEST = 8
"""Levels at which lists of records are looked for."""
_FLAT = 3
"""Levels of objects inside a record that become columns of their own: `address.city`."""
_NO_TABLE = "holds no table: neither a list of objects nor an object of lists"


def read_json(path: Path, lang: str) -> list[Sheet]:
    """A table for each list of records that it holds, named by its path: `data.items`. Raises Unusable."""
    text, is_cut = text_of(path)
    if is_cut:
        raise Unusable("is a JSON file of more than 64 MB; save it as JSON Lines or CSV")
    tree = _parsed(text)
    sheets = [_sheet(name, found, lang) for name, found in _tables(tree, "", 0)][:MOST_TABLES]
    sheets = [sheet for sheet in sheets if len(sheet.rows) > 1]
    if not sheets:
        raise Unusable(_NO_TABLE)
    return sheets


def read_json_lines(path: Path, lang: str) -> list[Sheet]:
    """One table: each line an object, or a list. Raises Unusable."""
    text, is_cut = text_of(path)
    records: list[Any] = []
    bad = 0
    for line in text.splitlines():
        if not line.strip():
            continue
        try:
            records.append(_parsed(line))
        except Unusable:
            bad += 1
    records = [record for record in records if isinstance(record, dict | list)]
    if not records or bad > len(records):
        raise Unusable("is not JSON Lines: one object per line")
    sheet = _sheet("", records, lang)
    if bad:
        sheet.notes.append(
            said(lang, f"{bad} 行は JSON でなく、除いた。", f"{bad} line(s) are no JSON and were left out.")
        )
    if is_cut:
        last = sheet.rows[-1][0] - 1
        sheet.notes.append(said(lang, f"先頭の {last:,} 件を読んだ。", f"Only the first {last:,} records were read."))
    return [sheet]


def _parsed(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        pass
    try:
        return json.loads(text)
    except RecursionError:
        raise Unusable("is nested too deeply") from None
    except ValueError as error:
        raise Unusable(f"is not sound JSON ({str(error)[:80]})") from None


def _tables(tree: Any, name: str, depth: int) -> Iterator[tuple[str, list[Any]]]:
    """Lists of records, outermost first."""
    if depth > _DEEPEST:
        return
    if isinstance(tree, list):
        if _are_records(tree):
            yield name, tree
        return
    if not isinstance(tree, dict) or not tree:
        return
    if records := _of_columns(tree):
        yield name, records
        return
    if records := _of_pairs(tree):
        yield name, records
        return
    for key, inner in tree.items():
        yield from _tables(inner, f"{name}.{key}" if name else str(key), depth + 1)


def _are_records(items: list[Any]) -> bool:
    sample = items[:100]
    same = [item for item in sample if isinstance(item, dict | list) and item]
    return bool(sample) and len(same) * 2 > len(sample)


def _of_columns(tree: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Records of `{"year": [2020, 2021], "sales": [10, 12]}`."""
    lists = {key: value for key, value in tree.items() if isinstance(value, list)}
    lengths = {len(value) for value in lists.values()}
    if len(lists) < 2 or len(lengths) != 1 or len(lists) < len(tree) / 2:
        return []
    if any(isinstance(cell, dict | list) for value in lists.values() for cell in value[:50]):
        return []
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def _of_pairs(tree: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Records of `{"Tokyo": 12, "Osaka": 9}` and of `{"2023": {"sales": 1}, "2024": {"sales": 2}}`."""
    values = list(tree.values())
    if len(values) >= 2 and all(isinstance(v, int | float) and not isinstance(v, bool) for v in values):
        return [{"name": key, "value": value} for key, value in tree.items()]
    if len(values) >= 2 and all(isinstance(v, dict) and v for v in values):
        keys = set(values[0])
        flat = all(not isinstance(cell, dict | list) for value in values for cell in value.values())
        if flat and all(len(keys & set(value)) * 2 > len(keys) for value in values):
            return [{"name": key, **value} for key, value in tree.items()]
    return []


def _sheet(name: str, records: list[Any], lang: str) -> Sheet:
    if sum(isinstance(record, list) for record in records[:100]) * 2 > len(records[:100]):
        cutter = Cutter(lang)
        for number, row in enumerate((r for r in records if isinstance(r, list)), start=1):
            if not cutter.add(number, [_cell(cell) for cell in row]):
                break
        return Sheet(name, cutter.rows, cutter.notes(), kind="records")
    flat = [_flat(record) for record in records if isinstance(record, dict)]
    columns = _columns(flat)
    cutter = Cutter(lang)
    cutter.add(1, list(_short(columns)))
    for number, record in enumerate(flat, start=2):
        if not cutter.add(number, [record.get(column) for column in columns]):
            break
    return Sheet(name, cutter.rows, cutter.notes(), has_names=True, kind="records")


def _columns(records: Iterable[Mapping[str, Raw]]) -> list[str]:
    seen: dict[str, None] = {}
    for record in records:
        for key in record:
            seen.setdefault(key)
        if len(seen) > 20 * MOST_COLUMNS:
            break
    return list(seen)


def _short(columns: list[str]) -> list[str]:
    """Names without their path, where that leaves them apart."""
    leaves = [column.rpartition(".")[2] or column for column in columns]
    return [leaf if leaves.count(leaf) == 1 else column for leaf, column in zip(leaves, columns, strict=True)]


def _flat(record: Mapping[str, Any], prefix: str = "", depth: int = 0) -> dict[str, Raw]:
    found: dict[str, Raw] = {}
    for key, value in record.items():
        name = f"{prefix}{key}"[:200]
        if isinstance(value, dict) and depth < _FLAT:
            found |= _flat(value, f"{name}.", depth + 1)
        else:
            found[name] = _cell(value)
    return found


def _cell(value: Any) -> Raw:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value if abs(value) < 1e300 else None
    if isinstance(value, list) and all(not isinstance(item, dict | list) for item in value):
        return ", ".join(str(item) for item in value[:20])[:CELL_CHARS]
    if isinstance(value, dict | list):
        return f"({len(value)})"
    return str(value)[:CELL_CHARS].strip()
