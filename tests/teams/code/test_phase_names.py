from __future__ import annotations

from kasen.teams.code.config.loading import default
from kasen.teams.code.phase_names import phase_name


def test_phases_are_called_as_people_call_them() -> None:
    assert (phase_name("final_review", "ja"), phase_name("final_review", "en")) == ("最終レビュー", "final review")
    assert phase_name("ship_it", "ja") == "ship it"


def test_every_phase_of_our_own_workflows_has_a_japanese_name() -> None:
    phases = [phase.id for preset in ("pair", "five-phase") for phase in default(preset).workflow.phases]
    assert len(phases) == 6
    assert all(not phase_name(phase, "ja").isascii() for phase in phases)
