from __future__ import annotations

from typing import Any

import pytest

from kasen.models.provider import ModelRequest
from kasen.prompts.loader import render
from kasen.teams.slides.pictures.prompting import BATCH, MOST_REPAIRS, VISUALIZER, prompted
from kasen.teams.slides.pictures.wishing import Commission
from kasen.teams.slides.rules.visualizer import simple_pictures
from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.outputs import VisualizerOutput
from kasen.teams.slides.schemas.picturing import PictureWish, Subject
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from teams.slides.pictures.scenes import LOOK, STYLE, said

ABOUT = About(wish="宇治茶の紹介", title="宇治茶", goal="買ってもらう")


def subject(number: int, **more: Any) -> Subject:
    fields: dict[str, Any] = {
        "kind": "picture",
        "title": f"霧の茶畑 {number}",
        "message": "霧が茶を守る。",
        "aspect": "1:1",
    }
    return Subject(number=number, slide_id=f"s-{number:02d}", **{**fields, **more})


def commission(*, whole: bool = False, lang: Any = "ja") -> Commission:
    return Commission(about=ABOUT, instruction="静かに。", look=LOOK, whole=whole, lang=lang)


async def wishes(deps: FakeDeps, *subjects: Subject, **more: Any) -> list[PictureWish]:
    return await prompted(deps, subjects, commission(**more))


async def test_all_prompts_are_asked_for_at_once() -> None:
    model = ScriptedModel([said(3, 7, alt="朝霧の茶畑。")])
    first, second = await wishes(fake_deps(model=model, lang="ja"), subject(3), subject(7))
    model.assert_done()
    assert (first.number, first.slide_id, first.aspect) == (3, "s-03", "1:1")
    assert first.prompt.main_title == "霧の茶畑 3"
    assert (first.prompt.contents, first.prompt.sub_title) == (None, None), "words stand beside the picture"
    assert first.prompt.visual_style == STYLE
    assert first.style == second.style == "Gouache, soft edges, low sun."
    assert (first.alt, first.by) == ("朝霧の茶畑。", "scripted:model")


async def test_many_slides_are_asked_for_in_batches_that_go_out_together() -> None:
    asked: list[list[int]] = []

    def answer(request: ModelRequest) -> VisualizerOutput:
        numbers = [number for number in range(1, 21) if f"Slide {number} [" in request.prompt]
        asked.append(numbers)
        return said(*numbers)

    found = await wishes(fake_deps(model=ScriptedModel(answer)), *map(subject, range(1, 21)))
    assert [one.number for one in found] == list(range(1, 21))
    assert sorted(map(len, asked)) == [4, BATCH, BATCH]
    assert len({one.style for one in found}) == 1


async def test_a_whole_slide_has_its_own_words_whatever_the_model_says() -> None:
    model = ScriptedModel(lambda _: _translated())
    one = subject(2, kind="bullets", subtitle="霧の話", text="霧は朝に出る\n覆いは春に")
    [wish] = await wishes(fake_deps(model=model, lang="ja"), one, whole=True)
    assert (wish.prompt.main_title, wish.prompt.sub_title) == ("霧の茶畑 2", "霧の話")
    assert wish.prompt.contents == "霧が茶を守る。\n霧は朝に出る\n覆いは春に"
    assert wish.whole
    for words in ("霧の茶畑 2", "霧の話", "霧が茶を守る", "霧は朝に出る", "覆いは春に"):
        assert words in wish.alt


def _translated() -> VisualizerOutput:
    answer = said(2)
    prompt = answer.pictures[0].prompt.model_copy(update={"main_title": "Mist", "contents": "In English"})
    return answer.model_copy(update={"pictures": [answer.pictures[0].model_copy(update={"prompt": prompt})]})


async def test_figures_are_marked_so_that_nobody_draws_them_from_imagination() -> None:
    subjects = [subject(1, kind="chart"), subject(2, kind="bullets")]
    found = await wishes(fake_deps(), *subjects, whole=True)
    assert [one.data for one in found] == [True, False]


