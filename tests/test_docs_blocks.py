"""Blocks of code in the pages that people read first: run, loaded or parsed; where not, the reason stands here."""

from __future__ import annotations

import ast
import asyncio
import importlib
import inspect
import json
import re
import shlex
import shutil
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import yaml
from typer.testing import CliRunner, Result

from kasen.cli.app import app
from kasen.settings import load_settings
from kasen.team import load, load_object, request_type
from kasen.testing.providers.script_file import load_script

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    (
        path
        for pattern in (
            "README*.md",
            "docs/guides/*.md",
            "docs/concepts/*.md",
            "deploy/README*.md",
            "examples/README*.md",
        )
        for path in ROOT.glob(pattern)
    ),
    key=lambda path: (".ja." in path.name, path),
)
"""English ones first: what a page in Japanese says in other words only is not run a second time."""
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
LANGUAGES = {
    "python": "run here",
    "toml": "loaded here",
    "json": "parsed here",
    "yaml": "parsed here",
    "sh": "what begins with `kasen` is typed here, or parsed in test_docs.py",
    "console": "likewise; what is shown below it is an excerpt",
    "bash": "the guide on own teams, whose commands test_own_team.py runs",
    "jinja": "likewise: a prompt, held against its file there",
    "markdown": "what a command printed: test_docs.py and test_own_team.py hold it against the program",
    "mermaid": "a picture, drawn by the site",
    "nginx": "a part of deploy/nginx.conf for a server of one's own",
    "tsx": "a React component: tests/server/node runs the AI SDK's clients",
    "": "what a terminal showed",
}
"""Every language of a block, and where it is tested."""
OWN_TEAM = "own-team"
PLACEHOLDER = re.compile(r"\b01[0-9A-HJKMNP-TV-Z]{2,24}\b|\bRUN\b")
QUESTION = "When was sencha perfected?"
ASKED = f'kasen research "{QUESTION}" --docs papers'
FIRST = ("uji.en.md", "sencha.en.txt", "kissa-yojoki.ja.md")
"""Documents of `papers`, a folder of the reader's."""


class Block(NamedTuple):
    """One block; `nth` counts from 1 in its page."""

    page: str
    nth: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}-{self.nth}-{self.language}"


def blocks(*languages: str) -> list[Block]:
    """Those of these languages, each text once."""
    found: dict[str, Block] = {}
    for page in PAGES:
        for nth, (language, text) in enumerate(FENCE.findall(page.read_text(encoding="utf-8")), 1):
            if not languages or language in languages:
                found.setdefault(text, Block(page.relative_to(ROOT).as_posix(), nth, language, text))
    return list(found.values())


