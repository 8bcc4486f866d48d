"""Teams of other packages: found without being imported, named where they are broken, never in the place of our own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kasen.cli.app import COMMANDS
from kasen.errors import UnknownName
from kasen.finding import TAKEN, own
from kasen.server.mcp.offered import ANSWER, CONTINUE
from kasen.settings.environment import plain_environment
from kasen.team import load, names

TEAM = """
from kasen.team import Team
nothing = dict.fromkeys(("summary", "summary_ja", "request", "result", "default_mode"), "")
TEAM = Team(name="{name}", modes={{}}, **nothing)
"""
BROKEN = "[kasen.teams]\ngrants = grants_team:TEAM\n"
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
    assert own() <= set(names())
    with pytest.raises(UnknownName, match="there is no team `grants`"):
        load("grants")


def test_a_team_that_is_announced_is_known_without_being_imported(tmp_path: Path) -> None:
    place = package(tmp_path / "site", "[kasen.teams]\ngrants = grants_team:TEAM\n", grants_team="raise SystemExit(9)")
    assert python(place, "-c", KNOWS).stdout.split() == ["True", "True"]


def test_metadata_is_read_as_python_does_only_where_a_team_is_announced(tmp_path: Path) -> None:
    place = package(tmp_path / "site", "[console_scripts]\ngrants = grants_team:main\n")
    assert python(place, "-c", KNOWS).stdout.split() == ["False", "False"]


@pytest.mark.parametrize("value", ["a.grants_team:TEAM", "a.grants_team:TEAM [pdf, web]", "a.grants_team : Held.TEAM"])
def test_what_is_announced_is_loaded_however_the_entry_is_written(tmp_path: Path, value: str) -> None:
    module = TEAM.format(name="grants") + "class Held:\n    TEAM = TEAM\n"
    place = package(tmp_path / "site", f"[kasen.teams]\ngrants = {value}\n", grants_team=module)
    (place / "a").mkdir()
    (place / "grants_team.py").rename(place / "a" / "grants_team.py")
    done = python(place, "-c", "from kasen import team; print(team.load('grants').name)")
    assert done.stdout.split() == ["grants"], done.stderr


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("import nowhere_to_be_found", "cannot be loaded: No module named 'nowhere_to_be_found'"),
        ("def", "cannot be loaded"),
        ("X = 1", "cannot be loaded: module 'grants_team' has no attribute 'TEAM'"),
        (TEAM.format(name="other"), "the team `grants` calls itself `other`"),
        ("from types import SimpleNamespace as S\nTEAM = S(name='grants')", "is no `kasen.team.Team`"),
        ("TEAM = 5", "the team `grants` calls itself `5`"),
        (
            "from kasen.team import Team\nTEAM = Team(name='grants', colour='green')",
            "cannot be loaded: Team.__init__()",
        ),
        ("TEAM = grants", "cannot be loaded: name 'grants' is not defined"),
        ("int('three')", "cannot be loaded: invalid literal"),
        ("{}['grants']", "cannot be loaded: 'grants'"),
    ],
)
def test_a_team_that_is_broken_is_named_with_exit_code_3(tmp_path: Path, module: str, said: str) -> None:
    """Where it is asked for; all else goes on without it."""
    place = package(tmp_path / "site", BROKEN, grants_team=module)
    done = python(place, "-m", "kasen", "grants")
    assert done.returncode == 3, done.stderr
    assert said in done.stderr
    assert "Mend or uninstall the package that announces `grants = grants_team:TEAM`." in done.stderr


@pytest.mark.parametrize("line", ["--help", "teams", "models --preset none"])
def test_lists_go_on_without_a_team_that_is_broken_and_say_so_once(
    tmp_path: Path, clean_environment: Path, line: str
) -> None:
    place = package(tmp_path / "site", BROKEN, grants_team="print('run')\nTEAM = grants")
    done = python(place, "-m", "kasen", *line.split())
    assert (done.returncode, "research" in done.stdout) == (0, True), done.stderr
    assert done.stderr.count("the team `grants` cannot be loaded: name 'grants' is not defined. Mend or uninstall") == 1
    assert done.stdout.splitlines().count("run") == 1, "its module is not run at every look"


def test_a_shell_that_completes_a_line_is_told_nothing_of_broken_teams(tmp_path: Path) -> None:
    place = package(tmp_path / "site", BROKEN, grants_team="TEAM = grants")
    ask = "from types import SimpleNamespace as S; from typer.main import get_command; from kasen.cli.app import app; "
    done = python(place, "-c", f"{ask}print(*get_command(app).list_commands(S(resilient_parsing=True)))")
    assert "research" in done.stdout.split()
    assert "grants" not in done.stdout.split()
    assert done.stderr == ""


SERVED = """
from kasen.runtime.who_answers import advertised
from kasen.server.at_terminal import is_terminal_only
from kasen.server.chat.beginning import _known
from kasen.server.mcp.offered import public_teams
assert not is_terminal_only("grants")
for found in (advertised(), public_teams()):
    assert "research" in {one.name for one in found} and "grants" not in {one.name for one in found}
