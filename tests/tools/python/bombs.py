"""Programs that take more than they may, or do not want to end. Each says that it began before it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kasen.tools.python.model import PythonLimits

MARK = "BEGAN"
BEGINNING = f'''
import ctypes, mmap, os, signal, socket, sys, threading, time
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.prctl(15, NAME, 0, 0, 0)
MB = 1 << 20
def began(word="{MARK}"):
    os.write(1, word.encode() + b"\\n")
def touched(size):
    held = bytearray(size)
    held[::4096] = b"x" * len(held[::4096])
    return held
def apart():
    # as far from who watches as it may go: a session of its own is refused
    try:
        os.setsid()
    except OSError:
        os.setpgid(0, 0)
def forked(count, work):
    for number in range(count):
        if not os.fork():
            work(number)
            time.sleep(60)
            os._exit(0)
'''


@dataclass(frozen=True)
class Bomb:
    """A program and what must end it; `why` may be several, where it depends on which wall it meets first."""

    name: str
    code: str
    why: tuple[str, ...]
    limits: Mapping[str, Any] = field(default_factory=dict)
    floods: bool = False
    """Until it is ended it may take every process that the machine has; others could begin none then."""

    def program(self, name: str) -> str:
        """What is run; its processes are called `name`, so that they can be looked for."""
        return f"NAME = {name.encode()!r}\n{BEGINNING}\n{self.code}"

    def within(self) -> PythonLimits:
        """Limits that are small, but for what the program is not to be ended by."""
        small = {"seconds": 15, "cpu_seconds": 15, "memory_mb": 128, "processes": 16, "disk_mb": 16, "output_kb": 256}
        return PythonLimits(**{**small, **self.limits})


SHORT = {"seconds": 0.4}

PROCESSES = [
    Bomb(
        "a fork bomb",
        """
began()
while True:
    try:
        os.fork()
    except OSError:
        pass
""",
        ("processes",),
        floods=True,
    ),
    Bomb(
        "a fork bomb of orphans in groups of their own",
        """
began()
while True:
    try:
        if os.fork():
            os._exit(0) if os.getppid() == 1 and os.getpid() % 2 else None
        apart() if os.getpid() != os.getpgrp() else None
    except OSError:
        pass
""",
        ("processes",),
        floods=True,
    ),
    Bomb(
        "a bomb of threads",
        """
began()
threading.stack_size(64 << 10)
while True:
    try:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    except RuntimeError:
        pass
""",
        ("processes",),
        floods=True,
    ),
    Bomb(
        "one process more than allowed",
        """
began()
forked(18, lambda number: None)
time.sleep(60)
""",
        ("processes",),
    ),
]

MEMORY = [
    Bomb(
        "memory without end",
        """
began()
held = []
while True:
    held.append(touched(4 * MB))
""",
        ("memory",),
    ),
    Bomb(
        "one piece that is too large",
        """
began()
held = bytearray(4096 * MB)
""",
        ("memory",),
    ),
    Bomb(
        "many processes that share out what is too much",
        """
began()
kept = []
forked(10, lambda number: kept.append(touched(24 * MB)))
time.sleep(60)
""",
        ("memory",),
    ),
    Bomb(
        "memory held by what nobody has mapped",
        """
began()
import tempfile
maps = []
for number in range(40):
    with open(f"/dev/shm/{number}", "wb") as file:
        file.write(b"x" * 4 * MB)
""",
        ("disk",),
    ),
    Bomb(
        "memory files",
        """
began()
files = []
for number in range(200):
    file = os.memfd_create(str(number))
    os.write(file, b"x" * 4 * MB)
    files.append(file)
time.sleep(60)
""",
        ("error", "memory"),
    ),
    Bomb(
        "System V segments that nobody has attached",
        """
began()
LIBC.shmat.restype = ctypes.c_void_p
for number in range(200):
    segment = LIBC.shmget(0, 4 * MB, 0o1600)
    if segment < 0:
        raise OSError(ctypes.get_errno(), "shmget")
    place = LIBC.shmat(segment, None, 0)
    ctypes.memset(place, 1, 4 * MB)
    LIBC.shmdt(ctypes.c_void_p(place))
time.sleep(60)
""",
        ("error", "memory"),
    ),
    Bomb(
        "shared mappings whose pages are dropped from sight",
        """
began()
for number in range(200):
    shared = mmap.mmap(-1, 4 * MB)
    shared.write(b"x" * 4 * MB)
    shared.madvise(mmap.MADV_DONTNEED)
time.sleep(60)
""",
        ("error", "memory"),
    ),
    Bomb(
        "memory that is asked for while it is being killed",
        """
began()
import multiprocessing
def work(number):
    held = []
    while True:
        held.append(touched(MB))
forked(12, work)
time.sleep(60)
""",
        ("memory",),
    ),
]

DISK = [
    Bomb(
        "one file without end",
        """
began()
with open("out/large", "wb") as file:
    while True:
        file.write(b"x" * MB)
""",
        ("disk",),
    ),
    Bomb(
        "many files that are too much together",
        """
