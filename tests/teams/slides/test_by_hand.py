"""Answers that were written by hand, well and badly, played again through the whole graph over the examples.

`answers/<case>/<n>-<role>.json` is what a model said at that turn; `.txt` is text that is no JSON object by itself.
Where a role is asked once more than it has answers, it says the last one again. A writer says of each slide that it is
asked for what stands in its answers, and whatever else it said of slides that nobody asked for.
"""

from __future__ import annotations

import asyncio
import functools
import json
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from kasen.evidence.types import Hit, Passage, Source, content_id
from kasen.models.provider import ModelRequest
from kasen.team import Earlier
from kasen.teams.slides.graphs import edit
from kasen.teams.slides.graphs.deck import build
from kasen.teams.slides.page.markdown import markdown
from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.schemas.result import Result
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.office import FakeOffice
from kasen.testing.scripted import ScriptedModel
from kasen.testing.stores import FakeLibrary
from kasen.tools.python.sandbox import Sandbox, available

ANSWERS = Path(__file__).parent / "answers"
EXAMPLES = Path(__file__).parents[3] / "examples" / "slides"
ASKED: dict[str, dict[str, Any]] = {
    "en": {
        "wish": "Propose to our board that we put next year's effort into matcha for Europe and North America. Show "
        "what the export figures say and why matcha cannot simply be scaled up. 10 slides.",
        "data": [EXAMPLES / "tea_exports.csv"],
        "audience": "the board",
    },
    "ja": {
        "wish": "宇治の茶園の見学会を、来期の新しい事業として役員会に提案したい。売上の数字も見せる。",
        "data": [ANSWERS / "uriage.csv"],
        "audience": "役員会",
    },
}
SLIDES = {"good-en": 10, "good-ja": 8}
needs_sandbox = pytest.mark.skipif(bool(available()), reason="no sandbox on this machine")


@dataclass(frozen=True)
class Played:
    """One run that ended."""

    result: Result
    model: ScriptedModel
    deps: FakeDeps

    @property
    def deck(self) -> Deck:
        """What was made."""
        assert self.result.deck is not None
        return self.result.deck

    @property
    def words(self) -> str:
        """All that stands on slides and in notes, marks and sources apart."""
        return "\n".join(text for slide in self.deck.slides for text in words_of(slide))

    @property
    def told(self) -> str:
        """What the person is told beside the deck."""
        return "\n".join([*self.result.notes, *(one.text for one in self.result.problems)])

    def asked(self, role: str) -> list[ModelRequest]:
        """What a role was asked, in order."""
        return [request for request in self.model.requests if request.role == role]


def words_of(slide: Slide) -> list[str]:
    """Every text of a slide."""
    points = [*slide.points, *(point for column in slide.columns for point in column.points)]
    items = slide.diagram.items if slide.diagram else ()
    table, chart = slide.table, slide.chart
    texts = [slide.title, slide.subtitle, slide.message, slide.notes, *(point.text for point in points)]
    texts += [column.heading for column in slide.columns]
    texts += [text for item in items for text in (item.label, item.text)]
    if slide.diagram:
        texts.append(slide.diagram.alt)
    if table:
        texts += [table.title, table.alt, *table.columns, *(cell for row in table.rows for cell in row)]
    if chart:
        texts += [chart.title, chart.alt, chart.unit, *chart.categories, *(series.name for series in chart.series)]
    return [text for text in texts if text]


class Shelf(FakeLibrary):
    """A library that brings all that it has, in its order: passages are numbered as they were in the run."""

    async def search(self, query: str, *, limit: int = 10) -> list[Hit]:
        """All of it."""
        return self.hits


def passages(lang: str) -> list[Hit]:
    """The passages that stood in the prompts of the run."""
    made = []
    for one in json.loads((ANSWERS / f"passages.{lang}.json").read_text(encoding="utf-8")):
        source = Source(id=content_id("s", one["title"]), kind="document", title=one["title"], uri="/docs/tea.md")
        headings = (one["where"],) if one["where"] else ()
        text = one["text"]
        passage = Passage(id=content_id("p", text), source_id=source.id, text=text, headings=headings, end=len(text))
        made.append(Hit(passage=passage, source=source, score=1.0))
    return made


@functools.cache
def played(case: str) -> Played:
    """A deck by a model that says what stands in the files of the case."""
    return asyncio.run(_run(case, case.partition("-")[2]))


async def _run(case: str, lang: str) -> Played:
    model = ScriptedModel(answers(case), id="by:hand")
    deps = fake_deps(model=model, lang=lang, office=FakeOffice(), python=Sandbox(), documents=Shelf(passages(lang)))
    with TemporaryDirectory() as folder:
        request = Request(**ASKED[lang], docs=[Path(folder)], slides=SLIDES.get(case, 0))
        state = await build().compile().ainvoke({"request": request}, {"recursion_limit": 100}, context=deps)
    return Played(state["result"], model, deps)


