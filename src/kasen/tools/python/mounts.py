"""What there is inside: the interpreter and its packages, read-only, and one folder of fixed size to write in."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path

from kasen.tools.python.model import PythonLimits

BOX = "/box"
"""The only place that can be written to: one tmpfs for working folder, temporary files and shared memory together."""
WORK = f"{BOX}/work"
OUT = "out"
CODE = f"{BOX}/main.py"
SLACK = 1 << 20
"""Bytes that the box is larger than the cap on the disk, so that going over it can be seen."""

_LIBRARIES = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib32", "/lib64")
_ALSO = ("/etc/ld.so.cache", "/usr/share/zoneinfo")
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
# The namespaces; a user namespace always, for root of the machine would remount what is read-only.
_WALLS = (
    *("--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"),
    *("--uid", "65534", "--gid", "65534", "--hostname", "sandbox"),
    *("--die-with-parent", "--new-session", "--clearenv"),
)


def interpreter() -> str:
    """Where the interpreter is inside, which is where it is outside."""
    return str(Path(sys.prefix, "bin", Path(sys.executable).name))


def arguments(limits: PythonLimits) -> list[str]:
    """Arguments of `bwrap` up to the data and the command: walls, box, interpreter, environment.

    There is no /proc and no /dev of this machine: root of the machine owns what is in them, also without capabilities.
    """
    return [*_WALLS, *_box(limits), *_libraries(), *_interpreter(), *_environment()]


def _box(limits: PythonLimits) -> Iterator[str]:
    size = (limits.disk_mb << 20) + SLACK
    yield from ("--perms", "0700", "--size", str(size), "--tmpfs", BOX)
    for folder in (WORK, f"{WORK}/{OUT}", f"{BOX}/tmp", f"{BOX}/shm"):
        yield from ("--perms", "0700", "--dir", folder)
    # Plain files in the box stand in for the devices: an owner could change the mode of the machine's own.
    yield from ("--symlink", "../box/null", "/dev/null", "--symlink", "../box/shm", "/dev/shm")
    if not any(Path("/tmp") in Path(prefix).parents for prefix in (sys.prefix, sys.base_prefix)):
        yield from ("--symlink", "box/tmp", "/tmp")  # else the interpreter would lie in a folder that can be written to


def _libraries() -> Iterator[str]:
    for path in map(Path, _LIBRARIES):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    for also in _ALSO:
        yield from ("--ro-bind-try", also, also)


def _interpreter() -> Iterator[str]:
    """The two prefixes, without what else lies in them: a `pip.conf` with a password, say."""
    program = Path(sys.executable).resolve()
    for prefix in dict.fromkeys((sys.base_prefix, sys.prefix)):
        for part in ("lib", "lib64", "local/lib"):
            path = Path(prefix, part)
            if path.is_symlink():
                yield from ("--symlink", str(path.readlink()), str(path))
            elif str(path) not in _LIBRARIES:
                yield from ("--ro-bind-try", str(path), str(path))
        yield from ("--ro-bind-try", f"{prefix}/pyvenv.cfg", f"{prefix}/pyvenv.cfg")
    for place in dict.fromkeys((str(program), interpreter())):
        yield from ("--ro-bind", str(program), place)


def _environment() -> Iterator[str]:
    values = {"HOME": f"{BOX}/tmp", "TMPDIR": f"{BOX}/tmp", "LANG": "C.UTF-8", "PATH": f"{sys.prefix}/bin"}
    values |= dict.fromkeys(_ONE_THREAD, "1")
    if sysconfig.get_config_var("Py_ENABLE_SHARED"):  # the loader asks /proc where the program lies
        values["LD_LIBRARY_PATH"] = f"{sys.base_prefix}/lib"
    for name, value in values.items():
        yield from ("--setenv", name, value)


def command() -> Sequence[str]:
    """What is run inside: isolated from the folder, the environment and the user's packages."""
    return ("--remount-ro", "/", "--chdir", WORK, "--", interpreter(), "-I", "-B", "-X", "utf8", CODE)
