from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kasen.cli.app import COMMANDS, Later, app
from kasen.cli.code.app import HIDDEN, VERBS

RUNNER = CliRunner()
ROOT = Path(__file__).parents[3]
GUIDES = [ROOT / "docs" / "guides" / name for name in ("code.md", "code.ja.md")]
CODE: dict[str, Any] = {name: Later(name, *about).real() for name, about in VERBS.items()}


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


# --- the guide against the commands ----------------------------------------------------------------------------------


def spans(guide: Path) -> Iterator[str]:
    """What is written as code: in lines, in tables, in blocks."""
    text = guide.read_text(encoding="utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        yield from (line.partition("  #")[0] for line in block.splitlines())
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def options_of(command: Any) -> set[str]:
    return {one for parameter in command.params for one in (*parameter.opts, *parameter.secondary_opts)}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_every_command_of_the_guide_exists_with_its_options(guide: Path) -> None:
    seen = set()
    for span in spans(guide):
        words = span.split()
        if words[:2] == ["kasen", "code"]:
            assert words[2] in CODE, span
            options = {word.partition("=")[0].strip("[]") for word in words if word.strip("[").startswith("-")}
            assert options <= options_of(CODE[words[2]]), span
            seen.add(words[2])
        elif words[:1] == ["kasen"] and len(words) > 1:
            assert words[1] in COMMANDS, span
    assert seen >= {"run", "status", "attach", "logs", "say", "pause", "respawn", "stop", "approve", "discard", "init"}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_what_stands_beside_a_command_exists_too(guide: Path) -> None:
    """`kasen code stop`, `continue [RUN]`; `--detach` in a sentence."""
    known = set().union(*map(options_of, CODE.values()))
    for span in spans(guide):
        if span.startswith("--"):
            assert span.split()[0] in known, span
    table = re.findall(r"^\| `kasen code \w+[^|]*\|", guide.read_text(encoding="utf-8"), re.MULTILINE)
    beside = [word for row in table for word in re.findall(r"`(\w+)[^`]*`", row) if word != "kasen"]
    assert sorted(beside) == ["continue", "kill", "unpause"]
    assert set(beside) <= set(CODE)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_every_command_that_people_use_is_in_the_guide(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    assert [name for name in CODE if name != "worker" and not re.search(rf"\b{name}\b", text)] == []


def test_both_guides_show_the_same_commands() -> None:
    shown = [sorted(" ".join(span.split()[:3]) for span in spans(one) if span.startswith("kasen ")) for one in GUIDES]
    assert shown[0] == shown[1]
