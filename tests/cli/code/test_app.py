from __future__ import annotations

import pytest
from typer.testing import CliRunner

from kasen.cli.app import app
from kasen.cli.code.app import HIDDEN, VERBS

RUNNER = CliRunner()


def test_the_help_names_every_verb_but_those_for_the_orchestrator() -> None:
    shown = RUNNER.invoke(app, ["code", "--help"])
    assert shown.exit_code == 0
    listed = {line.split()[1] for line in shown.stdout.splitlines() if line.startswith("│ ")}
    assert set(VERBS) - listed == set(HIDDEN)


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_can_be_imported_and_shows_its_help(name: str) -> None:
    shown = RUNNER.invoke(app, ["code", name, "--help"])
    assert shown.exit_code == 0, shown.stderr
    assert f"Usage: kasen code {name}" in shown.stdout


def test_a_verb_that_does_not_exist_is_told_with_the_one_that_was_meant() -> None:
    shown = RUNNER.invoke(app, ["code", "wroker"])
    assert shown.exit_code == 2
    assert "Did you mean 'worker'" in shown.stderr
