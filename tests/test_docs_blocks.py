"""Blocks of code in the pages that people read first: run, loaded or parsed; where not, the reason stands here."""

from __future__ import annotations

import ast
import asyncio
import gzip
import importlib
import inspect
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import yaml
from typer.testing import CliRunner, Result

from kasen.cli.app import app
from kasen.settings import load_settings, plain_environment
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

REQUESTS = {
    "jobs.jsonl": '{"resume": "cv.qmd", "job": "posting.txt"}',
    "decks.jsonl": '{"wish": "Results of the third quarter", "data": ["sales.csv"]}',
}
"""Files for `--batch`; the guides of both teams describe a line of them."""
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


TYPOS = 5
"""Lines of `cv.qmd` in which a word stands twice: what rules offer to mend, as E1, E2, …"""


def written() -> str:
    """The reader's `cv.qmd`: the example, in a hurry."""
    text = (ROOT / "examples" / "resume" / "engineer.en.qmd").read_text(encoding="utf-8")
    return re.sub(r"^(- .*?) the ", r"\1 the the ", text, count=TYPOS, flags=re.MULTILINE)


def furnish(place: Path, home: Path) -> None:
    """Put the reader's files there; the examples of the repository are linked."""
    from pptx import Presentation

    examples = ROOT / "examples"
    (place / "examples").symlink_to(examples)
    (place / "cv.qmd").write_text(written(), encoding="utf-8")
    Presentation().save(str(place / "corp.pptx"))
    for name, line in REQUESTS.items():
        (place / name).write_text(f"{line}\n", encoding="utf-8")
    chroma = home / "test-smith" / "chroma_db"
    chroma.mkdir(parents=True)
    store = gzip.decompress((ROOT / "tests" / "knowledge" / "chroma" / "1.3.5.sqlite3.gz").read_bytes())
    (chroma / "chroma.sqlite3").write_bytes(store)
    for folder in (place / "papers", place / "reports", home / "papers", home / "test-smith" / "documents"):
        folder.mkdir()
        for name in FIRST:
            shutil.copy(examples / "corpus" / name, folder)
    for name, source in {
        "article.txt": "claims.ja.txt",
        "posting.txt": "resume/posting.en.txt",
        "items.yaml": "resume/items.yaml",
        "sales.csv": "slides/tea_exports.csv",
    }.items():
        shutil.copy(examples / source, place / name)


PYTHON_NOT_RUN = {
    OWN_TEAM: "parts of files, which test_own_team.py runs",
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
@pytest.mark.parametrize(
    "block",
    [pytest.param(one, marks=[pytest.mark.slow] if "guides/slides" in one.page else []) for one in scripts()],
    ids=str,
)
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
    r"^kasen code (?!init)": "it needs agents: the block of examples/README.md is run below, by a shell",
    r"^kasen trust(?! --list)": "it asks a person: tests/cli/test_trust.py",
    r"^kasen models pull": "it leads to a download: tests/cli/test_pull.py",
    r"runs export --training": "it gives what models answered, and none has: tests/cli/test_run_training.py",
    r" --online": "it asks providers",
    r"--preset (manual|anthropic|ollama|local|compatible)|--model ": "a model answers, or a person by hand",
    r"https?://": "it reads the web",
    r" --(since|exclude-domains) ": "it searches the web",
    r"runs continue \S+ --budget-usd": "of a run whose budget a model has spent: tests/cli/test_runs.py",
}
"""Commands that are not run here, and why."""
EXITS = {r" --approve ": 75, r" --accept ask": 75, r"^kasen doctor$": None}
"""Exit codes other than 0; None: what the machine has decides."""
LONG = re.compile(
    r"^kasen slides (?!.*(--estimate|--approve|--docs papers --local-only))|^kasen resume .*--render|answer \S+ outline"
)
"""Commands that take more than some three seconds, most of which LibreOffice and Chromium take: for `make test-slow`.

One deck is made in the normal tests too.
"""


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
QUICK = [typed for typed in RUN if not LONG.search(typed.line)]
SLOW = [typed for typed in RUN if LONG.search(typed.line)]


def test_enough_commands_are_run_and_each_reason_not_to_is_needed() -> None:
    lines = [typed.line for typed in commands()]
    assert len(lines) >= 100
    assert len(QUICK) >= 65
    assert len(SLOW) >= 10
    assert {typed.line.split()[1] for typed in QUICK} >= {"kb", "runs", "research", "models", "resume", "slides"}
    for guide in ("research", "fact-check", "resume", "slides", "from-test-smith"):
        assert any(typed.page == f"docs/guides/{guide}.md" for typed in RUN), guide
    for pattern in (*NOT_RUN, *EXITS):
        assert any(re.search(pattern, line) for line in lines), f"nothing shown is like {pattern}"


