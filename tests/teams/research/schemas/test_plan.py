"""An empty plan is a plan; what code adds to it has its place."""

from __future__ import annotations

from kasen.teams.research.schemas.plan import Assessment, ResearchPlan, StrategicPlan


def test_the_names_are_those_of_the_design_documents() -> None:
    assert {"rag_queries", "web_queries", "allocation_strategy"} <= StrategicPlan.model_fields.keys()
    wanted = {"theme", "investigation_points", "search_queries", "plan_text", "created_at"}
    assert wanted <= ResearchPlan.model_fields.keys()


def test_an_empty_answer_is_a_plan_and_an_assessment_has_to_decide() -> None:
    assert StrategicPlan.model_validate({}).investigation_points == []
    assert Assessment.model_fields["sufficient"].is_required()
