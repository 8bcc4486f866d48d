"""One sandbox: made by bubblewrap, held by its first process and its box, dead as a whole when that process is."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import stat
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from kasen.errors import InputError, InternalError
from kasen.tools.python import mounts
from kasen.tools.python.model import PythonLimits

SNAPSHOT = 64 << 20
"""Bytes up to which a data file is copied into the sandbox; a longer one is bound."""
_STARTING_S = 20.0
_DYING_S = 60.0
_POLITE = 10
"""How nice its processes are: those that watch them come first."""
_OPEN_FILES = 256
_MORE_PROCESSES, _MORE_SECONDS = 16, 3
"""The kernel's walls stand a little behind the caps, so that going over a cap can be seen."""
_HEADROOM = 1 << 30
"""Bytes of address space beside the memory: libraries map more than they use. The sum is counted elsewhere."""


class NotStarted(Exception):
    """bubblewrap could not make the sandbox; the message is what it said."""


@dataclass(frozen=True)
class Jail:
    """A sandbox whose code waits to be released. Close it, whatever happens: that ends all its processes."""

    program: subprocess.Popen[bytes]
    first: int
    """Its first process, as this machine numbers it."""
    life: int
    """Descriptor that becomes readable when the first process, and with it every other, is dead."""
    box: int
    """Descriptor of the box; what was written is there as long as it is open."""
    gate: int
    owned: ExitStack

    def release(self) -> None:
        """Let the code run."""
        os.write(self.gate, b"x")

    def yield_to_others(self) -> None:
        """Let what was released run only when nobody else wants to, so that those who watch and end it always can.

        Its first process is left as it is: it has to run to end the others.
        """
        child = Path(f"/proc/{self.first}/task/{self.first}/children")
        while not readable(self.life, 0.001):
            with suppress(OSError):
                if pids := child.read_text(encoding="ascii").split():
                    os.sched_setscheduler(int(pids[0]), os.SCHED_IDLE, os.sched_param(0))
                    return

    def kill(self) -> None:
        """Kill every process in it, and wait until they are dead."""
        _kill(self.life)

    def code(self) -> int:
        """How the program ended, as shells count: 128 and the signal. Call it when all is dead."""
        code = _ended(self.program)
        with suppress(ChildProcessError):  # it is our child where we are the first process of a container
            os.waitpid(self.first, os.WNOHANG)
        return code

    def close(self) -> None:
        """End it and give everything back."""
        self.owned.close()


def open_jail(
    bwrap: str, code: bytes, data: Mapping[str, Path | bytes], limits: PythonLimits, *, walled: bytes
) -> Jail:
    """A sandbox with this code and data, and `walled` as its filter of system calls.

    Raises NotStarted, and InputError for data that is no file or cannot be read.
    """
    with ExitStack() as owned, ExitStack() as lent:
        passed: list[int] = []
        command = [bwrap, *mounts.arguments(limits)]
        command += _mounted(code, mounts.CODE, lent, passed)
        for name, source in data.items():
            command += _mounted(source, f"{mounts.WORK}/{name}", lent, passed)
        if walled:
            command += ["--seccomp", str(_held(walled, lent, passed))]
        waiting, gate = os.pipe()
        lent.callback(os.close, waiting)
        owned.callback(os.close, gate)
        status, told = os.pipe()
        owned.callback(os.close, status)  # bubblewrap writes there at its end, too
        lent.callback(os.close, told)
        command += ["--block-fd", str(waiting), "--json-status-fd", str(told), *mounts.command()]
        program = _started(command, [*passed, waiting, told])
        owned.callback(_end, program)
        lent.close()
        first = _first(status, program)
        life = os.pidfd_open(first)
        owned.callback(os.close, life)
        owned.callback(_kill, life)
        box = _box(first, life, program)
        owned.callback(os.close, box)
        os.close(os.open("null", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600, dir_fd=box))
        _limit(first, limits)
        return Jail(program, first, life, box, gate, owned.pop_all())


