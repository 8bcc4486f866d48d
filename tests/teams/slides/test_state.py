from __future__ import annotations

from typing import get_type_hints

from kasen.runtime.state_types import state_models
from kasen.team import load, load_object
from kasen.teams.slides import state


def test_every_type_of_the_state_survives_a_restart() -> None:
    for build in load("slides").modes.values():
        models = state_models(load_object(build)())
        assert ("kasen.teams.slides.schemas.deck", "Slide") in models


def test_a_task_holds_what_a_worker_reads_and_the_state_knows_it() -> None:
    known = set(get_type_hints(state.State)) | {"step"}
    assert set(get_type_hints(state.Task)) <= known
