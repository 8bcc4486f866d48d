from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

_CHILD = """
import os, sys
from kasen.cli.hangup import is_heard, leave_terminal
heard = is_heard()
leave_terminal()
print("nobody reads this", flush=True)
with open(sys.argv[1], "w") as out:
    out.write(f"{heard} {os.isatty(1)}")
sys.stderr.write("kept")
"""


def test_a_terminal_is_left_and_a_file_is_not(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    said = tmp_path / "said"
    with (tmp_path / "err").open("wb") as err:
        command = [sys.executable, "-c", _CHILD, str(said)]
        child = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=err, start_new_session=True)
    os.close(slave)
    os.close(master)
    assert child.wait(60) == 0
    assert said.read_text() == "True False"
    assert (tmp_path / "err").read_text() == "kept"


def test_who_was_told_not_to_hear_of_it_does_not(tmp_path: Path) -> None:
    said = tmp_path / "said"
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        subprocess.run([sys.executable, "-c", _CHILD, str(said)], check=True, capture_output=True)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert said.read_text().startswith("False")