def answers(case: str) -> Callable[[ModelRequest], Any]:
    """What each role says, in order, the last answer again and again."""
    said: dict[str, list[str]] = defaultdict(list)
    for file in sorted((ANSWERS / case).iterdir(), key=lambda file: int(file.name.partition("-")[0])):
        said[file.stem.partition("-")[2]].append(file.read_text(encoding="utf-8"))
    slides = [slide for text in said["storywriter"] for slide in json.loads(text)["slides"]]
    count: dict[str, int] = defaultdict(int)

    def answer(request: ModelRequest) -> Any:
        if request.role == "storywriter":
            asked = {int(number) for number in re.findall(r"^Slide (\d+) \[\w+\]$", request.prompt, re.MULTILINE)}
            strays = [one for one in slides if one["number"] in (1, 2, 99) and one["number"] not in asked]
            return {"slides": [*strays, *(one for one in slides if one["number"] in asked)]}
        texts = said.get(request.role, [])
        count[request.role] += 1
        return texts[min(count[request.role], len(texts)) - 1] if texts else ValueError(f"nobody plays {request.role}")

    return answer


# --- a strong one -----------------------------------------------------------------------------------------------------


@needs_sandbox
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_a_careful_model_writes_stands_without_being_asked_again(lang: str) -> None:
    done = played(f"good-{lang}")
    roles = [request.role for request in done.model.requests]
    assert {role: roles.count(role) for role in set(roles) - {"storywriter"}} == {
        "coordinator": 1, "planner": 1, "storywriter_outline": 1, "data_analyst": 1, "storywriter_critique": 1,
    }  # fmt: skip
    assert roles.count("storywriter") == (len(done.deck.slides) - 1) // 2
    assert done.result.outcome == "deck"
    assert not done.result.problems
    assert [slide.title for slide in done.deck.slides if slide.marks] == []
    assert "left out" not in done.told
    assert "外した" not in done.told


@needs_sandbox
@pytest.mark.parametrize(
    ("lang", "kinds"),
    [
        ("en", "title chart chart chart diagram two_columns table statement closing sources"),
        ("ja", "title chart chart bullets two_columns diagram closing sources"),
    ],
)
def test_a_careful_outline_comes_as_it_was_thought(lang: str, kinds: str) -> None:
    assert [slide.kind for slide in played(f"good-{lang}").deck.slides] == kinds.split()


@needs_sandbox
@pytest.mark.parametrize(("lang", "unsourced"), [("en", 4), ("ja", 3)])
def test_points_and_boxes_keep_the_sources_that_were_given(lang: str, unsourced: int) -> None:
    """Only what follows from the wish, a proposal or a next step, rests on nothing."""
    deck = played(f"good-{lang}").deck
    before = [slide for slide in deck.slides if slide.kind not in ("closing", "sources")]
    points = [point for one in before for point in (*one.points, *(p for c in one.columns for p in c.points))]
    assert len([point for point in points if not point.refs]) == unsourced - 3
    assert all(slide.refs for slide in before if slide.kind in ("chart", "diagram"))
    cited = {ref for point in points for ref in point.refs} | {ref for slide in before for ref in slide.refs}
    assert cited == {ref.id for ref in deck.refs}


@needs_sandbox
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_slide_of_a_careful_deck_is_spoken_of(lang: str) -> None:
    for slide in played(f"good-{lang}").deck.slides[:-1]:
        assert len(slide.notes) > 40, slide.title
        assert slide.notes not in (slide.title, slide.subtitle, slide.message)


@needs_sandbox
def test_writers_see_figures_by_name_with_their_values() -> None:
    prompts = "\n".join(request.prompt for request in played("good-en").asked("storywriter"))
    assert "Matcha to Europe and North America, 2024" in prompts
    assert "2024 | 4,256 | 2,195 | 2,444 | 538" in prompts
    assert "; 0 lines" not in prompts
    assert " 0 lines of" not in prompts
    assert not re.search(r"\d\.\d{4}", prompts)


@needs_sandbox
def test_a_planner_sees_columns_and_titles() -> None:
    [request] = played("good-ja").asked("planner")
    assert "売上（万円）" in request.prompt
    assert "宇治茶の歴史" in request.prompt