def test_many_blocks_were_found_and_each_language_is_known() -> None:
    counted = Counter(block.language for block in blocks())
    assert len(PAGES) >= 40
    least = {"python": 12, "sh": 60, "console": 6, "toml": 6, "json": 2, "yaml": 5}
    assert {name: counted[name] for name, count in least.items() if counted[name] < count} == {}
    assert set(counted) == set(LANGUAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_block_that_begins_ends(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(re.findall(r"^ *```", text, re.MULTILINE)) == 2 * len(FENCE.findall(text))


# --- data -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks("json"), ids=str)
def test_json_can_be_parsed(block: Block) -> None:
    assert json.loads(block.text)


@pytest.mark.parametrize("block", blocks("yaml"), ids=str)
def test_yaml_can_be_parsed(block: Block, tmp_path: Path) -> None:
    assert yaml.safe_load(block.text)
    if "fake-providers" in block.page:
        file = tmp_path / "script.yaml"
        file.write_text(block.text, encoding="utf-8")
        assert load_script(file)


@pytest.mark.parametrize("block", [one for one in blocks("toml") if OWN_TEAM not in one.page], ids=str)
def test_toml_is_a_file_of_settings(block: Block, clean_environment: Path) -> None:
    """As the user's own file, where nothing needs trust; each value arrives."""
    file = clean_environment / "config" / "kasen" / "kasen.toml"
    file.parent.mkdir(parents=True)
    file.write_text(block.text, encoding="utf-8")
    wanted = tomllib.loads(block.text)
    settings = load_settings()
    assert wanted
    plain = {key: value for key, value in wanted.items() if isinstance(value, bool | int | float | str)}
    assert {key: getattr(settings, key) for key in plain} == plain
    assert [key for key in wanted if not getattr(settings, key)] == []


# --- Python ---------------------------------------------------------------------------------------------------------

CLIENT = """
    async with httpx.AsyncClient() as client:
        asked = {"model": "gpt", "messages": [{"role": "user", "content": "宇治茶について"}]}
        await client.post(fake.addresses["openai"] + "/chat/completions", json=asked)
"""
"""The reader's program, in the place of `...` of the guide on fake providers."""


@pytest.fixture
def place(tmp_path: Path, clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the reader's, with files of the names that the pages use; `~` holds the documents as well."""
    furnish(tmp_path, clean_environment)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def furnish(place: Path, home: Path) -> None:
    """Put the reader's files there; the examples of the repository are linked."""
    examples = ROOT / "examples"
    (place / "examples").symlink_to(examples)
    for folder in (place / "papers", home / "papers"):
        folder.mkdir()
        for name in FIRST:
            shutil.copy(examples / "corpus" / name, folder)
    for name, source in {
        "article.txt": "claims.ja.txt",
        "cv.qmd": "resume/engineer.en.qmd",
        "posting.txt": "resume/posting.en.txt",
        "sales.csv": "slides/tea_exports.csv",
    }.items():
        shutil.copy(examples / source, place / name)


PYTHON_NOT_RUN = {
    OWN_TEAM: "parts of files, which test_own_team.py runs",
    "guides/slides": "a deck is built and rendered, which takes many seconds: tests of the team do it",
}
"""Pages whose Python is only compiled and held against names, and why."""


def scripts() -> list[Block]:
    """Blocks of Python that are run, each once, whatever its words are."""
    found: dict[str, Block] = {}
    for block in blocks("python"):
        if not any(page in block.page for page in PYTHON_NOT_RUN):
            found.setdefault(re.sub(r'"[^"]*"|#.*|\s+', "", block.text), block)
    return list(found.values())


@pytest.mark.parametrize("block", [one for one in blocks("python") if OWN_TEAM not in one.page], ids=str)
def test_python_compiles_and_what_it_imports_is_there(block: Block) -> None:
    tree = compile(block.text, str(block), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | ast.PyCF_ONLY_AST)
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert named
    for node in named:
        if isinstance(node, ast.Import):
            assert all(importlib.import_module(one.name) for one in node.names)
        else:
            module = importlib.import_module(node.module or "")
            assert [one.name for one in node.names if not hasattr(module, one.name)] == []


@pytest.mark.parametrize("block", [one for one in blocks("python") if 'run("' in one.text], ids=str)
def test_what_python_asks_of_a_team_and_reads_of_its_result_exists(block: Block) -> None:
    tree = ast.parse(block.text)
    asked = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) == 2]
    found = [(call.args[0].value, call.args[1]) for call in asked if isinstance(call.args[0], ast.Constant)]
    assert found
    for name, request in found:
        team = load(str(name))
        assert isinstance(request, ast.Dict)
        keys = {key.value for key in request.keys if isinstance(key, ast.Constant)}
        assert keys <= set(request_type(team).model_fields)
        read = [one for one in ast.walk(tree) if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name)]
        result = load_object(team.result)
        known = {*result.model_fields, *dir(result)}
        assert [one.attr for one in read if ast.unparse(one.value) == "result" and one.attr not in known] == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a short script may leave a file open
