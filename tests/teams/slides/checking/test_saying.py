from __future__ import annotations

import string

from kasen.teams.slides.checking import saying
from kasen.teams.slides.checking.saying import Finder, said


def test_both_languages_use_the_same_values() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for english, japanese in saying._SAID.values():
        assert fields(english) == fields(japanese)


def test_a_problem_knows_its_slide_its_place_and_its_language() -> None:
    finder = Finder(3, "ja")
    finder.add("no_alt", "no_alt", where="chart", severity="minor", name="図")
    assert [tuple(problem)[:4] for problem in finder.found] == [
        (("slide", 3), ("kind", "no_alt"), ("severity", "minor"), ("where", "chart"))
    ]
    assert finder.found[0].text == said("no_alt", "ja", name="図") == "「図」に代替テキストがない。"
