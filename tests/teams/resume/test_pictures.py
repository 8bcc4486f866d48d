"""The designers' look at a page."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from inline_snapshot import external_file
from PIL import Image

from kasen.teams.resume.nodes.visual_designer import VISUAL_DESIGNER
from kasen.teams.resume.pictures import seen
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.tools.screenshot.model import PageFacts
from teams.resume.bench import critique
from teams.resume.test_by_hand import FENCE, first_line
from teams.resume.test_critics import state


def png(width: int = 200, height: int = 300) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "PNG")
    return out.getvalue()


PNG = png()


async def test_every_picture_of_the_page_is_shown() -> None:
    model = ScriptedModel(critique(3))
    deps = fake_deps(model=model)
    for name in ("a.png", "b.png"):
        await deps.artifacts.write(name, png(100 + len(name)), "image/png")
    given = state(screenshot_path="a.png b.png", seen_iteration=1, page=PageFacts(height=900))
    said = await seen(deps, given, VISUAL_DESIGNER)
    assert len(model.requests[0].pictures) == 2
    assert said.verdict in ("pass", "fail")


async def test_what_the_visual_designer_is_asked_reads_as_it_was_reviewed() -> None:
    """After a change of wording: `pytest --inline-snapshot=fix`, and read the difference."""
    model = ScriptedModel(critique(3))
    deps = fake_deps(model=model)
    await deps.artifacts.write("a.png", PNG, "image/png")
    page = PageFacts(height=900, smallest_font=9.5, mobile_overflow=40, pages=2)
    await seen(deps, state(screenshot_path="a.png", seen_iteration=1, page=page), VISUAL_DESIGNER)
    shown = FENCE.sub(first_line, model.requests[0].prompt)
    assert shown == external_file(str(Path(__file__).parent / "asked" / "visual_designer.en.md"), format=".txt")


async def test_a_page_that_was_rendered_anew_is_judged_anew() -> None:
    model = ScriptedModel({"visual_designer": [critique(3), critique(5)]})
    deps = fake_deps(model=model)
    await deps.artifacts.write("a.png", PNG, "image/png")
    given = state(screenshot_path="a.png", seen_iteration=1, page=PageFacts(height=900))
    first = await seen(deps, given, VISUAL_DESIGNER)
    again: Any = {**given, "iteration": 2, "seen_iteration": 2, "visual_designer_feedback": first}
    second = await seen(deps, again, VISUAL_DESIGNER)
    model.assert_done()
    assert (second.score or 0) > (first.score or 0)
