"""Calls and waiting of a deck on a model that answers after a fixed time; seconds of a deck by rules.

`python benchmarks/slides.py [--model-s 1.0] [--json]`

The model is scripted (`evals/deck_writers.py`) and takes eight calls at once, as an account does; drawing a picture
takes as long as an answer, the research team `RESEARCH_S` answers. Graph, fitting, building, checks and sandbox are
the real ones; nothing is rendered, but for the decks by rules, which LibreOffice renders and measures. `serial` counts
answers and pictures that follow one another; without an office no layout can be shown, so that pictures are drawn in
one sitting, each after the one before. `waits` are the seconds from the first question to the last answer, in answers:
what code does between them included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "evals"))

from deck_writers import Writer  # noqa: E402

from kasen.evidence.types import Hit, Passage, Source, content_id  # noqa: E402
from kasen.models.images import Image, ImageRequest, NoImage  # noqa: E402
from kasen.teams.slides.graphs.deck import build  # noqa: E402
from kasen.teams.slides.schemas.request import Request  # noqa: E402
from kasen.teams.slides.schemas.result import Result  # noqa: E402
from kasen.testing.deps import FakeDeps, fake_deps  # noqa: E402
from kasen.testing.draw import FakeDraw  # noqa: E402
from kasen.testing.office import FakeOffice  # noqa: E402
from kasen.testing.search import FakeSearch  # noqa: E402
from kasen.testing.teams import FakeTeam, research_answer  # noqa: E402
from kasen.testing.timed import Span, TimedModel  # noqa: E402

CORPUS = ROOT / "examples" / "corpus"
TABLE = ROOT / "examples" / "slides" / "tea_exports.csv"
WISH = "How shaded tea is made and why it sells, for the board"
AT_ONCE = 8
"""Calls that an account takes at once (`models.account.AccountLimits`)."""
RESEARCH_S = 2
"""Answers that the research team takes in this script: shorter than it is, to see that nothing else waits for it."""
TEXTS = (
    "Tea gardens are covered for some weeks before picking. The cover keeps the light out.",
    "Buyers abroad ask for powdered tea. They pay more for leaves that were shaded.",
    "Late frost destroys buds in spring. Farmers use fans against it.",
)


class Cast(Writer):
    """The writer that writes as asked; `finds` makes its critic find one defect, once; it may ask for research."""

    def __init__(self, *, finds: bool = False, researches: bool = False) -> None:
        super().__init__("en", overfull=False)
        self.finds = finds
        self.researches = researches

    def _planner(self, prompt: str) -> dict[str, Any]:
        said = super()._planner(prompt)
        if self.researches:
            said["steps"].insert(0, {"id": "S0", "role": "researcher", "title": "Research", "instruction": "Find it."})
        return said

    def _researcher(self, prompt: str) -> dict[str, Any]:
        questions = ("Why is tea shaded?", "Who buys powdered tea?", "What harms buds in spring?")
        return {"tasks": [{"id": f"R{n}", "question": text} for n, text in enumerate(questions, start=1)]}

    def _storywriter_critique(self, prompt: str) -> dict[str, Any]:
        if not self.finds:
            return super()._storywriter_critique(prompt)
        self.finds = False
        found = {"number": 3, "severity": "major", "problem": "It does not say what follows."}
        return {"findings": [found], "verdict": "fail"}


class TimedDraw(FakeDraw):
    """Draws after as long as an answer takes; its pictures stand among the spans of the model."""

    def __init__(self, model: TimedModel, sleep: Callable[[float], Awaitable[None]], latency_s: float) -> None:
        super().__init__()
        self._model, self._sleep, self._latency_s = model, sleep, latency_s

    async def __call__(self, request: ImageRequest, /, *, role: str) -> Image | NoImage:
        """The picture, late."""
        began = time.perf_counter()
        await self._sleep(self._latency_s)
        made = await super().__call__(request, role=role)
        self._model.spans.append(Span(began, time.perf_counter(), "drawing"))
        return made


class TimedTeam(FakeTeam):
    """The research team, after a fixed time; `spans` holds its answers."""

    def __init__(self, hits: list[Hit], latency_s: float) -> None:
        super().__init__(research_answer(("Farmers cover tea for some weeks.", "supported", hits[:1])))
        self._latency_s = latency_s
        self.spans: list[Span] = []

    async def __call__(self, team: str, request: Mapping[str, Any], /, *, role: str, mode: str | None = None) -> Any:
        """The answer, late."""
        began = time.perf_counter()
        await asyncio.sleep(self._latency_s)
        answer = await super().__call__(team, request, role=role, mode=mode)
        self.spans.append(Span(began, time.perf_counter(), "research"))
        return answer


def eight_at_once() -> Callable[[float], Awaitable[None]]:
    """A `sleep` in which so many wait at a time as an account takes calls."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def sleep(seconds: float) -> None:
        async with turns:
            await asyncio.sleep(seconds)

    return sleep


