"""The documentation against the code: links, files, commands, tables, generated pages."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from kasen import team
from kasen.cli.app import COMMANDS, TEAM_COMMAND, Later, app
from kasen.settings import Settings, variable

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("README.md")])
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


def words(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_the_pages_were_found() -> None:
    assert len(PAGES) >= 15
    assert {"README.md", "README.ja.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"} <= set(map(named, PAGES))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_inside_the_repository_leads_somewhere(page: Path) -> None:
    inner = [target for target in LINK.findall(words(page)) if not target.startswith(("http", "#", "mailto:"))]
    assert [target for target in inner if not (page.parent / target.partition("#")[0]).exists()] == []


def test_pictures_are_there_and_small_and_each_is_shown() -> None:
    folder = ROOT / "docs" / "guides" / "pictures"
    shown = {
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^\]]+\]\(([^)\s]+)\)", words(page))
    }
    found = {path for path in folder.rglob("*") if path.is_file()}
    assert len(found) > 10
    assert {path for path in shown if path.is_relative_to(folder)} == found
    assert {path.name: path.stat().st_size for path in found if path.stat().st_size > 150_000} == {}


def test_links_were_looked_at() -> None:
    assert len(LINK.findall(words(ROOT / "README.md"))) > 5


def test_the_reference_is_what_the_code_says() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "reference.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name != "decisions"], ids=named)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    source = ROOT / "src" / "kasen"
    bases = [
        ROOT,
        source,
        page.parent,
        ROOT / "tests",
        source / "runtime" / "engines",
        *(source / "teams").glob("*/"),
        source / "cli",
        source / "knowledge",
        source / "evidence",
    ]
    missing = []
    text = words(page)
    if page.name.startswith("from-"):  # the first column names files of another program
        text = re.sub(r"^\| [^|]*\|", "", text, flags=re.MULTILINE)
    for name in re.findall(r"`([\w./-]+\.(?:py|sh|toml|j2))`", text):
        is_users = name in {"kasen.toml", "tokens.toml"} or "a/" in name
        if not is_users and not any((base / name).exists() for base in bases):
            missing.append(name)
    assert missing == []


# --- commands -------------------------------------------------------------------------------------------------------


def command_lines() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for language, block in FENCE.findall(words(page)):
            if language in {"sh", "console"}:
                lines = [line.removeprefix("$ ").split("  #")[0].strip() for line in block.splitlines()]
                found += [(named(page), line) for line in lines if re.match(r"(\.venv/bin/)?kasen ", line)]
    return found


def test_commands_were_found_in_the_pages() -> None:
    assert len(command_lines()) >= 8


@pytest.mark.parametrize(("page", "line"), command_lines())
def test_every_command_shown_can_be_typed(page: str, line: str) -> None:
    """Parsed by the real parser, up to but without running it."""
    name, *args = shlex.split(line.replace("…", "x"))[1:]
    assert name in COMMANDS or name in team.names(), f"{page}: {line}"
    reference, help_text = COMMANDS.get(name, (TEAM_COMMAND, ""))
    command: Any = Later(name, reference, help_text, team="" if name in COMMANDS else name).real()
    while hasattr(command, "commands"):
        if command.invoke_without_command and (not args or args[0].startswith("-")):
            break
        assert args, f"{page}: {line}"
        assert args[0] in command.list_commands(None), f"{page}: {line}"
        command = command.commands[args.pop(0)]
        command = command.real() if isinstance(command, Later) else command
    command.make_context(name, args)


def test_every_make_target_in_the_pages_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", words(ROOT / "Makefile"), re.MULTILINE))
    used = {target for page in PAGES for target in re.findall(r"(?:`|^)make ([a-z-]+)", words(page), re.MULTILINE)}
    assert {"demo", "test", "check", "reference"} <= used
    assert used <= targets


# --- what the README promises ---------------------------------------------------------------------------------------

READMES = [ROOT / "README.md", ROOT / "README.ja.md"]


@pytest.mark.parametrize("page", READMES, ids=named)
def test_the_readme_shows_the_two_commands_the_teams_the_exit_codes_and_an_output(page: Path) -> None:
    text = words(page)
    blocks = [block for _, block in FENCE.findall(text)]
    assert blocks[0].startswith("make demo")
    assert "\nmake test" in blocks[0]
    assert "apt-get install make git python3-venv" in text
    for name in ("research", "slides", "resume", "code"):
        row = next(line for line in text.splitlines() if line.startswith(f"| `{name}`"))
        coming = "*coming*" in row or "*準備中*" in row
        assert coming == (name not in team.names() or team.load(name).internal), row
    for code in ("0", "2", "3", "4", "5", "6", "70", "75", "130"):
        assert re.search(rf"(^|· ?\n?){code} ", text, re.MULTILINE), code
    assert "@" not in re.sub(r"\S+@\S+\.\w+", "", text), "a placeholder is left"


@pytest.mark.parametrize("page", READMES, ids=named)
def test_the_findings_shown_in_the_readme_are_those_that_the_program_writes(page: Path, tmp_path: Path) -> None:
    text = words(page)
    (line,) = [line for _, line in command_lines() if _ == named(page) and "examples/corpus" in line]
    shown = [line for line in text.splitlines() if line.startswith("- ") and "[^" in line]
    assert len(shown) >= 2
    command = [sys.executable, "-m", *shlex.split(line), "--print", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    written = done.stdout.splitlines()
    sentences = [re.match(r"- .*?\[\^\d+\]", finding) for finding in shown]
    stale = [found[0] for found in sentences if found and not any(line.startswith(found[0]) for line in written)]
    assert not stale, f"{named(page)} shows what the program no longer writes; run {line!r} and show what it writes now"
    (files,) = re.findall(r"(\d+) (?:files|ファイル)", text)
    assert int(files) == len(list((ROOT / "examples" / "corpus").iterdir()))


def test_both_readmes_say_the_same() -> None:
    english, japanese = map(words, READMES)
    for pattern in (r"^## ", r"^\| `", r"^```"):
        assert len(re.findall(pattern, english, re.MULTILINE)) == len(re.findall(pattern, japanese, re.MULTILINE))
    commands = [re.findall(r"^\.venv/bin/kasen (\w+)", text, re.MULTILINE) for text in (english, japanese)]
    assert commands[0] == commands[1]


@pytest.mark.parametrize("page", READMES, ids=named)
def test_the_settings_in_the_readme_exist(page: Path) -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(KASEN_\w+)` \|", words(page), re.MULTILINE)
    assert len(rows) >= 5
    assert [(key, variable(key)) for key, _ in rows] == rows
    assert {key for key, _ in rows} <= set(Settings.model_fields)


def test_every_feature_of_the_design_documents_has_a_place_and_a_test() -> None:
    text = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d{3})", text, re.MULTILINE) == ["000", "001", "002", "003", "004"]
    lines = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| feature")]
    rows = [re.findall(r"`([^`]+)` \| `([^`]+)` \|$", line) for line in lines]
    assert len(rows) >= 150
    assert [line for line, found in zip(lines, rows, strict=True) if not found] == []
    elsewhere = ("evals/", "deploy/", "benchmarks/", "examples/", "scripts/")
    places = [place if place.startswith(elsewhere) else f"src/kasen/{place}" for ((place, _),) in rows]
    tests = {f"tests/{test}" for ((_, test),) in rows}
    assert [
        path for path in (*places, *(test.partition("::")[0] for test in tests)) if not (ROOT / path).exists()
    ] == []
    functions = [test.partition("::")[::2] for test in tests if "::" in test]
    assert len(functions) >= 80
    assert [(path, name) for path, name in functions if name not in functions_of(ROOT / path)] == []


def functions_of(path: Path) -> set[str]:
    """Names of the functions of a file that pytest calls."""
    nodes = ast.walk(ast.parse(words(path)))
    found = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    return {name for name in found if name.startswith("test_")}


def test_only_functions_that_a_test_file_holds_are_found_in_it() -> None:
    found = functions_of(Path(__file__))
    assert {"test_every_feature_of_the_design_documents_has_a_place_and_a_test", "test_links_were_looked_at"} <= found
    assert not {"functions_of", "test_that_nobody_wrote", "words"} & found


def test_the_index_of_the_documentation_names_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").glob("*/*.md")]
    assert len(pages) >= 70
    assert [page for page in pages if f"({page})" not in index] == []


PAIRS = [(page.with_name(page.name.replace(".ja.md", ".md")), page) for page in PAGES if page.name.endswith(".ja.md")]


def test_many_pages_are_there_in_both_languages() -> None:
    assert len(PAIRS) >= 25


@pytest.mark.parametrize(("english", "japanese"), PAIRS, ids=[named(japanese) for _, japanese in PAIRS])
def test_both_languages_of_a_page_have_the_same_parts_and_lead_to_one_another(english: Path, japanese: Path) -> None:
    assert f"[日本語]({japanese.name})" in words(english)
    assert f"[English]({english.name})" in words(japanese)
    if japanese.parent.name == "concepts":
        for pattern in (r"^## ", r"^\| ", r"^```", r"^- ", r"^\d\. "):
            counts = [len(re.findall(pattern, words(page), re.MULTILINE)) for page in (english, japanese)]
            assert counts[0] == counts[1], pattern


@pytest.mark.parametrize("folder", ["guides", "concepts"])
def test_every_guide_and_concept_exists_in_both_languages(folder: str) -> None:
    pages = {path.name for path in (ROOT / "docs" / folder).glob("*.md")}
    english = {name for name in pages if not name.endswith(".ja.md")}
    assert len(english) > 10
    assert pages == english | {name.replace(".md", ".ja.md") for name in english}


def test_both_glossaries_hold_the_same_words_and_lead_to_the_same_pages() -> None:
    folder = ROOT / "docs" / "reference"
    english = re.findall(
        r"^\| \*\*([^*|]+)\*\* \| [^|]+ \| \[[^\]]+\]\(([^)]+)\) \|$", words(folder / "glossary.md"), re.M
    )
    japanese = re.findall(
        r"^\| \*\*[^*|]+\*\* \| ([^|]+) \| [^|]+ \| \[[^\]]+\]\(([^)]+)\) \|$", words(folder / "glossary.ja.md"), re.M
    )
    assert {"run", "role", "rule", "gate", "verdict", "evidence", "receipt", "checkpoint"} <= {
        word for word, _ in english
    }
    assert [(word, page.replace(".ja.md", ".md")) for word, page in japanese] == english
    rows = [words(folder / name).count("\n| **") for name in ("glossary.md", "glossary.ja.md")]
    assert rows == [len(english)] * 2
    assert [word for word, _ in english] == sorted(dict(english))


def test_the_architecture_fits_on_its_pages() -> None:
    assert 50 < len(words(ROOT / "ARCHITECTURE.md").splitlines()) <= 150


def test_decisions_are_numbered_without_gap() -> None:
    numbers = sorted(int(path.name[:4]) for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_changelog_begins_with_what_is_unreleased() -> None:
    headings = re.findall(r"^## (.*)$", words(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "[Unreleased]"


def test_the_help_of_the_program_is_the_one_of_the_table() -> None:
    group: Any = typer.main.get_command(app)
    listed = [name for name in group.list_commands(None) if name in COMMANDS and name not in team.names()]
    assert listed == [name for name in COMMANDS if name not in team.names()], "teams come first"
