from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

from kasen.tools.python.model import PythonLimits
from kasen.tools.python.mounts import BOX, arguments, command, interpreter

ARGUMENTS = arguments(PythonLimits(disk_mb=10))
PAIRS = list(pairwise(ARGUMENTS))


def bound() -> set[str]:
    return {place for flag, place in PAIRS if flag in ("--ro-bind", "--ro-bind-try")}


def test_every_namespace_is_new_and_nothing_may_be_done_in_it() -> None:
    for flag in (
        "--unshare-all",
        "--unshare-user",
        "--disable-userns",
        "--die-with-parent",
        "--new-session",
        "--clearenv",
    ):
        assert flag in ARGUMENTS
    assert {("--cap-drop", "ALL"), ("--uid", "65534"), ("--gid", "65534")} <= set(PAIRS)


def test_nothing_of_the_machine_can_be_written_to() -> None:
    assert not {"--bind", "--bind-try", "--dev-bind", "--dev-bind-try", "--dev", "--proc"} & set(ARGUMENTS)
    at = ARGUMENTS.index("--tmpfs")
    assert ARGUMENTS.count("--tmpfs") == 1
    assert ARGUMENTS[at - 2 : at + 2] == ["--size", str((10 << 20) + (1 << 20)), "--tmpfs", BOX]
    assert tuple(command()[:2]) == ("--remount-ro", "/")


def test_of_the_machine_only_libraries_and_the_interpreter_are_there() -> None:
    programs = {interpreter(), str(Path(sys.executable).resolve())}
    for place in bound() - programs:
        path = Path(place)
        assert path.name in ("ld.so.cache", "zoneinfo", "pyvenv.cfg") or "lib" in path.name
    assert not {"/", "/usr", "/etc", "/home", "/root", "/proc", "/sys", "/dev", "/tmp", "/var", "/run"} & bound()
    assert not {sys.prefix, sys.base_prefix, str(Path.home())} & bound()
    assert {f"{sys.prefix}/lib", f"{sys.base_prefix}/lib"} <= bound() | {"/usr/lib", "/usr/local/lib"}


def test_the_program_starts_alone_where_the_interpreter_is() -> None:
    assert interpreter() == sys.executable or Path(interpreter()).name == Path(sys.executable).name
    started = command()[command().index("--") + 1 :]
    assert started[0] == interpreter()
    assert {"-I", "-B"} <= set(started)
    assert started[-1] == f"{BOX}/main.py"


def test_libraries_that_would_start_a_thread_per_processor_start_one() -> None:
    assert ("--setenv", "OPENBLAS_NUM_THREADS") in PAIRS
    assert ("OPENBLAS_NUM_THREADS", "1") in PAIRS