assert "research" in {one["name"] for one in _known("en")}
"""


def test_a_server_goes_on_without_a_team_that_is_broken(tmp_path: Path) -> None:
    place = package(tmp_path / "site", BROKEN, grants_team="TEAM = grants")
    done = python(place, "-c", SERVED)
    assert done.returncode == 0, done.stderr


PARTS = """
from kasen.team import Team
told = {{"summary": "Tells.", "summary_ja": "語る。", "default_mode": "tell", "modes": {{"tell": "parts:graph"}}}}
TEAM = Team(name="{name}", request="{request}", result="parts:Good", roles=("{role}",), **told)
"""
ROLES = """
from pydantic import BaseModel
from kasen.models.role import Role
class Good(BaseModel):
    question: str
ONE = Role(name="one", package="parts", reply=Good, rule=lambda: Good(question=""))
NONE = 5
"""
SPOILED = {
    "whole": ("parts:Good", "parts:ONE"),
    "absent": ("nowhere_to_be_found:Request", "parts:ONE"),
    "raising": ("raising:Request", "parts:ONE"),
    "bare": ("parts:NONE", "parts:ONE"),
    "unshown": ("unshown:Request", "parts:ONE"),
    "aimless": ("parts:Good", "nowhere_to_be_found:ONE"),
    "workless": ("parts:Good", "parts:NONE"),
}
"""Team → where its request and its role are; all but the first cannot be used."""
UNSHOWN = """
from collections.abc import Callable
from pydantic import BaseModel
class Request(BaseModel):
    question: str
    done: Callable[[], None]
"""
ASKED = """
import asyncio, sys, httpx
from kasen.runtime.local import open_runner
from kasen.server.app import create_app
from kasen.server.chat.beginning import _known
from kasen.server.context import ServerDeps
from kasen.server.mcp.offered import tools
from kasen.settings import load_settings

async def main():
    settings = load_settings()
    async with open_runner(settings) as runner:
        app = httpx.ASGITransport(app=create_app(ServerDeps(runner=runner, settings=settings)))
        async with httpx.AsyncClient(transport=app, base_url="http://127.0.0.1:8317") as client:
            for path in ("/api/runs", "/metrics", "/openapi.json"):
                assert (await client.get(path)).status_code == 200, path
            for _ in range(2):
                print("teams", *(one["name"] for one in (await client.get("/api/teams")).json()))
                print("models", *{one["team"]: 0 for one in (await client.get("/api/models")).json()["roles"]})
            for name in sys.argv[1:]:
                assert (await client.get(f"/api/teams/{name}")).status_code == 503, name
    print("tools", *(one.name for one in tools({"type": "object"})))
    print("known", *(one["name"] for one in _known("en")))

