"""The whole graph: by rules, with good workers, and with workers as they should not be."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

from pptx import Presentation

from kasen.errors import Refused
from kasen.models.provider import ModelRequest
from kasen.testing.draw import FakeDraw
from kasen.testing.office import FakeOffice
from teams.slides.bench import (
    CSV,
    GOOD,
    PASSAGES,
    Done,
    briefs_of,
    goes_on,
    made,
    outlines,
    passes,
    plans,
    slide,
    writes,
)

WANTED = {"deck.pptx", "deck.pdf", "deck.md", "deck.html", "outline.json", "sources.json", "slide-01.png"}


def opened(done: Done) -> Any:
    return Presentation(io.BytesIO(done.deps.artifacts.versions["deck.pptx"][-1][0]))


async def test_good_workers_make_a_deck_whose_facts_stand_in_sources(tmp_path: Path) -> None:
    done = await made(tmp_path, GOOD, csv=CSV, documents=PASSAGES)
    result = done.result
    assert result.outcome == "deck", (result.notes, result.problems)
    assert done.titles[:2] == ["Tea abroad", "Exports grow every year"]
    assert done.titles[-1] == "Sources"
    assert [one.kind for one in result.deck.slides] == [  # type: ignore[union-attr]
        "title", "chart", "bullets", "bullets", "two_columns", "closing", "sources",
    ]  # fmt: skip
    assert set(done.deps.artifacts.versions) >= WANTED
    deck = opened(done)
    assert len(deck.slides) == 7
    assert [shape.has_chart for shape in deck.slides[1].shapes].count(True) == 1
    assert all(one.has_notes_slide for one in deck.slides)


async def test_the_steps_of_the_plan_end_completed_and_tell_what_came_of_them(tmp_path: Path) -> None:
    done = await made(tmp_path, GOOD, csv=CSV)
    assert done.result.plan is not None
    assert [(step.id, step.mode or step.role, step.status) for step in done.result.plan.steps] == [
        ("S1", "data_analyst", "completed"),
        ("S2", "outline", "completed"),
        ("S3", "slides", "completed"),
    ]
    assert all(step.result_summary for step in done.result.plan.steps)
    plans_shown = [[row["status"] for row in event.steps] for event in done.deps.events.of("plan")]
    assert ["running", "running", "pending"] in plans_shown
    assert plans_shown[-1] == ["completed", "completed", "completed"]


async def test_slides_wait_five_times_for_models_and_no_longer(tmp_path: Path) -> None:
    """coordinator, planner, outline beside the data, slides together, critique together."""
    done = await made(tmp_path, GOOD, csv=CSV)
    order = [role for role in dict.fromkeys(done.cast.asked) if role != "data_analyst"]
    assert order == ["coordinator", "planner", "storywriter_outline", "storywriter", "storywriter_critique"]
    assert done.cast.asked.count("storywriter_critique") == 1


async def test_by_rules_the_documents_are_quoted_and_the_data_is_shown(tmp_path: Path) -> None:
    done = await made(tmp_path, csv=CSV, documents=PASSAGES)
    assert done.result.outcome == "deck"
    assert "Buyers abroad ask for powdered tea." in done.words
    assert any(one.kind == "chart" for one in done.result.deck.slides)  # type: ignore[union-attr]
    sources = json.loads(done.text("sources.json"))
    assert {one["kind"] for one in sources["references"]} == {"passage", "rows"}
    assert any("judged" in note for note in done.result.notes)


async def test_of_nothing_comes_a_skeleton_that_says_so_on_every_slide(tmp_path: Path) -> None:
    done = await made(tmp_path, lang="ja", wish="社内の勉強会を提案する")
    assert done.result.outcome == "marked"
    deck = done.result.deck
    assert deck is not None
    assert deck.skeleton
    bodies = [one for one in deck.slides if one.kind == "bullets"]
    assert len(bodies) >= 4
    assert all("枠" in " ".join(one.marks) for one in bodies)


async def test_a_greeting_is_answered_and_no_deck_is_made(tmp_path: Path) -> None:
    roles = {"coordinator": lambda _: {"reply": "Hello! What shall the deck be about?", "goto": "end"}}
    done = await made(tmp_path, roles, wish="Hi there")
    assert (done.result.outcome, done.result.deck) == ("answered", None)
    assert done.result.reply.startswith("Hello!")
    assert done.cast.asked == ["coordinator"]


async def test_a_vague_wish_is_asked_about_once_and_the_answer_reaches_the_writers(tmp_path: Path) -> None:
    asks = {"reply": "One thing first.", "goto": "ask", "question": "Which tea?", "options": ["Green", "Black"]}
    roles = {**GOOD, "coordinator": lambda _: asks}
    done = await made(tmp_path, roles, more={"answers": {"clarify": {"answer": "Only sencha"}}})
    [asked] = done.deps.approve.asked
    assert (asked["question"], asked["shown"]) == ("Which tea?", ["Green", "Black"])
    for role in ("planner", "storywriter_outline", "storywriter"):
        assert "Only sencha" in done.cast.prompts(role)[0]
    assert done.cast.asked.count("coordinator") == 1


async def test_a_refusal_although_there_is_data_is_not_listened_to(tmp_path: Path) -> None:
    roles = {**GOOD, "coordinator": lambda _: {"reply": "No.", "goto": "end"}}
    assert (await made(tmp_path, roles, csv=CSV)).result.deck is not None


async def test_invented_numbers_are_asked_about_and_never_stand_on_a_slide(tmp_path: Path) -> None:
    def lies(request: ModelRequest) -> Any:
        slides = [slide(number, kind, ids, request) for number, kind, ids in briefs_of(request)]
        for one in slides:
            one["points"] = [
                {"text": "Sales rose by 87 % to 9,431 t.", "sources": ["P1", "P99"]},
                *one.get("points", []),
            ]
            one["notes"] = "Remember the 87 % of last spring. It is a good year."
            one["message"] = "We shall sell 5,555 t."
        return {"slides": slides}

    done = await made(tmp_path, {**GOOD, "storywriter": lies}, csv=CSV, documents=PASSAGES)
    first, again = done.cast.prompts("storywriter")[0], done.cast.prompts("storywriter")[-1]
    assert "stands in no source" not in first
    assert "stands in no source" in again
    assert not re.search(r"87|9,431|5,555", done.words)
    assert any("9,431" in note for note in done.result.notes)
    assert "It is a good year." in done.words


async def test_a_turned_round_claim_is_never_shown(tmp_path: Path) -> None:
    def turns(request: ModelRequest) -> Any:
        slides = [slide(number, kind, ids, request) for number, kind, ids in briefs_of(request)]
        for one in slides:
            one["points"] = [{"text": "Tea gardens are not covered before picking.", "sources": ["P1"]}]
        return {"slides": slides}

    done = await made(tmp_path, {**GOOD, "storywriter": turns}, documents=PASSAGES)
    assert "not covered" not in done.words
    assert any("not covered" in note for note in done.result.notes)


async def test_what_is_too_long_is_sent_back_once_with_the_room_there_is(tmp_path: Path) -> None:
    def rambles(request: ModelRequest) -> Any:
        slides = [slide(number, kind, ids, request) for number, kind, ids in briefs_of(request)]
        for one in slides:
            one["points"] = [{"text": "Tea is good and more tea is better. " * 12} for _ in range(8)]
        return {"slides": slides}

    done = await made(tmp_path, {**GOOD, "storywriter": [rambles, rambles, rambles, writes]}, documents=PASSAGES)
    assert any("Too much for one slide" in prompt for prompt in done.cast.prompts("storywriter"))
    assert not [one for one in done.result.problems if one.kind == "overflow"]


async def test_a_critic_is_heard_and_slides_are_written_again_at_most_twice(tmp_path: Path) -> None:
    finds = {"findings": [{"number": 3, "severity": "major", "problem": "It says nothing."}], "verdict": "fail"}
    done = await made(tmp_path, {**GOOD, "storywriter_critique": lambda _: finds}, documents=PASSAGES)
    asked = done.cast.prompts("storywriter")
    assert "It says nothing." in asked[-1]
    assert [number for number, _, _ in briefs_of(done.cast.requests[-1])] == [3]
    assert done.result.outcome == "deck"


async def test_malformed_answers_end_in_rules_and_a_deck(tmp_path: Path) -> None:
    roles = dict.fromkeys(GOOD, lambda _: "I would rather not.")
    done = await made(tmp_path, roles, csv=CSV, documents=PASSAGES)
    assert done.result.deck is not None
    assert len(done.result.deck.slides) >= 5


async def test_dead_models_end_in_rules_and_a_deck(tmp_path: Path) -> None:
    roles = dict.fromkeys(GOOD, lambda _: Refused("scripted:team is down"))
    assert (await made(tmp_path, roles, csv=CSV, documents=PASSAGES)).result.outcome == "deck"


async def test_the_number_of_slides_that_is_asked_for_is_kept(tmp_path: Path) -> None:
    done = await made(tmp_path, csv=CSV, documents=PASSAGES, slides=6)
    assert len(opened(done).slides) == 6
    done = await made(tmp_path, {**GOOD, "planner": plans(slides=30)}, csv=CSV, documents=PASSAGES, slides=7)
    assert len(opened(done).slides) == 7


async def test_an_outline_that_is_not_sound_is_asked_for_again(tmp_path: Path) -> None:
    roles: dict[str, Any] = {**GOOD, "storywriter_outline": [outlines(("bullets", "A"), ("bullets", "a")), outlines()]}
    done = await made(tmp_path, roles, documents=PASSAGES)
    assert "not of kind `title`" in done.cast.prompts("storywriter_outline")[1]
    assert done.titles[0] == "Tea abroad"


async def test_a_person_leaves_out_a_step_and_changes_the_outline(tmp_path: Path) -> None:
    answers = {
        "plan": {"go_on": True, "plan": {"slides": 5, "leave_out": ["S1"]}},
        "outline": {
            "go_on": True,
            "outline": {
                "title": "My deck",
                "slides": [{"kind": "title", "title": "x"}, {"kind": "bullets", "title": "Mine"}],
            },
        },
    }
    done = await made(tmp_path, GOOD, csv=CSV, approve=["plan", "outline"], more={"answers": answers})
    assert [one["name"] for one in done.deps.approve.asked] == ["plan", "outline"]
    assert "data_analyst" not in done.cast.asked
    assert done.titles == ["My deck", "Mine", "Sources"]


async def test_a_comment_on_the_outline_has_it_written_again_and_a_no_ends_the_run(tmp_path: Path) -> None:
    said = iter([{"go_on": True, "comment": "More on frost"}, {"go_on": False}])

    class Answers(dict[str, Any]):
        def get(self, name: str, default: Any = None) -> Any:
            return next(said)

    done = await made(tmp_path, GOOD, approve=["outline"], more={"answers": Answers(outline={})})
    assert "More on frost" in done.cast.prompts("storywriter_outline")[1]
    assert done.result.outcome == "answered"
    assert "deck.pptx" not in done.deps.artifacts.versions


async def test_without_anything_that_renders_the_deck_is_made_and_says_so(tmp_path: Path) -> None:
    done = await made(tmp_path, csv=CSV, more={"office": None})
    assert any("LibreOffice" in note for note in done.result.notes)
    assert "deck.pdf" not in done.deps.artifacts.versions
    assert "deck.pptx" in done.deps.artifacts.versions


async def test_a_render_that_fails_costs_the_check_and_not_the_deck(tmp_path: Path) -> None:
    done = await made(tmp_path, csv=CSV, more={"office": FakeOffice(error=Refused("LibreOffice crashed"))})
    assert any("LibreOffice crashed" in note for note in done.result.notes)
    assert "deck.pptx" in done.deps.artifacts.versions


async def test_markup_in_what_models_say_reaches_no_page(tmp_path: Path) -> None:
    def marks(request: ModelRequest) -> Any:
        slides = [slide(number, kind, ids, request) for number, kind, ids in briefs_of(request)]
        for one in slides:
            one["points"] = [{"text": "<script>alert(1)</script> [x](javascript:alert(1)) \x1b[31mred"}]
        return {"slides": slides}

    done = await made(tmp_path, {**GOOD, "storywriter": marks, "coordinator": goes_on, "storywriter_critique": passes})
    assert "<script>alert" not in done.text("deck.html")
    assert not re.search(r"(?<!\\)\]\(javascript:", done.text("deck.md"))


def seen(request: ModelRequest) -> Any:
    """A visualizer that quotes the title that it was shown."""
    shown = re.findall(r"^Slide (\d+) \[\w+\].*?\n\n<outside[^>]*>\n\(Data.*\)\n(.*?)\n", request.prompt, re.MULTILINE)
    view = 'The title "{}" stands left above rows of bushes, the lines below it, in soft light.'
    prompts = [(int(number), {"slide_type": "Content", "main_title": title, "visual_style": view.format(title)})
               for number, title in shown]  # fmt: skip
    pictures = [{"number": number, "prompt": prompt, "alt": "Rows of bushes."} for number, prompt in prompts]
    return {"style": "Flat shapes.", "pictures": pictures}


async def test_whole_slides_are_thought_out_beside_their_words_and_drawn_with_those_that_stand(tmp_path: Path) -> None:
    def rewords(request: ModelRequest) -> Any:
        slides = [slide(number, kind, ids, request) for number, kind, ids in briefs_of(request)]
        return {"slides": [{**one, "title": f"{one['title']}, in other words"} for one in slides]}

    draw = FakeDraw()
    roles = {**GOOD, "storywriter": rewords, "visualizer": seen}
    done = await made(tmp_path, roles, csv=CSV, documents=PASSAGES, images="full", more={"draw": draw})
    asked = done.cast.asked
    assert asked.count("visualizer") == 1, "seven slides are one batch"
    assert asked.index("visualizer") < asked.index("storywriter_critique"), "beside the words"
    native = [one for one in done.state["slides"] if one.kind != "sources"]
    assert len(draw.asked) == len(native) == 6
    for number, one in enumerate(native, start=1):
        [prompt] = [request.prompt for request in draw.asked if f"# Slide{number}:" in request.prompt]
        words = prompt.partition("\n\nVisual style:")[0].splitlines()[1:]
        texts = [one.subtitle, one.message, *(point.text for point in one.points)]
        texts += [text for column in one.columns for text in (column.heading, *(p.text for p in column.points))]
        assert words[0] == f"## {one.title}"
        assert [text for text in texts if text and text not in "\n".join(words)] == []
        assert f'The title "{one.title}" stands left' in prompt
    chart = next(request.prompt for request in draw.asked if "# Slide2: Data" in request.prompt)
    assert "no chart, axis, bar or curve" in chart


async def test_a_person_may_leave_out_the_drawing_and_nobody_thinks_of_how_it_looks(tmp_path: Path) -> None:
    draw = FakeDraw()
    answer = {"go_on": True, "plan": {"leave_out": ["S4"]}}
    more = {"draw": draw, "answers": {"plan": answer}}
    done = await made(tmp_path, {**GOOD, "visualizer": seen}, images="full", approve=["plan"], more=more)
    assert done.result.plan is not None
    assert [(one.mode or one.role, one.status) for one in done.result.plan.steps[-2:]] == [
        ("looks", "skipped"),
        ("visualizer", "skipped"),
    ]
    assert ("visualizer" in done.cast.asked, draw.asked) == (False, [])
    assert done.result.deck is not None
