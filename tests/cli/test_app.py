from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from kasen.cli.app import COMMANDS, Later, app

RUNNER = CliRunner()


def test_the_help_lists_every_command_and_the_exit_codes() -> None:
    shown = RUNNER.invoke(app, ["--help"])
    assert shown.exit_code == 0
    assert len(COMMANDS) >= 6
    for name in COMMANDS:
        assert f"│ {name} " in shown.stdout
    assert "130 stopped, 141 the reader" in " ".join(shown.stdout.split())


def test_no_command_at_all_shows_the_help() -> None:
    shown = RUNNER.invoke(app, [])
    assert shown.exit_code == 0
    assert "Usage: kasen" in shown.stdout


def test_the_version_is_that_of_the_package() -> None:
    shown = RUNNER.invoke(app, ["--version"])
    assert shown.stdout.startswith("kasen 0.")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["taems"], "no such command 'taems'. Did you mean 'teams'"),
        (["--colour"], "no such option: --colour"),
        (["teams", "--bogus"], "no such option: --bogus"),
        (["teams", "extra"], "no such command 'extra'"),
        (["doctor", "extra"], "got unexpected extra argument"),
        (["--log-level"], "'--log-level' requires"),
    ],
)
def test_a_line_that_cannot_mean_anything_is_told_with_exit_code_2(line: list[str], said: str) -> None:
    shown = RUNNER.invoke(app, line)
    assert shown.exit_code == 2
    assert shown.stdout == ""
    assert said in shown.stderr.lower().replace("did you mean", "Did you mean")
    assert "--help`" in shown.stderr
    assert "Traceback" not in shown.stderr


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (["宇治茶の歴史は？"], "宇治茶の歴史は？"),
        (["調べて", "宇治茶"], "調べて 宇治茶"),
        (["what is tea"], "what is tea"),
        (["what", "is", "tea", "--json"], "what is tea"),
        (['who said "no" to tea'], "who said 'no' to tea"),
    ],
)
def test_a_question_without_a_command_is_told_how_to_ask_it(line: list[str], asked: str) -> None:
    shown = RUNNER.invoke(app, line)
    assert shown.exit_code == 2
    assert shown.stderr.endswith(f'       To ask something: kasen research "{asked}"\n')


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            ["research", "x", "--quiet"],
            "`--quiet` stands before the command\n       Write `kasen --quiet research",
        ),
        (["kb", "list", "-v"], "`-v` stands before the command\n       Write `kasen -v kb list …`.\n"),
        (["runs", "answer", "01M8", "plan", "yes"], "`kasen runs answer 01M8 plan --default`. "),
        (["kb", "remove", "a", "b"], "It is written so: `kasen kb remove papers`"),
    ],
)
def test_the_right_form_of_a_line_is_said(line: list[str], said: str) -> None:
    shown = RUNNER.invoke(app, line)
    assert shown.exit_code == 2
    assert said in shown.stderr


@pytest.mark.parametrize("line", [["taems", "a", "b"], ["foo"], ["foo", "bar"]])
def test_a_command_that_is_mistyped_is_no_question(line: list[str]) -> None:
    assert "To ask something" not in RUNNER.invoke(app, line).stderr


@pytest.mark.parametrize("name", ["continue", "show", "export"])
def test_a_command_of_a_group_without_its_group_is_told_with_it(name: str) -> None:
    shown = RUNNER.invoke(app, [name, "01M8"])
    assert shown.exit_code == 2
    assert shown.stderr == f"kasen: no such command '{name}'\n       Did you mean `kasen runs {name}`?\n"


def test_an_invalid_kasen_toml_is_told_with_exit_code_3() -> None:
    Path("kasen.toml").write_text('lang = "ja"\nbugdet_usd = 1\n', encoding="utf-8")
    shown = RUNNER.invoke(app, ["models"])
    assert (shown.exit_code, shown.stdout) == (3, "")
    assert shown.stderr == "kasen: kasen.toml:2: there is no setting `bugdet_usd`\n       Did you mean `budget_usd`?\n"


def test_an_invalid_log_level_is_told_with_exit_code_3() -> None:
    shown = RUNNER.invoke(app, ["--log-level", "loud", "models"])
    assert shown.exit_code == 3
    assert "--log-level: `log_level` must be 'DEBUG', 'INFO', 'WARNING' or 'ERROR', not `LOUD`" in shown.stderr


@pytest.mark.parametrize("line", [["--debug", "models"], ["models", "--debug"]])
def test_debug_counts_wherever_it_stands(line: list[str]) -> None:
    Path("kasen.toml").write_text("x", encoding="utf-8")
    shown = RUNNER.invoke(app, line)
    assert shown.exit_code == 3
    assert "Traceback" in shown.stderr


def test_after_two_dashes_debug_is_a_word_like_any_other() -> None:
    shown = RUNNER.invoke(app, ["teams", "--", "--debug"])
    assert shown.exit_code == 2
    assert "--debug" in shown.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_imported_and_shows_its_help(name: str) -> None:
    shown = RUNNER.invoke(app, [name, "--help"])
    assert shown.exit_code == 0, shown.stderr
    assert f"Usage: kasen {name}" in shown.stdout


