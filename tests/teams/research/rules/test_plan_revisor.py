"""The plan is revised without a model only for what code measured."""

from __future__ import annotations

from kasen.teams.research.rules.plan_revisor import revise
from kasen.teams.research.schemas.deep import PlanRevision

SIDES = "Sencha was perfected in 1738. / Sencha was perfected in 1740."


def revised(uncovered: list[str], contradictions: list[str], *, web: bool = True, lang: str = "en") -> PlanRevision:
    return revise(
        question="?",
        subtasks=[],
        uncovered=uncovered,
        contradictions=contradictions,
        most=3,
        web=web,
        lang=lang,
        today="2026-01-02",
    )


def test_nothing_measured_nothing_revised() -> None:
    assert revised([], []) == PlanRevision()


def test_a_part_that_nobody_looks_up_comes_first() -> None:
    said = revised(["how it is exported"], [SIDES])
    assert (said.should_revise, said.trigger_type) == (True, "gap")
    assert [one.question for one in said.new_subtasks] == ["how it is exported"]
    assert revised(["輸出量"], [], lang="ja").reason == "まだ調べていない部分：輸出量。"


def test_figures_that_differ_are_looked_up_on_the_web_without_the_figures() -> None:
    said = revised([], [SIDES])
    assert said.trigger_type == "contradiction"
    (one,) = said.new_subtasks
    assert one.question == "sencha perfected"
    assert not any(character.isdigit() for character in one.question)
    assert one.web_queries
    assert revised([], [SIDES], web=False) == PlanRevision()


def test_what_both_sides_say_is_looked_up_and_not_what_only_one_adds() -> None:
    def asked(*sides: str) -> str:
        return revised([], [" / ".join(sides)]).new_subtasks[0].question

    jars = "The tea jar procession, which helped Uji to become the centre of Japanese tea, began in 1633."
    assert asked(jars, "The tea jar procession to Edo began in 1632.") == "tea jar procession began"
    assert asked("御茶壺道中は寛永10年に始まった。", "将軍への御茶壺道中は1632年に始まった。") == "御茶壺道中 寛永 将軍"
    assert asked("Sencha: 1738.", "The leaf tea of Uji: 1740.") == "sencha leaf tea uji"
