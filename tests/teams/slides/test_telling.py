from __future__ import annotations

from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.schemas.findings import TableProfile
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.telling import about_of, materials, plan_rows

TABLE = TableProfile(file="tea.xlsx", path="/x", sheet="年度", sha256="0", rows=8, columns=())
PLAN = Plan(
    title="Planned",
    goal="Decide",
    slides=7,
    steps=(
        Step(id="S1", role="storywriter", title="Outline", instruction="x", status="completed", result_summary="6"),
    ),
    by="rule",
)


def test_materials_are_told_in_the_language_of_the_run() -> None:
    assert materials({"lang": "en", "tables": [TABLE], "documents": 1}) == ["tea.xlsx (年度) (8 rows)", "1 document"]
    assert materials({"lang": "ja", "tables": [TABLE], "documents": 3}) == ["tea.xlsx (年度)（8 行）", "資料 3 件"]
    assert materials({"lang": "en", "tables": [], "documents": 0}) == []


def test_what_was_planned_goes_before_what_was_said_first() -> None:
    request = Request(wish="Tea", audience="Board", slides=9)
    about = about_of({"request": request, "title": "Said", "plan": PLAN, "answers": ["green"]})
    assert (about.title, about.goal, about.audience, about.slides, about.answers) == (
        "Planned", "Decide", "Board", 9, ("green",),
    )  # fmt: skip
    assert about_of({"request": request, "title": "Said"}).title == "Said"


def test_a_plan_is_shown_step_by_step() -> None:
    assert plan_rows(PLAN) == [
        {"id": "S1", "role": "storywriter", "title": "Outline", "depends_on": [], "status": "completed", "result": "6"}
    ]
