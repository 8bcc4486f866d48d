from __future__ import annotations

import re

import pytest

from kasen.teams.slides.editing.explicit import explicit
from kasen.teams.slides.rules.editor import spelled_out
from kasen.teams.slides.schemas.deck import Chart, Series, Slide
from kasen.teams.slides.schemas.edit import EditorOutput
from kasen.teams.slides.schemas.outputs import SlideSaid
from kasen.teams.slides.story.tongue import japanese

CHART = Chart(id="C1", kind="column", categories=("x",), series=(Series(name="s", values=(1.0,)),))
SLIDES = [Slide(id=f"s-0{n}", kind="chart", title=f"a {n}", chart=CHART) for n in range(1, 6)]
SAID = SlideSaid(number=1, title="Tea", notes="")


def answer(wish: str, lang: str) -> EditorOutput:
    """To a wish in that language about a deck in the other."""
    return spelled_out(
        wish=wish,
        title="Tea",
        slides=[SAID],
        kinds=["title"],
        refs=[],
        figures=[],
        problems=[],
        lang="ja" if lang == "en" else "en",
        reply_lang=lang,
    )


@pytest.mark.parametrize("wish", ["make it nicer", "slide 1: delete", "もっと短く", ""])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_nothing_is_changed_whatever_was_wished(wish: str, lang: str) -> None:
    assert answer(wish, lang).edits == []


def test_it_says_in_both_languages_which_forms_need_no_model() -> None:
    ja, en = answer("x", "ja").reply, answer("x", "en").reply
    assert ja != en
    assert (japanese(en), japanese(ja) > 30) == (0, True)


@pytest.mark.parametrize(("lang", "quotes"), [("en", r"`([^`]+)`"), ("ja", r"「((?:[^「」]|「[^「」]*」)+)」")])
def test_each_form_that_it_names_is_understood_without_a_model(lang: str, quotes: str) -> None:
    forms = re.findall(quotes, answer("x", lang).reply)
    done = [[(edit.action, edit.slide) for edit in explicit(form, SLIDES)] for form in forms]
    assert done == [[("rewrite", 3)], [("notes", 3)], [("rewrite", 3)], [("chart", 4)], [("delete", 4)], [("move", 5)]]
