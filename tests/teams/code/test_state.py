from __future__ import annotations

from dataclasses import fields

from kasen.runtime.state_types import state_models
from kasen.team import load, load_object
from kasen.teams.code.git.repository import Repository
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from kasen.teams.code.state import Over, Prepared, Question


def test_every_type_of_the_state_survives_a_restart() -> None:
    models = state_models(load_object(load("code").modes["workflow"])())
    assert ("kasen.teams.code.state", "Prepared") in models


def test_what_nodes_keep_is_what_the_parts_speak_of() -> None:
    assert set(Prepared.model_fields) == {field.name for field in fields(Repository)}
    assert set(Question.model_fields) == {field.name for field in fields(Asked)}
    assert set(Over.model_fields) == {field.name for field in fields(Ended)} - {"short"}, "that one is for the attempt"
