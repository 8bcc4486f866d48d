from __future__ import annotations

import hashlib
import io
import json
import zipfile
from typing import Any

import pytest

from kasen.errors import Refused
from kasen.team import RoleCost
from kasen.teams.slides.nodes.publisher import cost_of, publisher, slide_hashes, write_pictures
from kasen.teams.slides.schemas.deck import Deck, Point, Slide
from kasen.teams.slides.schemas.result import Result
from kasen.teams.slides.state import DECK, TEMPLATE
from kasen.teams.slides.story.pool import numbered
from kasen.teams.slides.template.bundled import bundled
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.office import FakeOffice
from kasen.tools.office.model import Rendering
from teams.slides.bench import hits
from teams.slides.nodes.stating import outline, plan, runtime, state, step

EVIDENCE = numbered(hits(), [], "en")
SLIDES = [
    Slide(id="s-01", kind="title", title="Tea abroad", by="m"),
    Slide(
        id="s-02",
        kind="bullets",
        title="Shade",
        points=(Point(text="Tea gardens are covered.", refs=("P1",)),),
        notes="Look.",
        by="m",
    ),
]
DONE = [step("S1", mode="outline", status="completed", attempts=1),
        step("S2", mode="slides", status="completed", attempts=1)]  # fmt: skip


def written(**more: Any) -> Any:
    fields = {"plan": plan(), "finished": DONE, "slides": SLIDES, "passages": EVIDENCE, "outline": outline()}
    return state(**{**fields, "refs": [one.ref for one in EVIDENCE], **more})


async def published(given: Any, *, lang: str = "en", office: Any = None) -> tuple[Result, FakeDeps]:
    deps = fake_deps(lang=lang, office=office)
    await deps.artifacts.write(TEMPLATE, bundled("light"), "x")
    return (await publisher(given, runtime(deps)))["result"], deps


async def test_every_file_of_the_deck_is_an_artifact_and_the_result_knows_its_pictures() -> None:
    result, deps = await published(written(), office=FakeOffice())
    names = {
        "deck.pptx",
        "deck.pdf",
        "deck.md",
        "deck.html",
        "sources.json",
        DECK,
        *(f"slide-0{n}.png" for n in (1, 2, 3)),
    }
    assert set(deps.artifacts.versions) == names | {TEMPLATE}
    assert (result.outcome, result.problems, result.rendered_by) == ("deck", (), "a fake office")
    assert [(one.slide_id, one.artifact) for one in result.renders] == [
        ("s-01", "slide-01.png"), ("s-02", "slide-02.png"), ("s-03", "slide-03.png"),
    ]  # fmt: skip
    assert result.plan is not None
    assert [one.status for one in result.plan.steps] == ["completed", "completed"]
    assert deps.notes == ["3 slides. The checks found nothing."]


async def test_the_deck_as_data_is_the_deck_of_the_result_and_opens_the_sources() -> None:
    result, deps = await published(written(), office=FakeOffice())
    assert Deck.model_validate_json(deps.artifacts.text(DECK)) == result.deck
    sources = json.loads(deps.artifacts.text("sources.json"))
    assert [one["id"] for one in sources["references"]] == ["P1"], "what nobody cites is no source"


async def test_the_first_version_is_named_by_its_wish() -> None:
    result, deps = await published(written(request={}, wish="Tea\n exports " + "x" * 200), office=FakeOffice())
    (version,) = result.versions
    assert (version.number, version.run_id) == (1, deps.run_id)
    assert version.what.startswith("Tea exports xxx")
    assert len(version.what) == 120


async def test_a_machine_that_cannot_render_costs_pictures_and_never_the_deck() -> None:
    for office in (None, FakeOffice(error=Refused("LibreOffice does not start"))):
        result, deps = await published(written(), office=office)
        assert {"deck.pptx", "deck.html"} <= set(deps.artifacts.versions)
        assert not {"deck.pdf", "slide-01.png"} & set(deps.artifacts.versions)
        assert {one.artifact for one in result.renders} == {""}
        assert result.rendered_by == ""
        assert "deck.pdf" not in [one.id for one in result.artifacts]
        assert result.notes, "it is said"


async def test_a_step_that_failed_marks_the_deck_and_says_why() -> None:
    failed = step("S3", "visualizer", title="画像", required=False, status="failed", result_summary="鍵がない")
    given = written(plan=plan(*DONE, failed), finished=[], lang="ja")
    result, deps = await published(given, lang="ja", office=FakeOffice())
    assert result.outcome == "marked"
    assert any("画像" in note and "鍵がない" in note for note in result.notes)
    assert deps.notes[0].startswith("スライド 3 枚。1 件の工程が失敗した")


