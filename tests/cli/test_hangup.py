from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

_CHILD = """
import os, sys
from kasen.cli.hangup import leave_terminal
leave_terminal()
print("nobody reads this", flush=True)
with open(sys.argv[1], "w") as out:
    out.write(f"{os.isatty(1)}")
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
    assert said.read_text() == "False"
    assert (tmp_path / "err").read_text() == "kept"