class Reader:
    """Types commands in one home, in this process, and knows its runs."""

    def __init__(self, place: Path, home: Path) -> None:
        self.place, self.home = place, home
        self.kept: list[str] = []
        self.made = ""

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
            runs = [self.asked(answers[1])]
        elif "runs continue" in line:
            self.type(f"{ASKED} --approve plan")
            self.type(f"kasen runs answer {self.newest()} plan --default")
            runs = [self.newest()]
        elif "runs delete" in line:
            self.type(ASKED)
            runs = [self.newest()]
        elif line.startswith("kasen resume"):
            (self.place / "cv.qmd").write_text(written(), encoding="utf-8")
            self.type("kasen resume cv.qmd --job posting.txt")
            runs = [self.newest()]
        elif line.startswith("kasen slides"):
            runs = [self.deck()]
        else:
            runs = self.ended(len(places))
        for place, run in zip(places, runs, strict=True):
            line = line.replace(place, run, 1)
        return line

    def asked(self, pause: str) -> str:
        """A run that asks that; `answer.yaml` is the one that the guide shows for it."""
        shown = {"plan": "investigation_points", "outline": "begin with the costs"}
        if pause in shown:
            files = [one.text for one in blocks("yaml") if shown[pause] in one.text and ".ja." not in one.page]
            (self.place / "answer.yaml").write_text(files[0], encoding="utf-8")
        (self.place / "cv.qmd").write_text(written(), encoding="utf-8")
        begun = {
            "edits": "kasen resume cv.qmd --accept ask",
            "outline": 'kasen slides "Results of the third quarter" --data sales.csv --approve outline',
        }
        self.type(begun.get(pause, f"{ASKED} --approve {pause}"))
        return self.newest()

    def deck(self) -> str:
        """A deck that is done; the same each time."""
        if not self.made:
            self.type('kasen slides "Tea exports, for the board" --slides 5 --data examples/slides/tea_exports.csv')
            self.made = self.newest()
        return self.made

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
    subprocess.run(["git", "init", "-q", str(place)], check=True)
    who = ["-c", "user.name=reader", "-c", "user.email=reader@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(place), *who, "commit", "-q", "--allow-empty", "-m", "First"], check=True)
    for name, line in {"facts.yaml": "- The time to recover", "decisions.yaml": "accept: [E1, E4]"}.items():
        shown = [one.text for one in blocks("yaml") if line in one.text and ".ja." not in one.page]
        (place / name).write_text(shown[0], encoding="utf-8")
    return Reader(place, home)


@pytest.fixture
def reader(world: Reader, clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setenv("HOME", str(world.home))
    monkeypatch.setenv("KASEN_HOME", str(world.home / "kasen"))
    monkeypatch.chdir(world.place)
    return world


def ending(reader: Reader, lines: list[Typed]) -> None:
    """Each ends with the exit code that its page says: no traceback, nothing that broke."""
    wrong = []
    for typed in lines:
        wanted = next((code for pattern, code in EXITS.items() if re.search(pattern, typed.line)), 0)
        done = reader.type(reader.fitting(typed.line))
        if wanted is not None and done.exit_code != wanted:
            wrong.append(f"{typed.line}\n  ended with {done.exit_code}, not {wanted}: {done.output[-600:]}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("page", list(dict.fromkeys(typed.page for typed in QUICK)))
def test_every_command_that_is_offline_and_quick_ends_as_its_page_says(reader: Reader, page: str) -> None:
    """In the order of the page."""
    ending(reader, [typed for typed in QUICK if typed.page == page])


@pytest.mark.slow
@pytest.mark.parametrize("page", list(dict.fromkeys(typed.page for typed in SLOW)))
def test_every_command_that_is_offline_and_takes_longer_ends_as_its_page_says(reader: Reader, page: str) -> None:
    """Decks and pictures of pages; LibreOffice and Chromium are used where they are."""
    ending(reader, [typed for typed in SLOW if typed.page == page])


@pytest.mark.slow
@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_the_commands_that_build_on_the_shop_run_as_they_are_shown(reader: Reader, page: str, tmp_path: Path) -> None:
    """In a shell without a terminal: `trust` is answered by the hash that it prints, `approve` by `--yes`."""
    text = (ROOT / "examples" / page).read_text(encoding="utf-8")
    (shown,) = [block for _, block in FENCE.findall(text) if "kasen code run agents/workflow.yaml" in block]
    answered = shown.replace("kasen code approve", "kasen code approve --yes").replace(
        "kasen trust agents",
        "kasen trust agents --sha256 $(kasen trust agents 2>&1 </dev/null | grep -oE '[0-9a-f]{64}' | tail -1)",
    )
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    bin_ = Path(sys.executable).parent
    who = {f"GIT_{part}_{what}": "reader@example.com" for part in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = {**plain_environment(), "PATH": f"{bin_}:/usr/bin:/bin", "HOME": str(tmp_path), **who}
    env |= {"KASEN_HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    done = subprocess.run(
        ["bash", "-e", "-c", answered], cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "with_tax" in (tmp_path / "shop" / "shop" / "price.py").read_text(encoding="utf-8")