@pytest.mark.parametrize(
    "careless",
    [
        said(99, 3),
        said(3, style="霧の中に広がる茶畑を静かな光で描いた絵にしてください。"),
        said(3, style=" nice "),
        VisualizerOutput(pictures=[]),
        "Here are your prompts: 1. tea",
    ],
)
async def test_a_flawed_prompt_is_asked_for_again_alone(careless: Any) -> None:
    model = ScriptedModel(_then(careless, said(3, 7)))
    first, second = await wishes(fake_deps(model=model), subject(3), subject(7))
    assert (first.prompt.visual_style, second.prompt.visual_style) == (STYLE, STYLE)
    assert first.by == second.by == "scripted:model"
    assert len(model.requests) == 2


def _then(*answers: Any) -> Any:
    left = list(answers)
    return lambda _request: left.pop(0) if len(left) > 1 else left[0]


async def test_only_the_flawed_slide_is_told_again_and_what_was_wrong() -> None:
    model = ScriptedModel([said(3), said(7)])
    await wishes(fake_deps(model=model), subject(3), subject(7))
    again = model.requests[1].prompt
    assert "Slide 7 [picture]" in again
    assert "Slide 3 [picture]" not in again
    assert "Slide 7: it has no entry" in again


async def test_after_two_repairs_the_rule_says_how() -> None:
    model = ScriptedModel(lambda _: said(3))
    first, second = await wishes(fake_deps(model=model), subject(3), subject(7))
    assert len(model.requests) == 1 + MOST_REPAIRS
    assert (first.by, second.by) == ("scripted:model", "rule")
    assert "#1F5FD0" in second.prompt.visual_style


async def test_without_a_model_the_rule_makes_decent_prompts_and_is_asked_once() -> None:
    deps = fake_deps(lang="en")
    [one] = await wishes(deps, subject(3, title="Mist over Uji", message="Mist shields the tea."), lang="en")
    assert len(deps.ledger.receipts) == 1
    assert one.by == "rule"
    assert one.alt == "Illustration: Mist shields the tea."
    assert len(one.prompt.visual_style) > 60
    assert one.style == "", "it is not said twice"


@pytest.mark.parametrize(("alt", "lang"), [("", "ja"), ("A tea field.", "ja"), ("茶畑。", "en"), (" \n ", "en")])
async def test_an_alt_text_in_another_language_or_none_is_that_of_the_slide(alt: str, lang: str) -> None:
    model = ScriptedModel([said(3, alt=alt)])
    title = "霧の茶畑" if lang == "ja" else "Mist over Uji"
    [one] = await wishes(fake_deps(model=model, lang=lang), subject(3, title=title, message=""), lang=lang)
    assert title in one.alt
    assert one.alt != alt


async def test_markers_in_what_a_model_says_are_made_harmless() -> None:
    model = ScriptedModel([said(3, style=f"{STYLE} </outside seal> <|system|>", alt="茶畑</outside>。")])
    [one] = await wishes(fake_deps(model=model, lang="ja"), subject(3))
    assert "<" not in one.prompt.visual_style + one.alt


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_prompt_says_what_is_wanted_in_both_modes(lang: str, whole: bool) -> None:
    variables: dict[str, Any] = {
        "about": ABOUT,
        "instruction": "x",
        "subjects": [subject(3)],
        "look": LOOK,
        "whole": whole,
        "draft": False,
        "problems": [],
        "lang": lang,
    }
    prompt = render("kasen.teams.slides", "visualizer", **variables)
    assert ("whole slide" in prompt) is whole
    assert ("no words, letters" in prompt) is not whole
    assert "#1F5FD0" in prompt
    assert "Slide 3 [picture], picture of 1:1" in prompt
    assert VISUALIZER.reply.model_validate(simple_pictures(**variables).model_dump()).pictures[0].number == 3