def _mounted(source: Path | bytes, place: str, lent: ExitStack, passed: list[int]) -> list[str]:
    if isinstance(source, bytes):
        return ["--perms", "0400", "--ro-bind-data", str(_held(source, lent, passed)), place]
    try:
        descriptor = os.open(source, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise InputError(f"the data file {source} cannot be read: {error.strerror}") from error
    lent.callback(os.close, descriptor)
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        raise InputError(f"{source} is not a file")
    if found.st_size > SNAPSHOT:
        return ["--ro-bind", str(source.resolve()), place]
    passed.append(descriptor)
    return ["--perms", "0400", "--ro-bind-data", str(descriptor), place]


def _held(content: bytes, lent: ExitStack, passed: list[int]) -> int:
    """A descriptor to read that content from."""
    descriptor = os.memfd_create("kasen")
    lent.callback(os.close, descriptor)
    with os.fdopen(descriptor, "wb", closefd=False) as file:
        file.write(content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    passed.append(descriptor)
    return descriptor


def _first(status: int, program: subprocess.Popen[bytes]) -> int:
    """The first process of the namespace, as bubblewrap tells it. Raises NotStarted where there is none."""
    deadline = monotonic() + _STARTING_S
    said = b""
    while b"\n" not in said:
        if not readable(status, deadline - monotonic()):
            raise NotStarted("bubblewrap does not answer")
        part = os.read(status, 4096)
        if not part:
            raise NotStarted(_complaint(program))
        said += part
    return int(json.loads(said.partition(b"\n")[0])["child-pid"])


def _started(command: list[str], passed: list[int]) -> subprocess.Popen[bytes]:
    """bubblewrap, with nothing of ours: no environment, no terminal, and pipes, not files, as its streams."""
    pipe = subprocess.PIPE
    try:
        program = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, env={}, cwd="/", pass_fds=passed, start_new_session=True
        )
    except OSError as error:
        raise NotStarted(f"{command[0]}: {error.strerror}") from error
    assert program.stdin is not None
    program.stdin.close()
    program.stdin = None
    return program


def _box(first: int, life: int, program: subprocess.Popen[bytes]) -> int:
    """A descriptor of the box, once bubblewrap has made it."""
    outside = Path("/").stat()
    deadline = monotonic() + _STARTING_S
    while monotonic() < deadline:
        with suppress(OSError):
            root = os.open(f"/proc/{first}/root", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                if not os.path.samestat(os.fstat(root), outside):
                    os.stat(f"{mounts.WORK[1:]}/{mounts.OUT}", dir_fd=root)
                    return open_folder(mounts.BOX[1:], root)
            finally:
                os.close(root)
        if readable(life, 0.001):
            raise NotStarted(_complaint(program))
    raise NotStarted("bubblewrap does not come to an end with its mounts")


def open_folder(name: str, inside: int) -> int:
    """A descriptor of that folder in the folder `inside`, never what a link leads to. Raises OSError."""
    return os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=inside)


def _limit(first: int, limits: PythonLimits) -> None:
    """Limits of each process, which it hands on. The sums are watched elsewhere."""
    wanted = {
        resource.RLIMIT_CPU: int(limits.cpu_seconds) + _MORE_SECONDS,
        resource.RLIMIT_AS: (limits.memory_mb << 20) + _HEADROOM,
        resource.RLIMIT_FSIZE: limits.disk_mb << 20,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
    }
    if counted():
        wanted[resource.RLIMIT_NPROC] = limits.processes + _MORE_PROCESSES
    for limit, most in wanted.items():
        _, hard = resource.prlimit(first, limit)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # At the soft limit of time a program is told so; at the hard one it is killed, like any other.
        resource.prlimit(first, limit, (max(0, least - (limit == resource.RLIMIT_CPU)), least))
    os.setpriority(os.PRIO_PROCESS, first, max(_POLITE, os.getpriority(os.PRIO_PROCESS, first)))
    with suppress(OSError):  # when this machine runs out of memory, the sandbox is what it gives up first
        Path(f"/proc/{first}/oom_score_adj").write_text("1000", encoding="ascii")


def counted() -> bool:
    """Whether the kernel keeps the processes of a sandbox from being too many: never those of root.

    It counts them per user namespace since 5.14; before, all other processes of the user were counted too.
    """
    major, minor = os.uname().release.split(".")[:2]
    return os.geteuid() != 0 and (int(major), int("".join(filter(str.isdigit, minor)) or 0)) >= (5, 14)


def readable(descriptor: int, seconds: float) -> bool:
    """Whether there is something to read within that time."""
    poller = select.poll()  # select() takes no descriptor above 1023
    poller.register(descriptor, select.POLLIN)
    return bool(poller.poll(max(0.0, seconds) * 1000))


def _complaint(program: subprocess.Popen[bytes]) -> str:
    program.kill()
    _, complaint = program.communicate()
    return complaint.decode("utf-8", "replace").strip() or f"bubblewrap ended with exit code {program.returncode}"


def _kill(life: int) -> None:
    with suppress(ProcessLookupError):
        signal.pidfd_send_signal(life, signal.SIGKILL)
    if not readable(life, _DYING_S):
        raise InternalError("processes of a sandbox do not die", hint="Is a disk of this machine stuck?")


def _ended(program: subprocess.Popen[bytes]) -> int:
    """Its exit code. It ends when the first process is dead; it is killed only where it does not."""
    try:
        return program.wait(_DYING_S)
    except subprocess.TimeoutExpired:
        program.kill()
        return program.wait()


def _end(program: subprocess.Popen[bytes]) -> None:
    program.kill()
    program.wait()
    for stream in (program.stdout, program.stderr):
        if stream is not None:
            stream.close()
