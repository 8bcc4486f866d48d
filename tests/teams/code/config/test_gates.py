from __future__ import annotations

import pytest

from kasen.errors import ConfigurationError
from kasen.teams.code.config.gates import gates_of
from kasen.teams.code.config.lined import Lined
from teams.code.config.written import changed, five_phases, text_of


def test_the_gate_of_a_phase_names_its_reviewers_and_commands() -> None:
    lined = changed("gates.yaml", "commands: []", 'commands: [{name: tests, run: "make test"}]')
    gate = gates_of(lined, five_phases()).of("final_review")
    assert gate is not None
    assert gate.required == ("reviewer-security", "reviewer-performance", "reviewer-architecture")
    assert [(one.name, one.run, one.seconds) for one in gate.commands] == [("tests", "make test", 600.0)]
    assert gates_of(Lined("gates.yaml", text_of("gates.yaml")), five_phases()).of("research") is None


WRONG = {
    ("phase: final_review", "phase: final_reveiw"): r"gates.yaml:4: phase `final_reveiw` does not exist. Did you mean",
    ("reviewer-performance", "reviewer-speed"): r"gates.yaml:5: .* `reviewer-speed` does not exist",
    ("[reviewer-security, reviewer-performance, reviewer-architecture]", "[]"): r"gates.yaml:3: .* would always pass",
    ("max_rounds: 3", "max_round: 3"): r"gates.yaml:7: there is no setting `max_round` here",
    ("commands: []", 'commands: [{name: tests, run: ""}]'): r"gates.yaml:6: ",
}


@pytest.mark.parametrize(("change", "message"), WRONG.items(), ids=range(len(WRONG)))
def test_gates_that_cannot_be_meant_are_said_with_their_line(change: tuple[str, str], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        gates_of(changed("gates.yaml", *change), five_phases())


def test_a_transition_that_waits_for_a_gate_needs_one() -> None:
    with pytest.raises(ConfigurationError, match="phase `final_review` waits for a gate, and it has none"):
        gates_of(Lined("gates.yaml", "gates: []\n"), five_phases())
