"""The page that the designers look at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kasen.errors import ConfigurationError
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.seeing import rendered, shot_of, shown
from kasen.testing.deps import fake_deps
from kasen.tools.screenshot.model import PageFacts, Shot, View
from teams.resume.test_pictures import png


async def shoot(url: str) -> Shot:
    views = (
        View(kind="overview", data=png(300, 400), width=300, height=400),
        View(kind="mobile", data=png(75, 400), width=75, height=400),
    )
    return Shot(source=url, views=views, facts=PageFacts(height=900))


async def test_every_picture_is_kept_as_an_artifact_of_the_run() -> None:
    deps = replace(fake_deps(), shoot=shoot)
    sight = await shot_of(deps, "http://localhost:3000/ja")
    assert sight.names == "iter1_page1_overview.png iter1_page2_mobile.png"
    assert await deps.artifacts.read("iter1_page2_mobile.png") == png(75, 400)
    assert sight.page is not None
    assert (sight.page.height, sight.renderer) == (900, "screenshot")


async def test_nothing_is_opened_in_a_run_that_sends_nothing() -> None:
    with pytest.raises(ConfigurationError, match="local only"):
        await shot_of(fake_deps(), "http://localhost:3000/ja")


async def test_a_repetition_sees_the_pictures_that_the_run_saw_and_renders_nothing() -> None:
    run = replace(fake_deps(), shoot=shoot)
    seen = await shot_of(run, "http://localhost:3000/ja")
    replay = replace(fake_deps(), repeats=run.artifacts)
    asked = Request(resume="/nowhere/cv.qmd", render=True)
    assert await rendered(replay, asked, "", "en", [], iteration=1) == seen
    for name in seen.names.split():
        assert await replay.artifacts.read(name) == await run.artifacts.read(name)
    again = replace(fake_deps(), repeats=replay.artifacts)
    assert await rendered(again, asked, "", "en", [], iteration=1) == seen


@pytest.mark.parametrize(
    "words",
    ["{{< include _contact.qmd >}}", '{{<include "a b.qmd">}}', "{{< var me.phone >}}", "{{< embed cv.ipynb#x >}}"],
)
def test_what_other_files_hold_is_not_rendered_because_nobody_masked_it(words: str) -> None:
    assert shown(f"# [name]\n\n{words}\n\nText {words} {{{{< pagebreak >}}}}\n") == (
        "# [name]\n\n\n\nText  {{< pagebreak >}}\n"
    )