began()
for number in range(1000):
    with open(f"out/{number}", "wb") as file:
        file.write(b"x" * (MB // 4))
""",
        ("disk",),
    ),
    Bomb(
        "files without content and without end",
        """
began()
for number in range(10**9):
    open(f"{number}", "wb").close()
""",
        ("disk",),
    ),
    Bomb(
        "folders without end",
        """
began()
while True:
    os.mkdir("d")
    os.chdir("d")
""",
        ("disk",),
    ),
    Bomb(
        "a file with a hole",
        """
began()
with open("out/hole", "wb") as file:
    file.seek(1 << 40)
    file.write(b"x")
""",
        ("disk",),
    ),
    Bomb(
        "a file that is only made long",
        """
began()
os.truncate(os.open("out/hole", os.O_CREAT | os.O_RDWR), 1 << 40)
""",
        ("disk",),
    ),
    Bomb(
        "files that were removed and are still open",
        """
began()
held = []
for number in range(200):
    file = open("gone", "wb")
    file.write(b"x" * MB)
    file.flush()
    os.unlink("gone")
    held.append(file)
""",
        ("disk",),
    ),
    Bomb(
        "temporary files",
        """
began()
import tempfile
held = [tempfile.NamedTemporaryFile() for _ in range(40)]
for file in held:
    file.write(b"x" * MB)
    file.flush()
""",
        ("disk",),
    ),
]

OUTPUT = [
    Bomb(
        "a flood of lines",
        """
began()
while True:
    print("flood " * 100)
""",
        ("output",),
    ),
    Bomb(
        "a flood of errors",
        """
began()
while True:
    print("flood " * 100, file=sys.stderr)
""",
        ("output",),
    ),
    Bomb(
        "a flood from many processes without a line's end",
        """
began()
def work(number):
    while True:
        os.write(1 + number % 2, b"x" * 65536)
forked(6, work)
time.sleep(60)
""",
        ("output",),
    ),
]

TIME = [
    Bomb(
        "an endless loop",
        """
began()
while True:
    pass
""",
        ("time",),
        {"cpu_seconds": 0.4},
    ),
    Bomb(
        "endless loops that share out the processor",
        """
began()
def work(number):
    while True:
        pass
forked(8, work)
work(0)
""",
        ("time",),
        {"cpu_seconds": 0.4},
    ),
    Bomb(
        "sleep for ever",
        """
began()
time.sleep(10**6)
""",
        ("time",),
        SHORT,
    ),
    Bomb(
        "a loop in C that never looks up",
        """
began()
10 ** 10 ** 9
""",
        ("time",),
        {"cpu_seconds": 0.4},
    ),
    Bomb(
        "an expression that matches for ever",
        """
began()
import re
re.match("(a+)+$", "a" * 60 + "b")
""",
        ("time",),
        {"cpu_seconds": 0.4},
    ),
    Bomb(
        "signals that are not heard",
        """
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
began()
while True:
    pass
""",
        ("time",),
        {"cpu_seconds": 0.4},
    ),
    Bomb(
        "waiting for input",
        """
began()
while not sys.stdin.read():
    time.sleep(0.01)
""",
        ("time",),
        SHORT,
    ),
    Bomb(
        "a process that stopped itself",
        """
began()
os.kill(os.getpid(), signal.SIGSTOP)
""",
        ("time",),
        SHORT,
    ),
    Bomb(
        "a pipe that nobody empties",
        """
began()
here, there = os.pipe()
while True:
    os.write(there, b"x" * 65536)
""",
        ("time",),
        SHORT,
    ),
]

SURVIVORS = [
    Bomb(
        "a daemon that outlives",
        """
if not os.fork():
    apart()
    if os.fork():
        os._exit(0)
    for number in range(3):
        os.close(number)
    while True:
        time.sleep(0.01)
began()
""",
        ("",),
    ),
    Bomb(
        "a daemon that holds the streams",
        """
if not os.fork():
    apart()
    time.sleep(60)
began()
""",
        ("",),
    ),
    Bomb(
        "orphans that go on writing",
        """
def work(number):
    apart()
    while True:
        with open(f"out/{number}", "ab") as file:
            file.write(b"x" * 100)
        time.sleep(0.001)
forked(4, work)
time.sleep(0.1)
began()
""",
        ("",),
    ),
    Bomb(
        "children that hear no signal and are nobody's",
        """
LIBC.prctl(36, 1, 0, 0, 0)
def work(number):
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    LIBC.prctl(1, 0, 0, 0, 0)
    LIBC.prctl(4, 0, 0, 0, 0)
    if os.fork():
        os._exit(0)
    apart()
    time.sleep(60)
forked(4, work)
time.sleep(0.1)
began()
""",
        ("",),
    ),
    Bomb(
        "a crash that would leave its memory",
        """
began()
import resource
LIBC.prctl(4, 1, 0, 0, 0)
os.abort()
""",
        ("killed",),
    ),
    Bomb(
        "a program that kills itself",
        """
began()
os.kill(os.getpid(), signal.SIGKILL)
""",
        ("killed",),
    ),
    Bomb(
        "a program that kills everything in reach",
        """
began()
assert os.getpid() < 100, "in a namespace of its own, where nobody else is in reach"
for number in (signal.SIGTERM, signal.SIGKILL):
    try:
        os.kill(-1, number)
    except ProcessLookupError:
        pass
os.kill(os.getpid(), signal.SIGKILL)
""",
        ("killed",),
    ),
    Bomb(
        "children that are left as zombies",
        """
forked(0, None)
for number in range(8):
    if not os.fork():
        os._exit(0)
time.sleep(0.1)
began()
""",
        ("",),
    ),
]

BOMBS = [*PROCESSES, *MEMORY, *DISK, *OUTPUT, *TIME, *SURVIVORS]
