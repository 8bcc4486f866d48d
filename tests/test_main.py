from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CTRL_C = """
import os, signal, sys
class Stop:
    def find_spec(self, name, *rest):
        if name == "kasen.cli.app":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stop())
from kasen.__main__ import main
main()
"""


def test_the_module_runs_the_command_line() -> None:
    done = subprocess.run([sys.executable, "-m", "kasen", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("kasen ")


def test_the_exit_code_of_the_command_is_that_of_the_process() -> None:
    done = subprocess.run([sys.executable, "-m", "kasen", "nonsense"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kasen: no such command 'nonsense'")


def test_ctrl_c_while_loading_is_one_word() -> None:
    done = subprocess.run([sys.executable, "-c", CTRL_C], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "kasen: stopped\n")


def test_a_terminal_without_japanese_gets_escapes_instead_of_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-m", "kasen", "teams", "--lang", "ja"]
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u4f5c" in done.stdout


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_stop_nothing(closed: str) -> None:
    line = f'"{sys.executable}" -m kasen echo "hello world" --out made {closed}'
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert Path("made/echo.md").read_text(encoding="utf-8") == "hello world"


def test_the_collector_is_not_run_again_and_again_while_modules_are_loaded() -> None:
    """Counted, as times differ: of its last generation, which looks at all that is there."""
    runs = "import atexit, gc; atexit.register(lambda: print(gc.get_stats()[2]['collections']))"
    code = f"{runs}\nimport sys; sys.argv = ['kasen', 'runs', 'list']\nfrom kasen.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "0", done
