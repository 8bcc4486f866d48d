"""The state of a fact-check survives a restart."""

from __future__ import annotations

from kasen.runtime.state_types import state_models
from kasen.teams.research.graphs.fact_check import build


def test_every_type_of_the_state_survives_a_checkpoint() -> None:
    names = {name for _, name in state_models(build())}
    assert {"Request", "CheckedText", "TextClaim", "ClaimFound", "Weighed", "Ruled", "Result", "ClaimRuling"} <= names
