from __future__ import annotations

import importlib.metadata
import subprocess
import sys

import pytest

import kasen
from kasen.teams.echo import schemas


def test_the_list_of_public_names_is_sorted_and_whole() -> None:
    assert len(kasen.__all__) > 20
    assert kasen.__all__ == sorted(kasen.__all__)
    assert set(kasen.__all__) == {*kasen._HOMES, "run", "arun", "stream"}


@pytest.mark.parametrize("name", kasen.__all__)
def test_every_public_name_can_be_used_and_says_what_it_is(name: str) -> None:
    found = getattr(kasen, name)
    assert found.__name__ == name
    assert found.__doc__
    assert name in dir(kasen)


def test_everything_visible_is_public_a_module_or_private() -> None:
    lone = "import kasen; print(*[n for n in vars(kasen) if not n.startswith('_')])"
    done = subprocess.run([sys.executable, "-c", lone], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {*kasen.__all__, "TYPE_CHECKING", "Any", "annotations", "importlib"}
    assert "run" in done.stdout.split()


def test_importing_kasen_imports_nothing_else() -> None:
    lone = "import sys; before = set(sys.modules); import kasen; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", lone], capture_output=True, text=True, check=True)
    assert "kasen" in done.stdout.split()
    assert [name for name in done.stdout.split() if name.startswith(("kasen.", "pydantic", "langgraph"))] == []


def test_a_name_that_is_not_public_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match="`nonsense`"):
        kasen.nonsense  # noqa: B018


def test_the_version_is_that_of_the_distribution() -> None:
    assert kasen.__version__ == importlib.metadata.version("kasen")


def test_a_team_can_be_run_from_a_script() -> None:
    result = kasen.run("echo", {"text": "one two"})
    assert isinstance(result, schemas.Result)


async def test_a_team_can_be_run_where_a_loop_is_running_already() -> None:
    result = kasen.run("echo", {"text": "one two"})
    assert isinstance(result, schemas.Result)


def test_a_mistake_of_the_caller_is_an_error_of_ours() -> None:
    with pytest.raises(kasen.UsageError, match="no team"):
        kasen.run("nonsense", {})
    with pytest.raises(kasen.InputError):
        kasen.run("echo", {"wrong": 1})
