"""What code measures becomes criteria and findings of critics."""

from __future__ import annotations

from datetime import date

from kasen.teams.resume.document.model import Material
from kasen.teams.resume.measuring import taken
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.rubric.reading import rubric_of
from teams.resume.bench import ENGLISH


async def test_every_measured_criterion_that_applies_has_a_value_or_a_reason() -> None:
    ready = prepared(ENGLISH, "en")
    material = Material(resume=ready.resume, role="Backend engineer", posting="", today=date(2026, 11, 21), lang="en")
    criteria, findings = await taken(ready, material, None)
    wanted = {one.id for one in rubric_of("en").criteria if one.measured and not one.needs}
    assert {one.id for one in criteria} == wanted
    assert all(one.note for one in criteria)
    assert all((one.score is None) is (one.by == "nobody") for one in criteria)
    assert {one.critic for one in findings} <= {"recruiter", "tech_writer", "copywriter", "ux_designer"}
    assert all(one.id == "" and one.by == "rule" for one in findings)
