"""What code in the sandbox sees: typed rows as clean JSON, and the module that reads them; never the user's files."""

from __future__ import annotations

import asyncio
import importlib.resources
from collections.abc import Mapping, Sequence
from pathlib import Path

import orjson

from kasen.errors import InputError
from kasen.teams.slides.data.child import digest
from kasen.teams.slides.data.reading import ReadingLimits, tables_in
from kasen.teams.slides.data.sheet import Unusable
from kasen.teams.slides.data.table import Table
from kasen.teams.slides.schemas.findings import TableProfile
from kasen.teams.slides.schemas.part import Lang

ANALYSIS = "analysis.py"
_HINT = "Start a new run with the file as it is."
LAUNCHER = f"""import runpy, sys
sys.path.insert(0, '.')
import kasen_data
given = {{n: v for n, v in vars(kasen_data).items() if getattr(v, '__module__', '') == 'kasen_data' and n[0] != '_'}}
runpy.run_path({ANALYSIS!r}, init_globals=given, run_name='__main__')
"""
"""What the sandbox is told to run: the code under its own name, so that its traceback counts its own lines."""


async def unchanged(profiles: Sequence[TableProfile]) -> None:
    """Return where the files are still those that were profiled.

    Raises InputError for one that is gone, or is another by now.
    """
    known = {Path(profile.path): profile.sha256 for profile in profiles}
    for path, sha256 in known.items():
        try:
            if await asyncio.to_thread(digest, path) != sha256:
                raise _changed_since(path)
        except Unusable as error:
            raise InputError(f"`{path.name}` {error}", hint=_HINT) from None


async def reopened(profiles: Sequence[TableProfile], *, lang: Lang, limits: ReadingLimits | None = None) -> list[Table]:
    """The tables of these profiles with their rows, under the same names.

    Raises InputError for a file that is gone, or is not the one that was profiled.
    """
    # Read again, not handed on: rows may be far more than a checkpoint or an artifact should hold of a user's data.
    paths = list(dict.fromkeys(Path(profile.path) for profile in profiles))
    found = {(t.profile.path, t.profile.sheet): t for t in await tables_in(paths, lang=lang, limits=limits)}
    tables = []
    for profile in profiles:
        table = found.get((profile.path, profile.sheet))
        if table is None or table.profile.sha256 != profile.sha256:
            raise _changed_since(Path(profile.path))
        tables.append(table.model_copy(update={"profile": profile}))
    return tables


def _changed_since(path: Path) -> InputError:
    return InputError(f"`{path.name}` has changed since this run began", hint=_HINT)


def mounted(tables: Sequence[Table], code: str, *, shaken: bool = False) -> dict[str, Path | bytes]:
    """Files of the sandbox's working folder, by name.

    `shaken` changes every number, each by another factor: what is reckoned from the data changes with it, what the
    code only claims does not.
    """
    module = importlib.resources.files(__package__) / "kasen_data.py"
    files: dict[str, Path | bytes] = {
        ANALYSIS: code.encode("utf-8", "replace"),
        "kasen_data.py": module.read_bytes(),
        "tables.json": orjson.dumps([_entry(table, number) for number, table in enumerate(tables, start=1)]),
    }
    for number, table in enumerate(tables, start=1):
        rows = _changed(table) if shaken else table.rows
        files[_file(number)] = orjson.dumps({"rows": rows, "at": table.at})
    return files


def named(tables: Sequence[Table], name: str) -> Table | None:
    """The table of a name as code says it: its own, the file's, the sheet's; none said where there is one."""
    if not name.strip():
        return tables[0] if len(tables) == 1 else None
    wanted = name.strip().casefold()
    for number, table in enumerate(tables, start=1):
        if wanted in [alias.casefold() for alias in _aliases(table, number)]:
            return table
    return None


def _entry(table: Table, number: int) -> Mapping[str, object]:
    profile = table.profile
    columns = [{"name": column.name, "type": column.type, "unit": column.unit} for column in profile.columns]
    return {"name": profile.file, "aliases": _aliases(table, number), "file": _file(number), "columns": columns}


def _aliases(table: Table, number: int) -> list[str]:
    profile = table.profile
    return list(dict.fromkeys(filter(None, (profile.file, f"T{number}", profile.sheet, Path(profile.path).name))))


def _file(number: int) -> str:
    return f"t{number}.json"


def _changed(table: Table) -> list[list[object]]:
    numbers = {column.index for column in table.columns("number")}
    return [
        [
            _other(value, at, i) if i in numbers and isinstance(value, int | float) else value
            for i, value in enumerate(row)
        ]
        for row, at in zip(table.rows, table.at, strict=True)
    ]


def _other(value: float, row: int, column: int) -> float:
    return (value or 1) * (1.3 + (row * 31 + column * 17) % 11 / 10)
