from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kasen.errors import HomeUnusable, RunBusy
from kasen.runtime.lock import is_owned, owned

OWNER = """
import sys
from pathlib import Path
from kasen.runtime.lock import owned
with owned(Path(sys.argv[1]), "r"):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_who_owns_a_run_keeps_others_out_until_the_block_ends(tmp_path: Path) -> None:
    with owned(tmp_path / "run", "r1"):
        assert is_owned(tmp_path / "run")
        said = rf"run r1 is being driven by another process \(pid {os.getpid()}\)"
        with pytest.raises(RunBusy, match=said) as error, owned(tmp_path / "run", "r1"):
            pass
        assert "kasen runs cancel r1" in error.value.hint
    assert not is_owned(tmp_path / "run")
    with owned(tmp_path / "run", "r1"):
        pass


def test_the_lock_of_a_process_that_is_killed_is_free_at_once(tmp_path: Path) -> None:
    line = [sys.executable, "-c", OWNER, str(tmp_path)]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"mine\n"
        assert is_owned(tmp_path)
        with pytest.raises(RunBusy, match=f"pid {process.pid}"), owned(tmp_path, "r"):
            pass
        process.kill()
        process.wait()
        assert not is_owned(tmp_path)
        with owned(tmp_path, "r"):
            assert is_owned(tmp_path)


def test_looking_never_keeps_anybody_from_owning(tmp_path: Path) -> None:
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            is_owned(tmp_path)

    lookers = [threading.Thread(target=look) for _ in range(3)]
    for looker in lookers:
        looker.start()
    try:
        for _ in range(300):
            with owned(tmp_path, "r"):
                pass
    finally:
        stop.set()
        for looker in lookers:
            looker.join()


def test_a_run_that_nobody_ever_drove_is_not_owned_and_leaves_nothing_behind(tmp_path: Path) -> None:
    assert not is_owned(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(HomeUnusable, match="cannot be written"), owned(tmp_path / "file" / "run", "r"):
        pass
