"""What was read and computed of tables is had again without their files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kasen.errors import InputError, UnknownName
from kasen.teams.slides.data.kept import TABLES, brought_before, keep, profiles
from kasen.teams.slides.schemas.deck import Ref
from kasen.teams.slides.schemas.envelope import Envelope, Step
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.state import Done
from kasen.testing.deps import fake_deps
from teams.slides.bench import CSV

STEP = Step(id="S2", role="data_analyst", title="Figures", instruction="x", status="completed", result_summary="1")


async def test_tables_are_profiled_once_and_a_repetition_needs_no_file(tmp_path: Path) -> None:
    path, first = tmp_path / "tea.csv", fake_deps()
    path.write_text(CSV, encoding="utf-8")
    tables, notes = await profiles(first, [path], lang="en")
    assert [(one.file, one.rows) for one in tables] == [("tea.csv", 6)]
    path.unlink()
    again = replace(fake_deps(), repeats=first.artifacts)
    assert await profiles(again, [path], lang="en") == (tables, notes)
    assert again.artifacts.text(TABLES) == first.artifacts.text(TABLES), "it can be repeated in turn"
    with pytest.raises(InputError):
        await profiles(fake_deps(), [path], lang="en")


async def test_without_tables_nothing_is_kept() -> None:
    deps = fake_deps()
    assert await profiles(deps, [], lang="ja") == ([], [])
    with pytest.raises(UnknownName):
        await deps.artifacts.read(TABLES)


async def test_what_a_step_brought_comes_back_with_its_artifacts() -> None:
    first = fake_deps()
    await first.artifacts.write("analysis.py", b"print(1)", "text/x-python")
    figure = Figure(id="F1", kind="number", title="Sum", value=3.0, ref=Ref(id="D1", kind="rows"), by="m")
    envelope = Envelope(id="analysis.py", type="data", producer="data_analyst")
    done: Done = {"finished": [STEP], "figures": [figure], "envelopes": [envelope], "notes": ["odd"]}
    await keep(first, STEP, done)
    assert await brought_before(first, STEP) is None, "this is no repetition"
    again = replace(fake_deps(), repeats=first.artifacts)
    assert await brought_before(again, STEP) == done
    assert again.artifacts.text("analysis.py") == "print(1)"


async def test_a_step_that_did_not_end_is_done_anew() -> None:
    deps = replace(fake_deps(), repeats=fake_deps().artifacts)
    assert await brought_before(deps, STEP) is None
