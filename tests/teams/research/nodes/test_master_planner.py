"""Plans are read by code before anybody works on them; queries go where their words are."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.nodes.master_planner import MOST_QUERIES, allocated, settled
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.deep import PlannedSubtask, ProposedPlan, Subtask
from kasen.testing.deps import fake_deps
from kasen.testing.search import FakeSearch
from kasen.testing.stores import FakeLibrary
from teams.research.deep_scenes import ENGLISH


def proposed(*questions: str, mode: str = "hierarchical") -> ProposedPlan:
    return ProposedPlan.model_validate({"execution_mode": mode, "subtasks": [{"question": q} for q in questions]})


def settle(said: ProposedPlan, *own: str, question: str = "Tea?", lang: str = "en", **request: Any) -> list[str]:
    found = settled(said, proposed(*own), Request(question=question, **request), lang)
    return [one.question for one in found]


def test_a_plan_of_several_stands_beside_a_question_of_one_part() -> None:
    assert settle(proposed("Where is tea grown?", "Who drinks tea?"), "Tea?") == [
        "Where is tea grown?",
        "Who drinks tea?",
    ]


def test_one_subtask_asks_the_users_own_question() -> None:
    assert settle(proposed("Where is tea grown?"), "Tea?") == ["Tea?"]
    both = settled(
        ProposedPlan(
            execution_mode="simple",
            subtasks=[
                PlannedSubtask(question="A?", rag_queries=["x"]),
                PlannedSubtask(question="B?", rag_queries=["y"]),
            ],
        ),
        proposed("Tea?"),
        Request(question="Tea?"),
        "en",
    )
    assert [(one.question, one.rag_queries) for one in both] == [("Tea?", ["x", "y"])]


def test_what_a_plan_forgets_of_the_question_is_added() -> None:
    own = ("When did tea come", "How much caffeine is safe")
    assert settle(proposed("When did tea come?", "Who drinks tea?"), *own)[2:] == ["How much caffeine is safe"]


@pytest.mark.parametrize("said", [proposed(), proposed(" ", "?!"), proposed("お茶はいつ来たか", "誰が飲むか")])
def test_a_plan_of_no_use_is_the_rules(said: ProposedPlan) -> None:
    assert settle(said, "When did tea come", "Who drinks it") == ["When did tea come", "Who drinks it"]


def test_headings_of_an_outline_stand_as_they_were_given() -> None:
    said = proposed("The history of tea in Japan", "Trade")
    assert settle(said, outline=["Trade", "History of tea", "Taste"]) == ["Trade", "History of tea", "Taste"]


async def allocate(subtask: dict[str, Any], *, web: bool, sent: tuple[str, ...] = ()) -> Subtask:
    deps = fake_deps(documents=ENGLISH, search=FakeSearch() if web else None)
    return await allocated(deps, FakeLibrary(ENGLISH), Subtask(id="s1", **subtask), sent)


async def test_queries_go_where_their_words_are_and_the_question_itself_is_sent() -> None:
    given = {"question": "Sencha by Nagatani Soen", "rag_queries": ["Nagatani Soen 1738", "GDP of Brazil"]}
    found = await allocate(given, web=True)
    assert found.rag_queries == ["Sencha by Nagatani Soen", "Nagatani Soen 1738"]
    assert found.web_queries == ["GDP of Brazil"]


async def test_what_a_model_wants_from_the_web_is_asked_there_too() -> None:
    found = await allocate({"question": "Sencha?", "web_queries": ["Nagatani Soen 1738"]}, web=True)
    assert "Nagatani Soen 1738" in found.web_queries


async def test_without_a_web_all_queries_go_to_the_documents() -> None:
    found = await allocate({"question": "GDP?", "web_queries": ["GDP of Brazil"]}, web=False)
    assert (found.rag_queries, found.web_queries) == (["GDP?", "GDP of Brazil"], [])


async def test_nothing_is_sent_twice_and_not_too_much() -> None:
    many = [f"Nagatani Soen {n}" for n in range(20)]
    found = await allocate(
        {"question": "Nagatani", "rag_queries": many}, web=False, sent=("nagatani", "nagatani soen 0")
    )
    assert found.rag_queries == many[1 : MOST_QUERIES + 1]


async def test_a_question_that_nothing_answers_goes_to_the_web_when_no_other_query_does() -> None:
    found = await allocate({"question": "GDP of Brazil?"}, web=True)
    assert (found.rag_queries, found.web_queries) == ([], ["GDP of Brazil?"])
