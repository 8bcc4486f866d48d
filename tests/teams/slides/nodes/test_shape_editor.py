from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.teams.slides.nodes.shape_editor import shape_editor
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.prior import Prior
from kasen.teams.slides.schemas.request import Request
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from teams.slides.bench import Cast
from teams.slides.editing.by_hand import deck

PRIOR = Prior(deck=Deck(title="x", lang="en", slides=()), version=1, foreign=True)


async def said(wish: str, *replies: dict[str, Any], lang: Any = "en") -> tuple[Any, Cast]:
    given = iter(replies)
    last: dict[str, Any] = {}

    def reply(_: Any) -> dict[str, Any]:
        last.update(said=next(given, last.get("said")))
        return dict(last["said"])

    cast = Cast({"shape_editor": reply})
    deps = fake_deps(model=ScriptedModel(cast, id="scripted:e") if replies else None, lang=lang)
    await deps.artifacts.write("deck.pptx", deck(), "x")
    return await shape_editor(
        {"request": Request(wish=wish), "lang": lang, "prior": PRIOR}, Runtime(context=deps)
    ), cast


async def test_what_is_said_exactly_asks_nobody() -> None:
    found, cast = await said("slide 2: title: Here", {"reply": "never"})
    assert cast.asked == []
    assert (found["change"].texts[0].lines[0].text, found["asked"]) == ("Here", False)


async def test_of_several_answers_that_with_the_fewest_defects_stands() -> None:
    wrong = {"slide": 2, "shape": "T9", "paragraphs": ["x"]}
    good = {"slide": 2, "shape": "T1", "paragraphs": ["Here"]}
    replies = [
        {"reply": "a", "texts": [wrong, wrong]},
        {"reply": "b", "texts": [wrong, good]},
        {"reply": "c", "texts": [wrong, wrong]},
    ]
    found, cast = await said("slide 2: plainer", *replies)
    assert cast.asked == ["shape_editor"] * 3
    assert (found["reply"], len(found["change"].texts)) == ("b", 1)
    assert "no such text" in cast.prompts("shape_editor")[1]


@pytest.mark.parametrize("lang", ["ja", "en"])
async def test_by_rule_nothing_is_changed_and_nothing_is_pretended(lang: str) -> None:
    found, _ = await said("calmer", lang=lang)
    assert found["change"].is_empty
    assert ("モデル" if lang == "ja" else "needs a model") in found["reply"]


async def test_a_form_of_chart_for_a_slide_without_one_is_answered_so() -> None:
    found, _ = await said("slide 2: as a line chart")
    assert found["reply"] == "Nothing was changed: slide 2 has no chart."
    found, _ = await said("2枚目を折れ線グラフに", lang="ja")
    assert found["reply"] == "何も変えていない：スライド2にはグラフがない。"
    assert found["change"].is_empty
