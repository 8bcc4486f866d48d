"""The guide on teams of one's own: its example is built, installed beside Kasen, and used as its reader would."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from kasen.settings.environment import plain_environment
from kasen.testing.providers import Fake, Fault, serving_in_thread

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "own_team"
GUIDES = [ROOT / "docs" / "guides" / name for name in ("own-team.md", "own-team.ja.md")]
SHOWN = re.compile(r"^`examples/own_team/([^`]+)`\n\n```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LONGEST = 150
"""Lines of a module of the example."""


def words(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip install` puts into an environment: the wheel of the example, unpacked."""
    place = tmp_path_factory.mktemp("own")
    shutil.copytree(EXAMPLE, place / "source", ignore=shutil.ignore_patterns("__pycache__", ".*"))
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(build, cwd=place / "source", check=True, capture_output=True, timeout=60)
    (wheel,) = place.glob("kasen_minutes-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place / "site")
    return place / "site"


@pytest.fixture
def environment(site: Path, clean_environment: Path) -> dict[str, str]:
    return {
        **plain_environment(),
        "PYTHONPATH": str(site),
        "PYTHONDONTWRITEBYTECODE": "1",
        "KASEN_HOME": str(clean_environment / "home"),
        "KASEN_SEARCH": "none",
        "OLLAMA_BASE_URL": "http://127.0.0.1:9",
    }


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the reader types: the notes lie there, and the repository's examples."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shutil.copy(EXAMPLE / "notes.en.md", tmp_path / "notes.md")
    return tmp_path


def kasen(environment: dict[str, str], place: Path, line: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *shlex.split(line)]
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, timeout=60)


def typed(page: Path) -> list[str]:
    """The commands of a guide, without what stands behind them."""
    blocks = [block for language, block in BLOCK.findall(words(page)) if language == "bash"]
    return [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()]


def only_run(environment: dict[str, str], place: Path) -> dict[str, Any]:
    (line,) = kasen(environment, place, "kasen runs list --json").stdout.splitlines()
    return dict(json.loads(line))


def exported(place: Path) -> str:
    """The minutes of the only run."""
    (file,) = place.glob("reports/*/*.md")
    return file.read_text(encoding="utf-8")


# --- what the guide shows -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_what_the_guide_shows_of_a_file_stands_in_it(page: Path) -> None:
    shown = SHOWN.findall(words(page))
    assert len(shown) >= 12
    assert {Path(name).suffix for name, *_ in shown} == {".py", ".md", ".toml"}
    kinds = {"python", "toml", "jinja"}
    assert len(shown) == sum(language in kinds for language, _ in BLOCK.findall(words(page))), "each names its file"
    assert [name for name, _, block in shown if block not in words(EXAMPLE / name)] == []


def test_both_guides_show_the_same_of_the_same_files() -> None:
    english, japanese = (SHOWN.findall(words(page)) for page in GUIDES)
    assert english == japanese
    assert [line.replace("notes.ja.md", "notes.en.md") for line in typed(GUIDES[1])] == typed(GUIDES[0])


def test_the_modules_of_the_example_are_short() -> None:
    lines = {path.name: len(words(path).splitlines()) for path in EXAMPLE.rglob("*.py")}
    assert len(lines) >= 12
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}


# --- used as a command ----------------------------------------------------------------------------------------------


def test_without_the_package_there_is_no_such_team(environment: dict[str, str], place: Path) -> None:
    done = kasen({**environment, "PYTHONPATH": ""}, place, "kasen minutes notes.md")
    assert (done.returncode, done.stdout) == (2, "")
    assert "minutes" in done.stderr


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_it_is_listed_drawn_and_writes_what_the_guide_shows(
    environment: dict[str, str], place: Path, page: Path
) -> None:
    install, listed, written, drawn = typed(page)[:4]
    assert install == "pip install -e examples/own_team"
    done = kasen(environment, place, listed)
    assert re.search(r"^minutes +Turns notes of a meeting .* minutes$", done.stdout, re.MULTILINE), done.stderr
    done = kasen(environment, place, written)
    assert done.returncode == 0, done.stderr
    (shown,) = [block for language, block in BLOCK.findall(words(page)) if language == "markdown"]
    assert done.stdout.strip() == shown.strip()
    assert len(list(place.glob("reports/*/evidence.jsonl"))) == 1
    done = kasen(environment, place, drawn)
    assert {'"reader"', '"decisions"', '"tasks"', '"gate"', '"approve"', '"publisher"'} <= set(
        re.findall(r'"\w+"', done.stdout)
    )
    assert done.stdout.count("-.->") == 5


