"""The wheel carries what the program reads at run time; scripts and versions are in order."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "kasen"


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    content: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return content


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Names of the files in a wheel built here, without a network."""
    place = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = place.glob("kasen-*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_of_the_package(wheel: set[str]) -> None:
    files = [path for path in SRC.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    kinds = {path.suffix for path in files}
    assert {".py", ".md", ".toml", ".typed"} <= kinds
    assert [str(p) for p in files if f"kasen/{p.relative_to(SRC).as_posix()}" not in wheel] == []


def test_the_wheel_holds_the_prompts_the_migrations_and_the_licence(wheel: set[str]) -> None:
    assert "kasen/prompts/partials/fenced.md" in wheel
    assert "kasen/teams/echo/prompts/planner.md" in wheel
    assert any(re.fullmatch(r"kasen/runtime/migrations/versions/\w+\.py", name) for name in wheel)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel)
    assert "kasen/examples/corpus/uji.en.md" in wheel, "the demo runs from an installed package too"


def test_the_wheel_holds_nothing_but_the_package(wheel: set[str]) -> None:
    assert {name.split("/")[0] for name in wheel if ".dist-info/" not in name} == {"kasen"}


def test_every_dependency_has_an_exact_version(project: dict[str, Any]) -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[a-z0-9-]+==[\w.]+", line) for line in lines), "names and versions, nothing else"
    assert lines == sorted(lines)
    pinned = {line.partition("==")[0] for line in lines}
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    wanted = [*project["dependencies"], *groups["dev"], *chain(*project["optional-dependencies"].values())]
    named = {re.split(r"[\[<>=~! ]", line)[0].lower().replace("_", "-") for line in wanted} - {"kasen"}
    assert len(named) > 30
    assert sorted(named - pinned) == []


def test_all_is_the_sum_of_the_extras(project: dict[str, Any]) -> None:
    extras = project["optional-dependencies"]
    (everything,) = extras["all"]
    named = set(re.fullmatch(r"kasen\[(.+)\]", everything)[1].split(","))  # type: ignore[index]
    assert named == extras.keys() - {"all"}


def test_the_licence_is_apache_2() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text
    assert "Version 2.0, January 2004" in text
    assert "END OF TERMS AND CONDITIONS" in text
    assert len(text.splitlines()) > 170


@pytest.mark.parametrize("script", ["scripts/setup.sh", "scripts/system.sh", "scripts/clients.sh", ".ci/run"])
def test_a_script_is_executable_and_valid(script: str) -> None:
    path = ROOT / script
    assert path.stat().st_mode & 0o111
    subprocess.run(["bash", "-n", str(path)], check=True)


def test_every_target_of_the_makefile_says_what_it_does() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    told = {line.split()[0] for line in done.stdout.splitlines() if len(line.split()) > 3}
    assert told >= {"demo", "test", "lint", "check", "setup", "clean", "test-slow"}


def test_ci_runs_lint_and_test_once_each_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make ") and "--version" not in line] == [
        "make lint",
        "make test",
    ]


def test_setting_up_refuses_what_it_does_not_know() -> None:
    done = subprocess.run([str(ROOT / "scripts" / "setup.sh"), "nonsense"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage:" in done.stderr
