from __future__ import annotations

import os
import resource
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError
from kasen.tools.python import jail as under_test
from kasen.tools.python.jail import Jail, NotStarted, open_jail, readable
from kasen.tools.python.model import PythonLimits

pytestmark = pytest.mark.usefixtures("sandboxed")
Open = Callable[..., Jail]


@pytest.fixture
def opened() -> Iterator[Open]:
    jails: list[Jail] = []

    def make(code: str = "", data: dict[str, Path | bytes] | None = None, **limits: Any) -> Jail:
        bwrap = shutil.which("bwrap") or ""
        jails.append(open_jail(bwrap, code.encode(), data or {}, PythonLimits(**limits), walled=b""))
        return jails[-1]

    yield make
    for jail in jails:
        jail.close()


def open_descriptors() -> set[str]:
    return {str(path.readlink()) for path in Path("/proc/self/fd").iterdir() if path.is_symlink()}


def test_nothing_runs_before_it_is_released(opened: Open) -> None:
    jail = opened("print('ran')")
    assert jail.program.stdout is not None
    assert not readable(jail.program.stdout.fileno(), 0.3)
    jail.release()
    assert readable(jail.life, 10)
    assert os.read(jail.program.stdout.fileno(), 100) == b"ran\n"
    assert jail.code() == 0


def test_the_limits_stand_before_the_code_does(opened: Open) -> None:
    jail = opened(memory_mb=100, disk_mb=7, cpu_seconds=2.5)
    assert resource.prlimit(jail.first, resource.RLIMIT_AS)[1] == (100 << 20) + (1 << 30)
    assert resource.prlimit(jail.first, resource.RLIMIT_FSIZE) == (7 << 20, 7 << 20)
    assert resource.prlimit(jail.first, resource.RLIMIT_CPU) == (4, 5)
    assert resource.prlimit(jail.first, resource.RLIMIT_CORE) == (0, 0)
    assert os.getpriority(os.PRIO_PROCESS, jail.first) >= 10
    assert Path(f"/proc/{jail.first}/oom_score_adj").read_text(encoding="ascii").strip() == "1000"


def test_what_was_written_can_be_read_when_all_is_dead(opened: Open) -> None:
    jail = opened("open('out/x', 'w').write('kept')")
    jail.release()
    assert readable(jail.life, 10)
    with os.fdopen(os.open("work/out/x", os.O_RDONLY, dir_fd=jail.box), encoding="utf-8") as file:
        assert file.read() == "kept"


def test_killing_waits_for_the_last_process(opened: Open) -> None:
    jail = opened("import os, time\nfor _ in range(5): os.fork()\nprint('x', flush=True); time.sleep(60)")
    jail.release()
    assert jail.program.stdout is not None
    os.read(jail.program.stdout.fileno(), 1)
    jail.kill()
    assert not Path(f"/proc/{jail.first}", "root", "box").exists()
    jail.kill()
    assert jail.code() == 128 + 9


def test_closing_gives_everything_back() -> None:
    before = open_descriptors()
    for code in ("pass", "while True: pass"):
        jail = open_jail(shutil.which("bwrap") or "", code.encode(), {"a": b"x"}, PythonLimits(), walled=b"")
        jail.release()
        jail.close()
        assert not Path(f"/proc/{jail.first}").exists() or "Z" in Path(f"/proc/{jail.first}/stat").read_text(
            encoding="utf-8"
        )
    assert open_descriptors() == before


def test_a_program_that_is_no_bubblewrap_is_told_with_its_own_words(tmp_path: Path) -> None:
    before = open_descriptors()
    for script, said in (
        ("#!/bin/sh\necho 'bwrap: Unknown option --disable-userns' >&2; exit 1\n", "Unknown option"),
        ("#!/bin/sh\nexit 3\n", "exit code 3"),
    ):
        program = tmp_path / "bwrap"
        program.write_text(script, encoding="ascii")
        program.chmod(0o755)
        with pytest.raises(NotStarted, match=said):
            open_jail(str(program), b"", {}, PythonLimits(), walled=b"")
    with pytest.raises(NotStarted, match="No such file"):
        open_jail(str(tmp_path / "nothing"), b"", {}, PythonLimits(), walled=b"")
    assert open_descriptors() == before


def test_what_is_no_file_is_no_data(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    before = open_descriptors()
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero"), tmp_path / "nothing"):
        with pytest.raises(InputError, match=path.name):
            open_jail(shutil.which("bwrap") or "", b"", {"x": path}, PythonLimits(), walled=b"")
    assert open_descriptors() == before


def test_a_long_file_is_bound_and_cannot_be_changed_either(opened: Open, tmp_path: Path) -> None:
    large = tmp_path / "large.bin"
    with large.open("wb") as file:
        file.write(b"begin")
        file.truncate(under_test.SNAPSHOT + 1)
    code = """
import os
print(os.path.getsize("l.bin"), open("l.bin", "rb").read(5))
def write(): open("l.bin", "r+b")
def cut(): os.truncate("l.bin", 0)
def mode(): os.chmod("l.bin", 0o777)
def date(): os.utime("l.bin")
for attempt in (write, cut, mode, date):
    try:
        attempt()
    except OSError as error:
        print(error.errno)
"""
    jail = opened(code, {"l.bin": large})
    jail.release()
    assert readable(jail.life, 10)
    assert jail.program.stdout is not None
    said = os.read(jail.program.stdout.fileno(), 1000).decode().split("\n")
    assert said[0] == f"{under_test.SNAPSHOT + 1} b'begin'"
    assert said[1:] == ["30", "30", "30", "30", ""]