def test_its_command_and_its_roles_are_described(environment: dict[str, str], place: Path) -> None:
    shown = kasen(environment, place, "kasen minutes --help").stdout
    assert "--ask-first" in shown
    assert "File with the notes" in shown
    roles = kasen(environment, place, "kasen models --team minutes").stdout
    assert "decisions" in roles
    assert "tasks" in roles


def test_what_cannot_be_read_is_one_sentence_with_exit_code_4(environment: dict[str, str], place: Path) -> None:
    done = kasen(environment, place, "kasen minutes none.md")
    assert (done.returncode, done.stdout) == (4, "")
    assert "the notes `none.md` cannot be read" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_waits_for_an_answer_and_goes_on_with_it(environment: dict[str, str], place: Path) -> None:
    begun, answered, continued = typed(GUIDES[0])[4:7]
    done = kasen(environment, place, begun)
    assert done.returncode == 75, done.stderr
    run = only_run(environment, place)
    assert run["status"] == "paused"
    answers = [block for language, block in BLOCK.findall(words(GUIDES[0])) if language == "yaml"]
    (place / "answer.yaml").write_text(answers[0], encoding="utf-8")
    assert yaml.safe_load(answers[0])["without"] == [2]
    done = kasen(environment, place, answered.replace("RUN", run["id"]))
    assert done.returncode == 0, done.stderr
    done = kasen(environment, place, continued.replace("RUN", run["id"]))
    assert done.returncode == 0, done.stderr
    assert "the hall opens at 9:30" in exported(place)
    assert "entrance stays free" not in exported(place)


@pytest.fixture
def fake() -> Iterator[Fake]:
    with serving_in_thread() as fake:
        decision = {"text": "Entrance stays free for children.", "line": 8}
        task = {"text": "Chen will ask the town about the power supply.", "line": 9, "who": "Chen", "due": "18 March"}
        fake.answer({"points": [decision]}, "openai", contains="what was decided", times=None)
        fake.answer({"points": [task]}, "openai", contains="who has to do what", times=None)
        yield fake


def test_killed_while_a_model_is_asked_it_goes_on_and_pays_for_nothing_twice(
    environment: dict[str, str], place: Path, fake: Fake
) -> None:
    asked = {**environment, "OPENAI_API_KEY": "test-key", "OPENAI_BASE_URL": fake.addresses["openai"]}
    fake.fault(Fault(kind="slow_first_byte"), "openai", contains="who has to do what", times=1)
    line = [sys.executable, "-m", "kasen", "minutes", "notes.md", "--model", "openai:gpt-6.1-sol", "--json"]
    with subprocess.Popen(line, cwd=place, env=asked, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for told in process.stdout:
            event = json.loads(told)
            if (event["type"], event.get("node")) == ("node_finished", "decisions"):
                process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    run = only_run(asked, place)
    done = kasen(asked, place, f"kasen runs continue {run['id']}")
    assert done.returncode == 0, done.stderr
    assert "- Entrance stays free for children." in exported(place)
    assert "- Chen will ask the town about the power supply. (Chen, 18 March)" in exported(place)
    prompts = [call.prompt for call in fake.calls if call.prompt]
    assert sum("what was decided" in prompt for prompt in prompts) == 1, "what was answered is not asked again"
    assert sum("who has to do what" in prompt for prompt in prompts) == 2


def passed_of_the_example(environment: dict[str, str], place: Path, which: str) -> int:
    """How many passed, run as its author runs them, against the installed package."""
    shutil.copytree(EXAMPLE, place / "own", ignore=shutil.ignore_patterns("__pycache__", "src"))
    plain = ["-p", "no:cacheprovider", "-p", "no:xdist", "-c", "/dev/null", "-W", "ignore"]
    line = [sys.executable, "-m", "pytest", "-q", *plain, str(place / "own" / "tests"), "-k", which]
    done = subprocess.run(line, cwd=place, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:]
    return int(re.findall(r"(\d+) passed", done.stdout)[0])


def test_the_tests_that_come_with_it_pass(environment: dict[str, str], tmp_path: Path) -> None:
    assert passed_of_the_example(environment, tmp_path, "not killed") >= 8


@pytest.mark.slow
def test_it_survives_a_kill_at_every_step(environment: dict[str, str], tmp_path: Path) -> None:
    assert passed_of_the_example(environment, tmp_path, "killed") == 1