def hits() -> list[Hit]:
    """Passages of as many documents."""
    made = []
    for rank, text in enumerate(TEXTS):
        source = Source(id=content_id("s", text), kind="document", title=text.split(".")[0], uri=f"/docs/{rank}.md")
        passage = Passage(id=content_id("p", text), source_id=source.id, text=text, end=len(text))
        made.append(Hit(passage=passage, source=source, score=1.0 - rank / 10))
    return made


async def measured(
    model_s: float,
    slides: int,
    *,
    data: bool = False,
    images: str = "none",
    research: bool = False,
    repair: bool = False,
    office: bool = True,
) -> dict[str, Any]:
    """One deck of so many slides: who was asked how often, and what had to wait for what."""
    sleep = eight_at_once()
    model = TimedModel(Cast(finds=repair, researches=research), id="scripted:timed", latency_s=model_s, sleep=sleep)
    found = hits()
    team = TimedTeam(found, RESEARCH_S * model_s)
    more: dict[str, Any] = {"draw": TimedDraw(model, sleep, model_s)} if images != "none" else {}
    if research:
        more |= {"team": team, "search": FakeSearch({})}
    if data:
        more["python"] = await asyncio.to_thread(_sandbox)
    deps = fake_deps(model=model, office=FakeOffice() if office else None, documents=found, **more)
    if research:
        await deps.evidence.add(found)
    asked = {"wish": WISH, "slides": slides, "docs": [CORPUS], "lang": "en", "images": images}
    result = await ran(deps, {**asked, **({"data": [TABLE]} if data else {})})
    assert result.deck is not None
    first = min(span.began for span in model.spans)
    last = max(span.ended for span in model.spans)
    return {
        "slides": len(result.deck.slides),
        "serial": model.serial(),
        "calls": len(model.spans),
        "waits": round((last - first) / model_s, 2),
        "research_answers": len(team.spans),
        "problems": sum(one.severity != "minor" for one in result.problems),
        "roles": model.roles(),
    }


async def ran(deps: FakeDeps, request: Mapping[str, Any]) -> Result:
    """The whole graph."""
    graph = build().compile()
    state = await graph.ainvoke({"request": Request(**request)}, {"recursion_limit": 100}, context=deps)
    result: Result = state["result"]
    return result


def _sandbox() -> Any:
    from kasen.runtime.local import sandbox

    return sandbox()


async def by_rules(slides: int) -> dict[str, Any]:
    """A deck of the examples by rules, rendered and measured by LibreOffice: seconds from passages to files."""
    from kasen.knowledge.open_library import open_library
    from kasen.tools.office.libreoffice import LibreOffice, program

    office = LibreOffice() if program() else None
    with tempfile.TemporaryDirectory() as home:
        library = await open_library(Path(home), [CORPUS], [])
        began = time.perf_counter()
        deps = fake_deps(office=office, documents=library)
        asked = {"wish": WISH, "slides": slides, "docs": [CORPUS], "data": [TABLE], "lang": "en", "images": "none"}
        result = await ran(deps, asked)
    seconds = time.perf_counter() - began
    assert result.deck is not None
    return {"slides": len(result.deck.slides), "seconds": round(seconds, 1), "rendered_by": result.rendered_by}


async def main(model_s: float) -> dict[str, Any]:
    """Every run."""
    await measured(0.001, 5)  # what is loaded once does not count
    runs = {
        "ten": await measured(model_s, 10),
        "thirty": await measured(model_s, 30),
        "data": await measured(model_s, 10, data=True),
        "research": await measured(model_s, 10, research=True),
        "pictures": await measured(model_s, 10, images="auto"),
        "drawn_whole": await measured(model_s, 10, images="full"),
        "drawn_in_one_sitting": await measured(model_s, 10, images="full", office=False),
        "repair": await measured(model_s, 10, repair=True),
    }
    return {"model_s": model_s, "runs": runs, "by_rules": [await by_rules(10), await by_rules(30)]}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model-s", type=float, default=1.0)
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    given = parser.parse_args()
    figures = asyncio.run(main(given.model_s))
    print(json.dumps(figures) if given.json else json.dumps(figures, indent=2))
