from __future__ import annotations

import json
from typing import Any

from kasen.errors import Refused
from kasen.models.provider import ModelRequest
from kasen.teams.slides.nodes.storywriter import storywriter
from kasen.teams.slides.schemas.deck import Chart, Ref, Series
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput
from kasen.teams.slides.story.pool import numbered
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from teams.slides.bench import PASSAGES, Cast, hits, outlines, passes, writes
from teams.slides.nodes.stating import outline, plan, runtime, state, step

SHADE = {"Shading": PASSAGES["Shading"]}
GOOD = {"storywriter_outline": outlines(), "storywriter": writes, "storywriter_critique": passes}


GARDENS = outline(("title", "Tea abroad"), ("bullets", "Tea gardens are covered"), ("closing", "Plant more shade"))


def task(mode: str, *, outlined: OutlineOutput | None = None, lang: str = "en", **more: Any) -> Any:
    steps = (step("S1", mode="outline"), step("S2", mode="slides"))
    fields: dict[str, Any] = {
        "plan": plan(*steps),
        "step": next(one for one in steps if one.mode == mode),
        "title": "",
        "audience": "",
        "answers": [],
        "comments": [],
        "outline": outlined,
        "passages": numbered(hits(SHADE), [], "en"),
        **{name: [] for name in ("figures", "found", "slides", "refs", "drawn")},
    }
    return state(**{**fields, "lang": lang, **more})


def cast(**roles: Any) -> tuple[Cast, ScriptedModel]:
    played = Cast({**GOOD, **roles})
    return played, ScriptedModel(played, id="scripted:team")


async def told(given: Any, model: ScriptedModel | None = None, **more: Any) -> tuple[Any, FakeDeps]:
    deps = fake_deps(model=model, **more)
    await deps.evidence.add(hits(SHADE))
    return await storywriter(given, runtime(deps)), deps


def figure() -> Figure:
    chart = Chart(id="C1", kind="column", categories=("a",), series=(Series(name="s", values=(3100.0,)),))
    ref = Ref(id="D1", kind="rows", file="tea.csv")
    return Figure(
        id="F1", kind="chart", title="Exports by year", shows="It was 3,100.", chart=chart, ref=ref, by="rule"
    )


async def test_the_outline_is_kept_as_a_file_without_what_the_writer_thought() -> None:
    def thinks(request: ModelRequest) -> Any:
        return {**dict(outlines()(request)), "thinking": "I wonder."}  # type: ignore[arg-type]

    played, model = cast(storywriter_outline=thinks)
    update, deps = await told(task("outline"), model)
    kept = json.loads(deps.artifacts.text("outline.json"))
    assert "thinking" not in kept
    assert [one["title"] for one in kept["slides"]] == [one.title for one in update["outline"].slides]
    assert update["outline_by"] == "scripted:team"
    assert set(played.asked) == {"storywriter_outline"}


async def test_a_step_ends_completed_with_what_came_of_it() -> None:
    update, deps = await told(task("outline"), cast()[1])
    (over,) = update["finished"]
    assert (over.id, over.status, over.attempts, over.artifact_ids) == ("S1", "completed", 1, ("outline.json",))
    assert over.result_summary == deps.notes[0] == f"an outline of {len(update['outline'].slides)} slides"
    assert [(one.id, one.version) for one in update["envelopes"]] == [("outline.json", 1)]


async def test_slides_are_written_of_the_outline_with_the_sources_that_they_name() -> None:
    given = task("slides", outlined=GARDENS)
    update, deps = await told(given, cast()[1])
    assert [one.kind for one in update["slides"]] == ["title", "bullets", "closing"]
    body = update["slides"][1]
    assert body.points[0].text == "Tea gardens are covered for about 20 days before picking."
    assert body.points[0].refs == ("P1",)
    assert "P1" in {ref.id for ref in update["refs"]}
    (over,) = update["finished"]
    assert (over.id, over.status, over.result_summary) == ("S2", "completed", deps.notes[-1])


async def test_by_rules_the_passage_is_quoted_and_nobody_is_said_to_have_judged() -> None:
    update, _ = await told(task("slides", outlined=GARDENS))
    assert update["slides"][1].points[0].text in PASSAGES["Shading"]
    assert any("judged" in note for note in update["notes"])


async def test_in_a_japanese_run_the_summaries_are_japanese() -> None:
    given = task("outline", lang="ja", passages=[])
    update, deps = await told(given, lang="ja")
    count = len(update["outline"].slides)
    assert deps.notes == [f"{count} 枚の構成"]
    slides, deps = await told(task("slides", outlined=update["outline"], lang="ja", passages=[]), lang="ja")
    assert deps.notes == [f"{len(slides['slides'])} 枚"]
    assert "話の筋は誰も判定していない。" in slides["notes"]


async def test_a_figure_that_nobody_planned_for_gets_a_slide_and_the_outline_says_so() -> None:
    given = task("slides", outlined=GARDENS, figures=[figure()])
    update, _ = await told(given)
    assert [one.kind for one in update["outline"].slides] == ["title", "bullets", "chart", "closing"]
    assert [one.chart is not None for one in update["slides"]] == [False, False, True, False]
    assert "D1" in {ref.id for ref in update["refs"]}


async def test_the_deck_never_outgrows_the_plan_for_a_figure() -> None:
    given = task("slides", outlined=GARDENS, figures=[figure()], plan=plan(slides=4))
    update, _ = await told(given)
    assert "chart" not in [one.kind for one in update["slides"]]


async def test_when_every_writer_fails_there_are_words_all_the_same() -> None:
    def fails(_: ModelRequest) -> BaseException:
        return Refused("no answer")

    _, model = cast(storywriter=fails, storywriter_critique=fails)
    update, _ = await told(task("slides", outlined=GARDENS), model)
    assert [one.title for one in update["slides"]] == ["Tea abroad", "Tea gardens are covered", "Plant more shade"]
    assert update["finished"][0].status == "completed"