@needs_sandbox
def test_a_free_wish_changes_two_slides_and_no_other() -> None:
    before = played("good-en")
    after, deps = asyncio.run(_edited(before, "good-en"))
    assert after.deck is not None
    changed = [n for n, (a, b) in enumerate(zip(before.deck.slides, after.deck.slides, strict=True), start=1) if a != b]
    assert changed == [3, 8]
    assert after.deck.slides[2].points[0].text == "All other tea is only 3.3%"
    assert all(point.refs == ("D2",) for point in after.deck.slides[2].points)
    assert after.deck.slides[7].title == "The gardens set the pace"
    assert after.notes == ()
    assert len(deps.artifacts.versions["deck.pptx"]) == 2


async def _edited(before: Played, case: str) -> tuple[Result, FakeDeps]:
    result = before.result.model_dump(mode="json")
    earlier = Earlier(run_id="run_before", request={}, result=result, artifacts=before.deps.artifacts)
    model = ScriptedModel(answers(case), id="by:hand")
    deps = fake_deps(model=model, office=FakeOffice(), earlier=earlier)
    deps.evidence.__dict__.update(before.deps.evidence.__dict__)
    wish = "slide 3: say first how little the other tea is. And the statement slide could carry a better heading."
    state = await edit.build().compile().ainvoke({"request": Request(wish=wish)}, {"recursion_limit": 50}, context=deps)
    return state["result"], deps


# --- a weak one -------------------------------------------------------------------------------------------------------

LIES = {
    "en": [
        *(
            "50 billion",
            "37%",
            "9,999",
            "8888",
            "77%",
            "8,500 million",
            "9,433",
            "38% a year",
            "McKinsey",
            "1.2 million",
        ),
        *("62%", "90 days", "1733", "Sunlight turns", "[Insert", "TBD", "XX%", "Lorem", "300%", "4,000 workers"),
        *("99 euro", "93% agree", "137 times", "68%", "$120 million", "$95 million", "31%", "90% of", "450%"),
        *(
            "250 million",
            "sales@example.com",
            "555 percent",
            "[F42]",
            "(F42)",
            "[Your Name]",
            "ripled",
            "**",
            "third largest",
        ),
    ],
    "ja": [
        *("5,000万円", "2027", "300%", "12,000", "1192", "98", "1,530", "6,520", "2,400", "2倍", "1.8倍", "9,800"),
        *("1211年に宇治", "27,800", "〇〇", "◯◯", "要確認", "世界遺産に登録", "8,800", "3万人", "76%", "35%", "黒字化"),
        *("🚀", "**", "（F1）", "Uji Tour", "fast"),
    ],
}


@needs_sandbox
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_lie_of_a_careless_model_stands_on_a_slide_or_in_notes(lang: str) -> None:
    said = "".join(file.read_text(encoding="utf-8") for file in (ANSWERS / f"careless-{lang}").iterdir())
    assert [lie for lie in LIES[lang] if lie not in said] == [], "each is first said"
    done = played(f"careless-{lang}")
    assert [lie for lie in LIES[lang] if lie in done.words] == []
    assert len(done.deck.slides) >= 8


@needs_sandbox
@pytest.mark.parametrize(("lang", "fewest"), [("en", 25), ("ja", 18)])
def test_the_person_is_told_what_was_left_out(lang: str, fewest: int) -> None:
    done = played(f"careless-{lang}")
    assert len([note for note in done.result.notes if "left out" in note or "外した" in note]) >= fewest
    assert len(set(done.result.notes)) == len(done.result.notes)


@needs_sandbox
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_careless_model_is_asked_again_no_more_than_twice(lang: str) -> None:
    done = played(f"careless-{lang}")
    assert len(done.asked("storywriter_outline")) <= 3
    assert len(done.asked("data_analyst")) == 3
    times = [re.findall(r"^Slide (\d+) \[", request.prompt, re.MULTILINE) for request in done.asked("storywriter")]
    numbers = [number for asked in times for number in asked]
    assert max(numbers.count(number) for number in numbers) <= 3


@needs_sandbox
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_charts_of_careless_code_show_the_rows_and_nothing_else(lang: str) -> None:
    done = played(f"careless-{lang}")
    charts = [slide.chart for slide in done.deck.slides if slide.chart]
    assert charts
    for chart in charts:
        assert chart.unit in ("million yen", "万円", "人")
        assert all(value is not None and value > 100 for series in chart.series for value in series.values)


@needs_sandbox
def test_a_question_that_nobody_needs_costs_no_deck() -> None:
    done = played("careless-en")
    assert [one["name"] for one in done.deps.approve.asked] == ["clarify"]
    assert done.result.deck is not None


@needs_sandbox
@pytest.mark.parametrize("case", ["good-en", "good-ja", "careless-en", "careless-ja"])
def test_pages_show_what_stands_on_the_slides(case: str) -> None:
    done = played(case)
    page = markdown(done.result)
    for slide in done.deck.slides:
        assert slide.title.split("(")[0].split("…")[0].strip() in page.replace("\\", "")