@pytest.mark.parametrize("block", scripts(), ids=str)
def test_python_runs_without_a_key(block: Block, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a script, rules answering."""
    text = re.sub(r"^ +\.\.\.  #.*\n", CLIENT, block.text, flags=re.MULTILINE)
    code = compile(text, str(block), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    names: dict[str, Any] = {"__name__": "__main__", "httpx": httpx}
    found = eval(code, names)
    if inspect.iscoroutine(found):
        asyncio.run(found)
    assert bool(capsys.readouterr().out.strip()) == ("print(" in text)


# --- commands -------------------------------------------------------------------------------------------------------

NOT_RUN = {
    r"^kasen (serve( --|$)|worker|mcp)": "it goes on until it is ended: tests of server/ and cli/ start it",
    r"^kasen code ": "it needs a repository, tmux and agents: test_examples.py and tests of the team run the script",
    r"^kasen trust(?! --list)": "it asks a person: tests/cli/test_trust.py",
    r"^kasen (slides|resume) ": "a second and more each, of files that the reader has: tests of cli/ and of the teams",
    r"^kasen models pull": "it leads to a download: tests/cli/test_pull.py",
    r"runs answer \S+ (edits|outline) ": "of a résumé or a deck that waits: tests of cli/ and of the teams",
    r"runs export --training": "it gives what models answered, and none has: tests/cli/test_run_training.py",
    r" --online": "it asks providers",
    r"--preset (manual|anthropic|ollama|local|compatible)|--model ": "a model answers, or a person by hand",
    r"https?://": "it reads the web",
    r" --(since|exclude-domains) ": "it searches the web",
    r"runs continue \S+ --budget-usd": "of a run whose budget a model has spent: tests/cli/test_runs.py",
}
"""Commands that are not run here, and why."""
EXITS = {r" --approve ": 75, r"^kasen doctor$": None}
"""Exit codes other than 0; None: what the machine has decides."""


class Typed(NamedTuple):
    """A command as a page shows it."""

    page: str
    line: str


def commands() -> list[Typed]:
    """Each line that begins with `kasen`, once, whatever it says between quotes, without its comment."""
    found: dict[str, Typed] = {}
    for block in blocks("sh", "console"):
        for line in block.text.splitlines():
            said = re.sub(r"^(\$ )?(\.venv/bin/)?", "", line).partition("  #")[0].strip()
            if said.startswith("kasen "):
                found.setdefault(re.sub(r'"[^"]*"', '""', said), Typed(block.page, said))
    return list(found.values())


def why_not(line: str) -> str:
    return next((why for pattern, why in NOT_RUN.items() if re.search(pattern, line)), "")


RUN = [typed for typed in commands() if not why_not(typed.line)]


def test_enough_commands_are_run_and_each_reason_not_to_is_needed() -> None:
    lines = [typed.line for typed in commands()]
    assert len(lines) >= 100
    assert len(RUN) >= 35
    assert {typed.line.split()[1] for typed in RUN} >= {"kb", "runs", "research", "models"}
    for pattern in (*NOT_RUN, *EXITS):
        assert any(re.search(pattern, line) for line in lines), f"nothing shown is like {pattern}"


class Reader:
    """Types commands in one home, in this process, and knows its runs."""

    def __init__(self, place: Path, home: Path) -> None:
        self.place, self.home = place, home
        self.kept: list[str] = []

    def type(self, line: str) -> Result:
        """As a shell would read it, as far as the pages go."""
        line = re.sub(r"\$\(cat ([^)]+)\)", lambda found: (self.place / found[1]).read_text(encoding="utf-8"), line)
        words = [word.replace("~/", f"{self.home}/") for word in shlex.split(line.replace('"…"', f'"{QUESTION}"'))]
        return CliRunner().invoke(app, words[1:])

    def newest(self) -> str:
        """Id of the run that was begun last."""
        return str(json.loads(self.type("kasen runs list --json").stdout.splitlines()[0])["id"])

    def fitting(self, line: str) -> str:
        """The line with runs that can be meant in the place of those that the page names."""
        places = PLACEHOLDER.findall(line)
        if not places:
            return line
        if answers := re.search(r"runs answer \S+ (\w+)", line):
            self.type(f"{ASKED} --approve {answers[1]}")
            runs = [self.newest()]
        elif "runs continue" in line:
            self.type(f"{ASKED} --approve plan")
            self.type(f"kasen runs answer {self.newest()} plan --default")
            runs = [self.newest()]
        elif "runs delete" in line:
            self.type(ASKED)
            runs = [self.newest()]
        else:
            runs = self.ended(len(places))
        for place, run in zip(places, runs, strict=True):
            line = line.replace(place, run, 1)
        return line

    def ended(self, count: int) -> list[str]:
        """So many runs that are done."""
        while len(self.kept) < count:
            self.type(ASKED)
            self.kept.append(self.newest())
        return self.kept[:count]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """Somebody who types all commands in the same place and home."""
    place, home = tmp_path_factory.mktemp("place"), tmp_path_factory.mktemp("home")
    furnish(place, home)
    (answer,) = [one.text for one in blocks("yaml") if "investigation_points" in one.text and ".ja." not in one.page]
    (place / "answer.yaml").write_text(answer, encoding="utf-8")
    return Reader(place, home)


@pytest.fixture
def reader(world: Reader, clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setenv("HOME", str(world.home))
    monkeypatch.setenv("KASEN_HOME", str(world.home / "kasen"))
    monkeypatch.chdir(world.place)
    return world


@pytest.mark.parametrize("page", list(dict.fromkeys(typed.page for typed in RUN)))
def test_every_command_that_is_offline_and_quick_ends_as_its_page_says(reader: Reader, page: str) -> None:
    """In the order of the page. Exit code, no traceback, nothing that broke."""
    wrong = []
    for typed in (typed for typed in RUN if typed.page == page):
        wanted = next((code for pattern, code in EXITS.items() if re.search(pattern, typed.line)), 0)
        done = reader.type(reader.fitting(typed.line))
        if wanted is not None and done.exit_code != wanted:
            wrong.append(f"{typed.line}\n  ended with {done.exit_code}, not {wanted}: {done.output[-600:]}")
    assert not wrong, "\n".join(wrong)
