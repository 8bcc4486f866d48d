from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.editing.changing import Workbench
from kasen.teams.slides.schemas.deck import Chart, Deck, Series, Slide
from kasen.teams.slides.schemas.edit import EditorOutput
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read
from kasen.testing.deps import fake_deps

CHART = Chart(id="C1", kind="column", categories=("a",), series=(Series(name="s", values=(1.0,)),))
SLIDES = (Slide(id="s-01", kind="title", title="Tea"), Slide(id="s-02", kind="chart", title="Year", chart=CHART))
DESIGN = read(bundled("light"), name="light", bundled=True, lang="en")


async def changed(*edits: dict[str, Any]) -> tuple[list[Any], Workbench]:
    deck = Deck(title="Tea", lang="en", slides=SLIDES)
    bench = Workbench(fake_deps(), "wish", DESIGN, deck, (), ())
    said = EditorOutput.model_validate({"reply": "", "edits": list(edits)})
    return (await bench.changes(said, by="m", exact=True))[0], bench


async def test_a_chart_keeps_its_data_in_another_form() -> None:
    [change], _ = await changed({"slide": 2, "action": "chart", "chart": "pie"})
    assert change.after[0].chart == CHART.model_copy(update={"kind": "pie"})


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ({"slide": 9, "action": "delete"}, "no slide 9"),
        ({"slide": 1, "action": "chart", "chart": "pie"}, "no chart"),
        ({"slide": 2, "action": "chart", "chart": "scatter"}, "cannot be drawn"),
        ({"slide": 1, "action": "picture", "change": "x"}, "no picture"),
    ],
)
async def test_what_cannot_be_done_is_left_alone_and_told(edit: dict[str, Any], why: str) -> None:
    changes, bench = await changed(edit)
    assert changes == []
    assert why in bench.notes[0]


async def test_a_deck_never_loses_all_its_slides() -> None:
    changes, bench = await changed({"slide": 1, "action": "delete"}, {"slide": 2, "action": "delete"})
    assert changes == []
    assert bench.notes
