"""Slides that want pictures, and who draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from kasen.models.account import Accounts
from kasen.models.drawing import Images
from kasen.models.provider import ModelContext
from kasen.runtime.pictures import RunDraw
from kasen.team import Deps
from kasen.teams.slides.nodes.visualizer import visualizer
from kasen.teams.slides.schemas.deck import Chart, Point, Series, Slide
from kasen.teams.slides.schemas.design import DesignContext, Layout, Slot, Theme
from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.schemas.outputs import ImageWish, StructuredImagePrompt, VisualizerOutput
from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.schemas.picturing import Look, PictureWish
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.state import TEMPLATE, Done
from kasen.teams.slides.template.bundled import bundled
from kasen.testing.clock import FakeClock
from kasen.testing.deps import FakeDeps
from kasen.testing.ledger import MemoryLedger
from kasen.testing.providers import Fake
from kasen.testing.stores import MemoryArtifacts

STYLE = "A terraced tea field in morning mist seen from above, three pickers small in the left third, soft light."
MODELS = ("google:gemini-nano-banana-2.1", "google:gemini-3.1-flash-image")
LOOK = Look(background="#FFFFFF", text="#1B2430", accents=("#1F5FD0", "#B9500B"), fonts=("Meiryo",), aspect="16:9")
PAGE = Box(x=0, y=0, w=12_192_000, h=6_858_000)


def design(**more: Any) -> DesignContext:
    """Like the bundled templates: content on layout 2, pictures on layout 6."""
    slot = Slot(idx=15, kind="picture", box=Box(x=0, y=0, w=5_000_000, h=5_000_000))
    layouts = (
        Layout(index=0, name="Title", role="title", free=PAGE),
        Layout(index=2, name="Content", role="content", free=PAGE),
        Layout(index=6, name="Picture", role="picture", free=PAGE, slots=(slot,)),
    )
    theme = Theme(
        colors={"bg1": "FFFFFF", "tx1": "1B2430", "accent1": "1F5FD0", "accent2": "B9500B"},
        latin_major="Arial",
        ea_major="Meiryo",
    )
    fields: dict[str, Any] = {"name": "light", "sha256": "0", "width": PAGE.w, "height": PAGE.h, "aspect": "16:9"}
    return DesignContext(**{**fields, "layouts": layouts, "theme": theme, **more})


def slide(number: int, kind: Any = "picture", **more: Any) -> Slide:
    fields: dict[str, Any] = {"title": f"宇治の茶畑 {number}", "message": f"霧が茶を守る。{number}"}
    return Slide(id=f"s-{number:02d}", kind=kind, **{**fields, **more})


def bullets(number: int) -> Slide:
    points = (Point(text="霧は朝に出る"), Point(text="覆いは春に掛ける", level=1))
    return slide(number, "bullets", points=points)


def chart(number: int) -> Slide:
    series = Series(name="輸出", values=(5108.0, None, 5274.0))
    return slide(
        number,
        "chart",
        chart=Chart(id="c", kind="line", categories=("2018", "2019", "2020"), series=(series,), unit="t"),
    )


def task(slides: Sequence[Slide] = (), *, images: str = "auto", lang: str = "ja", **more: Any) -> Any:
    step = Step(id="S4", role="visualizer", title="画像", instruction="霧の茶畑を静かに。", required=False)
    state: dict[str, Any] = {
        "request": Request(wish="宇治茶の紹介", images=images),
        "lang": lang,
        "design": design(),
        "plan": Plan(title="宇治茶", goal="買ってもらう", slides=8, steps=(step,), by="rule"),
        "step": step,
        "title": "宇治茶",
        "audience": "卸業者",
        "answers": [],
        "comments": [],
        "outline": None,
        "figures": [],
        "slides": list(slides),
        "drawn": [],
    }
    return {**state, **more}


async def done(deps: FakeDeps, state: Any, *, template: str = "light") -> Done:
    if TEMPLATE not in deps.artifacts.versions and template:
        await deps.artifacts.write(TEMPLATE, bundled(template), "application/octet-stream")
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await visualizer(state, runtime)


def said(*numbers: int, style: str = STYLE, alt: str = "霧の中の茶畑。", **more: Any) -> VisualizerOutput:
    """What a good visualizer answers."""
    prompt = StructuredImagePrompt(slide_type="Content", main_title="x", visual_style=style)
    pictures = [ImageWish(number=number, prompt=prompt, alt=alt, **more) for number in numbers]
    return VisualizerOutput(style="Gouache, soft edges, low sun.", pictures=pictures)


def wish(number: int, **more: Any) -> PictureWish:
    prompt = StructuredImagePrompt(slide_type="Content", main_title=f"茶畑 {number}", visual_style=STYLE)
    fields: dict[str, Any] = {"number": number, "slide_id": f"s-{number:02d}", "prompt": prompt}
    return PictureWish(**{**fields, "alt": "茶畑", "aspect": "4:3", "layout": 6, **more})


async def nobody() -> None:
    """Notes nothing."""


def painter(
    fake: Fake, artifacts: MemoryArtifacts, *, ledger: MemoryLedger | None = None, models: Sequence[str] = MODELS
) -> RunDraw:
    """Who draws with the models of a fake provider; waits take no time."""
    clock = FakeClock()
    opened = Images(ModelContext(access=fake.access()))
    return RunDraw(
        models=models,
        run_id="run_test",
        open_model=lambda one: one.opener(opened),
        note=nobody,
        ledger=MemoryLedger() if ledger is None else ledger,
        artifacts=artifacts,
        kept=lambda _run: artifacts,
        node_path=lambda: "visualizer:1",
        accounts=Accounts(sleep=clock.sleep, clock=clock),
        sleep=clock.sleep,
        clock=clock,
    )
