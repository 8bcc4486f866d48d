"""Head and sections are written at once, each from its own evidence; nothing is said under two points."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.errors import Declined
from kasen.models.provider import ModelRequest
from kasen.team import Deps
from kasen.teams.research.nodes.hierarchical_synthesizer import MOST_WRITERS, hierarchical_synthesizer, joined
from kasen.teams.research.schemas import Draft, Section, Statement
from kasen.teams.research.schemas.deep import Subtask
from kasen.teams.research.state import Drafted
from kasen.testing.deps import fake_deps
from kasen.testing.search import document_hit
from teams.research.deep_scenes import ENGLISH, THREE, Crew, plan_of, worked, writes

SENCHA = Subtask(id="s1", question="Who perfected steamed sencha?", rag_queries=["steamed sencha"])
UJI = Subtask(id="s2", question="When did tea growing begin in Uji?", rag_queries=["tea growing Uji"])
GONE = Subtask(id="s3", question="GDP?", rag_queries=["GDP"])


async def written(model: Crew | None, *subtasks: Subtask, documents: Any = ENGLISH, **request: Any) -> Drafted:
    deps = fake_deps(model=model, documents=documents)
    state: Any = await worked(deps, plan_of(*subtasks), **request)
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await hierarchical_synthesizer(state, runtime)


async def test_writers_work_at_the_same_time_and_see_their_own_evidence_and_all_headings() -> None:
    model = Crew()
    said = await written(model, SENCHA, UJI, GONE, audience="teachers", length="short")
    assert model.at_once["hierarchical_synthesizer"] == 3
    head, first, second = model.prompts("hierarchical_synthesizer")
    assert all(THREE in prompt and "teachers" in prompt for prompt in (head, first, second))
    assert all(UJI.question in prompt for prompt in (head, first, second))
    assert "1. (yours)" in first
    assert "2. (yours)" in second
    assert "(yours)" not in head
    assert "13th century" not in first
    assert "1 to 3 statements" in first
    assert [section.point for section in said["draft"].analysis] == [1, 2]
    assert said["draft"].title == "Tea"
    assert said["draft_by_rule"] is False


async def test_a_writer_that_fails_costs_only_its_section_its_words() -> None:
    def fails(request: ModelRequest) -> Any:
        if "1. (yours)" in request.prompt:
            raise Declined("no")
        return writes(request)

    said = await written(Crew(hierarchical_synthesizer=fails), SENCHA, UJI)
    first, second = said["draft"].analysis
    assert first.statements[0].text == "Steamed sencha was perfected by Nagatani Soen in 1738."
    assert not second.statements[0].text.endswith(".")
    assert said["draft_by_rule"] is False


async def test_with_no_evidence_nobody_is_asked() -> None:
    model = Crew()
    said = await written(model, GONE)
    assert model.asked()["hierarchical_synthesizer"] == 0
    assert (said["draft"].findings, said["draft_by_rule"]) == ([], True)


async def test_many_points_are_shared_among_few_writers() -> None:
    hits = [document_hit(f"Garden{n} lies in valley{n}.", path=f"/docs/{n}.md") for n in range(12)]
    gardens = [Subtask(id=f"s{n + 1}", question=f"Where is garden{n}?", rag_queries=[f"garden{n}"]) for n in range(12)]
    model = Crew()
    await written(model, *gardens, documents=hits)
    assert model.asked()["hierarchical_synthesizer"] == MOST_WRITERS - 1 + 1


def statement(text: str) -> Statement:
    return Statement(text=text, evidence=["e1"])


def test_each_writer_is_heard_on_its_own_points_only() -> None:
    rogue = Draft(
        summary=[statement("Mine.")],
        analysis=[Section(point=1, statements=[statement("A.")]), Section(point=2, statements=[statement("B.")])],
    )
    draft = joined(Draft(title="T"), [([1], rogue)], ["a", "b"])
    assert (draft.summary, [(s.point, s.statements[0].text) for s in draft.analysis]) == ([], [(1, "A.")])


def test_what_two_say_stands_under_the_point_whose_words_it_holds() -> None:
    said = "Sencha was perfected in 1738 by Nagatani Soen."
    sections = [
        ([1], Draft(analysis=[Section(point=1, statements=[statement(said), statement("Tea is grown in Uji.")])])),
        ([2], Draft(analysis=[Section(point=2, statements=[statement(said)])])),
    ]
    draft = joined(Draft(), sections, ["Where is tea grown?", "Who perfected sencha?"])
    assert [[one.text for one in section.statements] for section in draft.analysis] == [
        ["Tea is grown in Uji."],
        [said],
    ]
