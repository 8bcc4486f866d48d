"""A person sees the plan of subtasks, changes it, sends it back, or stops it."""

from __future__ import annotations

from typing import Any

from kasen.teams.research.graphs.deep import build
from kasen.teams.research.nodes.deep.approve_plan import edited, sheet
from kasen.teams.research.schemas import Request, Result
from kasen.teams.research.schemas.deep import Subtask
from kasen.testing.deps import FakeDeps, fake_deps
from teams.research.deep_scenes import ENGLISH, THREE, Crew, plan_of, planned, subtask

PLAN = plan_of(
    Subtask(id="s1", question="Who perfected sencha?", rag_queries=["sencha"]),
    Subtask(id="s2", question="Where was he born?", rag_queries=["born"], depends_on=["s1"]),
)


async def run(deps: FakeDeps) -> tuple[dict[str, Any], Result]:
    request = Request(question=THREE, docs=["/docs"], approve=["plan"])
    state = await build().compile().ainvoke({"request": request}, context=deps)
    return state, state["result"]


async def test_the_plan_is_shown_and_goes_on_as_it_is() -> None:
    deps = fake_deps(model=Crew(), documents=ENGLISH)
    state, _ = await run(deps)
    (asked,) = deps.approve.asked
    assert asked["name"] == "plan"
    assert asked["shown"][0] == "1. When did tea growing begin in Uji?"
    assert asked["default"]["plan"]["subtasks"][0]["question"] == "When did tea growing begin in Uji?"
    assert len(state["subtask_results"]) == 3


async def test_nobody_is_asked_unless_the_request_wants_it() -> None:
    deps = fake_deps(model=Crew(), documents=ENGLISH)
    await build().compile().ainvoke({"request": Request(question=THREE, docs=["/docs"])}, context=deps)
    assert deps.approve.asked == []


async def test_an_edited_plan_is_worked_as_edited() -> None:
    changed = {"subtasks": [{"question": "When did the first railway open?"}, {"question": "Who perfected sencha?"}]}
    deps = fake_deps(model=Crew(), documents=ENGLISH, answers={"plan": {"go_on": True, "plan": changed}})
    state, result = await run(deps)
    assert [point.heading for point in result.document.analysis] == [one["question"] for one in changed["subtasks"]]
    assert state["query"] == THREE
    assert any("1872" in finding.text for finding in result.findings)


class CommentOnce(dict[str, Any]):
    """Answers the first time with a comment, then with the default."""

    said = False

    def __bool__(self) -> bool:
        return True

    def get(self, name: str, default: Any = None) -> Any:
        first, self.said = not self.said, True
        return {"go_on": True, "comment": "Rather the trains!"} if first else default


async def test_a_comment_sends_the_plan_back_with_its_words() -> None:
    plans = [planned(subtask("When did tea growing begin in Uji?"), subtask("Who perfected sencha?"))]
    plans.append(planned(subtask("When did the first railway open?"), subtask("How much green tea is exported?")))
    model = Crew(master_planner=lambda request: plans[int("trains" in request.prompt)])
    deps = fake_deps(model=model, documents=ENGLISH, answers=CommentOnce())
    _, result = await run(deps)
    assert len(deps.approve.asked) == 2
    assert any("railway" in point.heading for point in result.document.analysis)
    assert sum(event.type == "plan" for event in deps.events.all) >= 2


async def test_a_no_ends_in_a_report_that_claims_nothing_and_says_so() -> None:
    model = Crew()
    _, result = await run(fake_deps(model=model, documents=ENGLISH, answers={"plan": {"go_on": False}}))
    assert model.asked() == {"master_planner": 1}
    assert result.findings == []
    assert result.document.references == ()
    assert result.not_covered


def test_dependencies_are_numbers_in_the_sheet_and_ids_in_the_plan() -> None:
    assert sheet(PLAN)["subtasks"][1]["depends_on"] == [1]
    back = edited(PLAN, sheet(PLAN), 20)
    assert [(one.id, one.depends_on) for one in back.subtasks] == [("s1", []), ("s2", ["s1"])]


def test_a_sheet_that_is_no_plan_leaves_the_plan() -> None:
    sheets: list[dict[str, Any]] = [{}, {"subtasks": []}, {"subtasks": "x"}, {"subtasks": [{"question": " "}]}]
    for given in sheets:
        assert edited(PLAN, given, 20) == PLAN


def test_queries_of_a_person_stand_and_circles_do_not() -> None:
    given = {
        "subtasks": [
            {"question": "A of one?", "depends_on": [2]},
            {"question": "B of two?", "depends_on": [1], "rag_queries": ["x"]},
        ]
    }
    back = edited(PLAN, given, 20)
    assert [one.depends_on for one in back.subtasks] == [["s2"], []]
    assert back.subtasks[0].rag_queries == back.subtasks[0].web_queries == ["A of one?"]
    assert (back.subtasks[1].rag_queries, back.subtasks[1].web_queries) == (["x"], [])
    assert edited(PLAN, given, 1).execution_mode == "simple"
