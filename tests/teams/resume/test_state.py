from __future__ import annotations

from typing import get_type_hints

from kasen.runtime.state_types import state_models
from kasen.teams.resume.graphs.review import build
from kasen.teams.resume.state import State


def test_everything_in_the_state_survives_a_restart() -> None:
    found = {name for _, name in state_models(build())}
    assert {"Request", "Feedback", "Scored", "Change", "Refused", "Comparison", "Validation", "PageFacts"} <= found


def test_the_names_are_those_of_the_design() -> None:
    names = set(get_type_hints(State))
    assert {
        *("qmd_content", "target_role", "screenshot_path", "job_posting_content"),
        *("recruiter_feedback", "tech_writer_feedback", "copywriter_feedback"),
        *("current_feedback", "current_score", "iteration", "revised_content", "portfolio_items", "design_feedback"),
    } <= names
