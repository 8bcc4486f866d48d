"""What was read and computed of the user's tables is kept with the run: a repetition needs none of their files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kasen.errors import UnknownName
from kasen.team import Deps
from kasen.teams.slides.data.reading import profiled
from kasen.teams.slides.schemas.envelope import Envelope, Step
from kasen.teams.slides.schemas.findings import Figure, TableProfile
from kasen.teams.slides.schemas.part import Lang, Part
from kasen.teams.slides.state import Done

TABLES = "_tables.json"
"""Artifact: what the tables are, without their rows."""
_JSON = "application/json"


class Profiles(Part):
    """What the reader found."""

    tables: tuple[TableProfile, ...]
    notes: tuple[str, ...]


class Brought(Part):
    """What a step of analysis brought."""

    finished: tuple[Step, ...]
    figures: tuple[Figure, ...] = ()
    envelopes: tuple[Envelope, ...] = ()
    notes: tuple[str, ...] = ()


async def profiles(deps: Deps, paths: Sequence[Path], *, lang: Lang) -> tuple[list[TableProfile], list[str]]:
    """See `profiled`; in a repetition what it was then, whatever has become of the files."""
    if not paths:
        return [], []
    if deps.repeats is not None:
        found = Profiles.model_validate_json(await deps.repeats.read(TABLES))
    else:
        tables, notes = await profiled(paths, lang=lang)
        found = Profiles(tables=tuple(tables), notes=tuple(notes))
    await deps.artifacts.write(TABLES, found.model_dump_json().encode(), _JSON)
    return list(found.tables), list(found.notes)


async def keep(deps: Deps, step: Step, done: Done) -> None:
    """Keep what a step brought."""
    brought = Brought(
        finished=tuple(done["finished"]),
        figures=tuple(done.get("figures", ())),
        envelopes=tuple(done.get("envelopes", ())),
        notes=tuple(done.get("notes", ())),
    )
    await deps.artifacts.write(_name(step), brought.model_dump_json().encode(), _JSON)


async def brought_before(deps: Deps, step: Step) -> Done | None:
    """In a repetition what the step brought then, with its artifacts; else None."""
    if deps.repeats is None:
        return None
    try:
        brought = Brought.model_validate_json(await deps.repeats.read(_name(step)))
    except UnknownName:  # it did not come that far
        return None
    for one in brought.envelopes:
        kind = "text/x-python" if one.id.endswith(".py") else _JSON
        await deps.artifacts.write(one.id, await deps.repeats.read(one.id, one.version), kind)
    await deps.artifacts.write(_name(step), brought.model_dump_json().encode(), _JSON)
    return {
        "finished": list(brought.finished),
        "figures": list(brought.figures),
        "envelopes": list(brought.envelopes),
        "notes": list(brought.notes),
    }


def _name(step: Step) -> str:
    return f"_data_{step.id}.json"