async def test_why_a_step_failed_is_told_once_though_its_worker_has_said_it() -> None:
    failed = step("S3", "data_analyst", title="Figures", required=False, status="failed", result_summary="No rows.")
    given = written(plan=plan(*DONE, failed), finished=[], notes=["One table was left out.", "No rows.", "No rows."])
    result, _ = await published(given, office=FakeOffice())
    assert result.notes == ("One table was left out.", "Figures: No rows.")


@pytest.mark.parametrize(("asked", "held"), [({"request": {"slides": 3}}, True), ({"wanted": 3}, True), ({}, False)])
async def test_a_number_of_slides_that_was_asked_for_is_kept_and_what_is_too_much_is_in_the_notes(
    asked: dict[str, Any], held: bool
) -> None:
    points = tuple(Point(text=f"Garden {n} is covered before picking. " * 4) for n in range(40))
    full = SLIDES[1].model_copy(update={"points": points, "by": "m"})
    more = [full.model_copy(update={"id": f"s-0{n}"}) for n in (2, 3)]
    given = written(slides=[SLIDES[0], *more], plan=plan().model_copy(update={"slides": 3}), **asked)
    result, _ = await published(given, office=FakeOffice())
    assert result.deck is not None
    count = sum(slide.kind != "sources" for slide in result.deck.slides)
    assert (count == 4) is held
    assert any("3 slides were asked for" in note for note in result.notes) is held


async def test_a_slide_with_nothing_on_it_is_marked_and_its_file_is_partial() -> None:
    empty = Slide(id="s-03", kind="bullets", title="Risks", by="rule")
    result, _ = await published(written(slides=[*SLIDES, empty]), office=FakeOffice())
    assert result.outcome == "marked"
    assert result.deck is not None
    assert result.deck.slides[2].marks
    assert [one.status for one in result.artifacts if one.id == "deck.pptx"] == ["partial"]


async def test_without_slides_there_is_only_the_reply() -> None:
    result, deps = await published(state("Hi there", reply="Hello!", notes=["One note."]))
    assert (result.outcome, result.reply, result.deck, result.notes) == ("answered", "Hello!", None, ("One note.",))
    assert set(deps.artifacts.versions) == {TEMPLATE}
    assert deps.notes == ["Hello!"]


@pytest.mark.parametrize("lang", ["ja", "en"])
async def test_a_run_that_a_person_stopped_at_its_plan_says_so(lang: str) -> None:
    result, _ = await published(state(lang=lang, plan=plan(), reply=""), lang=lang)
    (note,) = result.notes
    assert note
    assert (result.outcome, result.plan) == ("answered", plan())


async def test_each_slide_is_known_by_the_bytes_of_its_part() -> None:
    result, deps = await published(written(), office=FakeOffice())
    data = await deps.artifacts.read("deck.pptx")
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        parts = {hashlib.sha256(file.read(name)).hexdigest() for name in file.namelist() if "slides/slide" in name}
    hashes = slide_hashes(data)
    assert set(hashes) == parts
    assert [one.sha256 for one in result.renders] == hashes
    assert len(set(hashes)) == 3


async def test_pictures_are_numbered_in_order_and_of_no_rendering_there_are_none() -> None:
    deps = fake_deps()
    assert await write_pictures(deps, None) == {}
    assert deps.artifacts.versions == {}
    found = await write_pictures(deps, Rendering(pdf=b"%PDF", pictures=(b"one", b"two"), fonts=(), by="x"))
    assert list(found.items()) == [("slide-01.png", b"one"), ("slide-02.png", b"two")]
    assert deps.artifacts.versions["deck.pdf"] == [(b"%PDF", "application/pdf")]


def test_a_line_of_costs_is_kept_with_its_model_and_an_unknown_price() -> None:
    row = RoleCost(role="planner", model="scripted:m", calls=2, input_tokens=10, output_tokens=3, usd=None)
    cost = cost_of(row)
    assert (cost.role, cost.by, cost.calls, cost.usd, cost.answered) == ("planner", "scripted:m", 2, None, row.answered)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "5 slides. 3 slides are marked: their content is yours to add."),
        ("ja", "スライド 5 枚。3 枚には印がある：中身はまだなく、これから書き入れるもの。"),
    ],
)
async def test_a_run_ends_with_what_was_made_and_what_is_marked_not_with_a_promise(lang: str, said: str) -> None:
    empty = [Slide(id=f"s-0{n}", kind="bullets", title=f"Part {n}", by="rule") for n in (2, 3, 4)]
    given = written(slides=[SLIDES[0], *empty], reply="まず構成をお見せします。", refs=[], passages=[], lang=lang)
    result, deps = await published(given, lang=lang, office=FakeOffice())
    assert result.reply == said
    assert deps.notes[-1] == said
    assert said.split("。" if lang == "ja" else ". ")[1] in deps.artifacts.text("deck.html")
