"""Teams of other packages: found without being imported, named where they are broken, never in the place of our own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kasen.errors import UnknownName
from kasen.finding import own, package_of
from kasen.settings.environment import plain_environment
from kasen.team import load, names

TEAM = """
from kasen.team import Team
nothing = dict.fromkeys(("summary", "summary_ja", "request", "result", "default_mode"), "")
TEAM = Team(name="{name}", modes={{}}, **nothing)
"""
KNOWS = "import sys; from kasen.team import names; print('grants' in names(), 'importlib.metadata' in sys.modules)"


def package(place: Path, entries: str, **modules: str) -> Path:
    """A folder for `sys.path` with an installed package: its metadata and modules."""
    told = place / "grants-1.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: grants\nVersion: 1\n", encoding="utf-8")
    (told / "entry_points.txt").write_text(entries, encoding="utf-8")
    for name, text in modules.items():
        (place / f"{name}.py").write_text(text, encoding="utf-8")
    return place


def python(place: Path, *line: str) -> subprocess.CompletedProcess[str]:
    environment = {**plain_environment(), "PYTHONPATH": str(place)}
    return subprocess.run([sys.executable, *line], env=environment, capture_output=True, text=True, timeout=60)


def test_our_own_are_known_by_folder() -> None:
    assert {"research", "slides", "resume", "code", "echo"} <= own()
    assert package_of("research") == "kasen.teams.research"
    assert own() <= set(names())
    with pytest.raises(UnknownName, match="there is no team `grants`"):
        load("grants")


def test_a_team_that_is_announced_is_known_without_being_imported(tmp_path: Path) -> None:
    place = package(tmp_path / "site", "[kasen.teams]\ngrants = grants_team:TEAM\n", grants_team="raise SystemExit(9)")
    assert python(place, "-c", KNOWS).stdout.split() == ["True", "True"]


def test_metadata_is_read_as_python_does_only_where_a_team_is_announced(tmp_path: Path) -> None:
    place = package(tmp_path / "site", "[console_scripts]\ngrants = grants_team:main\n")
    assert python(place, "-c", KNOWS).stdout.split() == ["False", "False"]


def test_what_is_announced_is_loaded_and_its_package_known(tmp_path: Path) -> None:
    place = package(
        tmp_path / "site", "[kasen.teams]\ngrants = a.grants_team:TEAM\n", grants_team=TEAM.format(name="grants")
    )
    (place / "a").mkdir()
    (place / "grants_team.py").rename(place / "a" / "grants_team.py")
    ask = "from kasen import finding, team; print(team.load('grants').name, finding.package_of('grants'))"
    assert python(place, "-c", ask).stdout.split() == ["grants", "a"]


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("import nowhere_to_be_found", "cannot be loaded: No module named 'nowhere_to_be_found'"),
        ("def", "cannot be loaded"),
        ("X = 1", "cannot be loaded: module 'grants_team' has no attribute 'TEAM'"),
        (TEAM.format(name="other"), "the team `grants` calls itself `other`"),
        ("TEAM = 5", "the team `grants` calls itself `5`"),
    ],
)
def test_a_team_that_is_broken_is_named_with_exit_code_3(tmp_path: Path, module: str, said: str) -> None:
    place = package(tmp_path / "site", "[kasen.teams]\ngrants = grants_team:TEAM\n", grants_team=module)
    done = python(place, "-m", "kasen", "teams")
    assert done.returncode == 3
    assert said in done.stderr
    assert "Mend or uninstall the package that announces `grants = grants_team:TEAM`." in done.stderr


def test_nobody_takes_the_place_of_a_team_of_ours(tmp_path: Path) -> None:
    entries = "[kasen.teams]\nresearch = grants_team:TEAM\ngrants = grants_team:TEAM\n"
    place = package(tmp_path / "site", entries, grants_team="raise SystemExit(9)")
    ask = "from kasen import finding, team; print(team.load('research').request, *finding.announced())"
    assert python(place, "-c", ask).stdout.split() == ["kasen.teams.research.schemas:Request", "grants"]


def test_a_folder_that_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert python(tmp_path / "file", "-c", KNOWS).stdout.split() == ["False", "False"]
    assert python(tmp_path / "none", "-c", KNOWS).stdout.split() == ["False", "False"]