def test_a_stand_in_takes_apps_commands_and_functions() -> None:
    assert Later("kb", "typer.testing:CliRunner", "").hidden is False
    real = Later("teams", "kasen.cli.teams:teams", "").real()
    assert real.name == "teams"
    assert any(parameter.name == "as_json" for parameter in real.params)


def test_a_home_on_a_read_only_mount_is_one_sentence(tmp_path: Path) -> None:
    wrapped = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", str(tmp_path), str(tmp_path)]
    try:
        usable = subprocess.run([*wrapped, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        usable = False
    home = tmp_path / "home" if usable else Path("/proc/kasen")
    line = [*(wrapped if usable else []), sys.executable, "-m", "kasen", "doctor"]
    done = subprocess.run(
        line,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "KASEN_HOME": str(home)},  # noqa: TID251
    )
    assert done.returncode == 3
    assert f"Kasen's folder `{home}` cannot be written" in done.stdout
    assert "Traceback" not in done.stderr


INTERRUPTED = """
import kasen.cli.app as app
def stop():
    raise KeyboardInterrupt
app.stop = stop
app.COMMANDS = {"stop": ("kasen.cli.app:stop", "Stops.")}
app.main()
"""


def test_ctrl_c_while_a_command_works_is_one_sentence() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, "stop"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "kasen: stopped\n")


def test_a_reader_of_events_that_goes_away_ends_the_run_with_the_code_for_it() -> None:
    command = [sys.executable, "-m", "kasen", "echo", "one two", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


def every_command(group: Any = None, path: str = "kasen") -> Iterator[tuple[str, Any]]:
    """Path and command of each that people type."""
    found: Any = group or typer.main.get_command(app)
    for name in found.list_commands(None):
        inner = found.get_command(None, name)
        if inner.hidden:
            continue
        inner = inner.real() if isinstance(inner, Later) else inner
        yield f"{path} {name}", inner
        if hasattr(inner, "list_commands"):
            yield from every_command(inner, f"{path} {name}")


EVERY = dict(every_command())
NOT_TYPED = {"kasen mcp"}
"""A client starts it; its examples are lines of the client."""
GROUPS = {"kasen kb", "kasen runs", "kasen code", "kasen serve tokens", "kasen notify"}


def test_every_command_was_looked_at() -> None:
    assert len(EVERY) > 40
    assert set(EVERY) >= NOT_TYPED | GROUPS


@pytest.mark.parametrize("path", EVERY)
def test_every_help_has_a_sentence_examples_and_a_word_on_each_option(path: str) -> None:
    command = EVERY[path]
    first = (command.help or "").partition("\n\n")[0]
    assert first.rstrip().endswith((".", "…")), first
    examples = [line.strip() for line in (command.help or "").partition("Examples:\n")[2].splitlines()]
    assert bool(examples) == (path not in GROUPS)
    for line in examples:
        assert path in NOT_TYPED or line.startswith((f"{path} ", f"{path}\n")) or line == path, line
        assert len(line) < 80, line
    silent = [param.name for param in command.params if not getattr(param, "help", "") and not param.hidden]
    assert silent == []
    swallowed = re.compile(r"\[[a-z]+[^\]]*\]")  # rich would take it for markup
    assert [p.name for p in command.params if swallowed.search(p.help or "")] == []


@pytest.mark.parametrize("path", sorted(EVERY.keys() - NOT_TYPED - GROUPS))
def test_examples_stand_flush_in_every_help(path: str) -> None:
    shown = RUNNER.invoke(app, [*path.split()[1:], "--help"], env={"COLUMNS": "120"}).stdout
    examples = [line for line in shown.partition(" Examples:")[2].partition("╭")[0].splitlines() if line.strip()]
    assert examples
    assert [line for line in examples if not line.startswith(" kasen ")] == []


COLOURED = re.compile(r"\x1b\[[\d;]*3\d[\d;]*m")


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_are_for_terminals_whose_user_wants_them(
    terminal: Any, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    shown = terminal("--help")
    assert shown.exit_code() == 0
    assert COLOURED.search(shown.text), "a terminal has colours"
    assert "\x1b" not in RUNNER.invoke(app, ["--help"]).stdout
    monkeypatch.setenv(name, value)
    for line in (["--help"], ["echo", "one two"], ["teams"], ["research", "--help"]):
        screen = terminal(*line)
        assert screen.exit_code() == 0, screen.text
        assert not COLOURED.search(screen.text), line
        assert value != "dumb" or "\x1b" not in screen.text, line


def test_what_a_shell_would_carry_out_is_quoted() -> None:
    shown = RUNNER.invoke(app, ["why is $(rm x) so"])
    assert shown.stderr.endswith("       To ask something: kasen research 'why is $(rm x) so'\n")