asyncio.run(main())
"""


def spoiled(place: Path) -> Path:
    """An installed package whose teams are those of `SPOILED`."""
    entries = "".join(f"{name} = {name}_team:TEAM\n" for name in SPOILED)
    teams = {
        f"{name}_team": PARTS.format(name=name, request=request, role=role) for name, (request, role) in SPOILED.items()
    }
    raising = "print('raised')\nraise OSError('no disk')"
    return package(place, f"[kasen.teams]\n{entries}", parts=ROLES, raising=raising, unshown=UNSHOWN, **teams)


def test_a_team_whose_request_or_roles_are_broken_is_left_out_of_every_list_that_needs_them(
    tmp_path: Path, clean_environment: Path
) -> None:
    """Each is named once; all others, among them the first of the package, are listed."""
    broken = [name for name in SPOILED if name != "whole"]
    done = python(spoiled(tmp_path / "site"), "-c", ASKED, *broken)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    for first, *listed in (line for line in lines if line[0] != "raised"):
        assert "whole" in listed, first
        assert {"research"} <= set(listed), first
    assert [line[0] for line in lines].count("raised") == 1, "its module is not run at every look"
    found = {first: {*listed} & {*broken} for first, *listed in lines}
    assert found["teams"] == set()
    assert found["models"] == {"absent", "raising", "bare", "unshown"}
    assert found["tools"] == {"aimless", "workless"}
    assert found["known"] == {"aimless", "workless", "unshown"}, "the coordinator needs no schema"
    for name in broken:
        assert done.stderr.count(f"the team `{name}` cannot be used: ") == 1, done.stderr
        assert f"Mend or uninstall the package that announces `{name} = {name}_team:TEAM`." in done.stderr


@pytest.mark.parametrize("line", ["--help", "teams", "models --preset none", "research --help"])
def test_a_command_goes_on_without_a_team_whose_request_or_roles_are_broken(
    tmp_path: Path, clean_environment: Path, line: str
) -> None:
    done = python(spoiled(tmp_path / "site"), "-m", "kasen", *line.split())
    assert (done.returncode, "research" in done.stdout) == (0, True), done.stderr
    assert done.stderr.count("cannot be used") == (2 if line.startswith("models") else 0)


@pytest.mark.parametrize("name", ["absent", "bare"])
def test_the_command_of_a_team_whose_request_is_broken_says_so_with_exit_code_3(tmp_path: Path, name: str) -> None:
    done = python(spoiled(tmp_path / "site"), "-m", "kasen", name, "words")
    assert done.returncode == 3, done.stderr
    assert f"the team `{name}` cannot be used: " in done.stderr


def test_names_that_mean_something_else_or_nothing_are_left_out_and_that_is_said(tmp_path: Path) -> None:
    entries = "[kasen.teams]\nserve = grants_team:TEAM\nmy-team = grants_team:TEAM\ngrants = grants_team:TEAM\n"
    place = package(tmp_path / "site", entries, grants_team=TEAM.format(name="grants"))
    done = python(place, "-m", "kasen", "teams", "--json")
    assert done.returncode == 0, done.stderr
    listed = [team["name"] for team in json.loads(done.stdout)["teams"]]
    assert "grants" in listed
    assert not {"serve", "my-team"} & set(listed)
    assert done.stderr.splitlines() == [
        "the team `my-team` is left out: its name has to be letters, digits and `_`, no digit first",
        "the team `serve` is left out: a command of Kasen's has that name",
    ]
    assert python(place, "-m", "kasen", "serve", "--help").returncode == 0


def test_every_command_and_every_tool_keeps_its_name() -> None:
    assert {*COMMANDS, ANSWER, CONTINUE} == TAKEN


def test_nobody_takes_the_place_of_a_team_of_ours(tmp_path: Path) -> None:
    entries = "[kasen.teams]\nresearch = grants_team:TEAM\ngrants = grants_team:TEAM\n"
    place = package(tmp_path / "site", entries, grants_team="raise SystemExit(9)")
    ask = "from kasen import finding, team; print(team.load('research').request, *finding.announced())"
    assert python(place, "-c", ask).stdout.split() == ["kasen.teams.research.schemas:Request", "grants"]


def test_a_folder_that_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert python(tmp_path / "file", "-c", KNOWS).stdout.split() == ["False", "False"]
    assert python(tmp_path / "none", "-c", KNOWS).stdout.split() == ["False", "False"]
