from __future__ import annotations

from pathlib import Path

from cli.code.built import site
from cli.conftest import Invoke
from teams.code.git.made import call


def test_a_run_that_waits_is_gone_on_with_and_asks_again_until_it_is_answered(
    kasen: Invoke, clean_environment: Path
) -> None:
    here = site(clean_environment, transitions={"completed": {"approve": True}})
    assert kasen(*here.line).exit_code == 75
    turns = len(here.script.calls())
    again = kasen("code", "continue")
    assert again.exit_code == 75
    assert f"kasen code approve {here.place.run_id}" in again.stderr
    done = kasen("code", "continue", here.place.run_id, "--yes")
    assert done.exit_code == 0, done.stderr
    assert len(here.script.calls()) == turns == 2, "what is done is not done again"
    assert here.agents == []
    assert "src/backend/tax.py" in call(here.repo, "ls-tree", "-r", "--name-only", f"kasen/{here.place.run_id}")


def test_a_run_that_is_over_is_not_gone_on_with(kasen: Invoke, clean_environment: Path) -> None:
    here = site(clean_environment)
    assert kasen(*here.line).exit_code == 0
    over = kasen("code", "continue")
    assert over.exit_code == 2
    assert "there is nothing to continue" in over.stderr
