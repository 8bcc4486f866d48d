"""What bubblewrap's complaints mean on this machine, and what mends them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

INSTALL = "sudo apt-get install bubblewrap"
MISSING = f"the sandbox needs bubblewrap, which is missing: {INSTALL}"
_OFF = (
    ("kernel/unprivileged_userns_clone", "0", "sudo sysctl kernel.unprivileged_userns_clone=1"),
    ("user/max_user_namespaces", "0", "sudo sysctl user.max_user_namespaces=15000"),
    (
        "kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "an AppArmor profile for bwrap that has `userns,`, or "
        "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
    ),
)
_FORBIDDEN = ("namespace", "uid map", "RTM_NEWADDR", "Operation not permitted", "No space left")


def reason(complaint: str, *, settings: Path = Path("/proc/sys")) -> str:
    """The sentence for what bubblewrap said; `settings` is where the kernel tells its own."""
    last = complaint.strip().splitlines()[-1].removeprefix("bwrap: ") if complaint.strip() else "no word of why"
    if "nknown option" in complaint:
        return f"the sandbox needs bubblewrap 0.8 or later ({last}): {INSTALL}"
    if any(word in complaint for word in _FORBIDDEN):
        for name, off, mend in _OFF:
            if _value(settings / name) == off:
                return f"this machine forbids user namespaces ({name.replace('/', '.')}={off}); to allow them: {mend}"
        if _container():
            return (
                f"this container forbids the namespaces of the sandbox ({last}); "
                "start it with --security-opt seccomp=unconfined, and with apparmor=unconfined where AppArmor is on"
            )
    return f"bubblewrap cannot make a sandbox here: {last}"


def of_data(complaint: str) -> bool:
    """Whether it is about a file that was to be shown inside, such as one that the sandbox's user may not reach."""
    return "Can't get type of source" in complaint or "Can't find source path" in complaint


def _value(file: Path) -> str:
    with suppress(OSError):
        return file.read_text(encoding="ascii").strip()
    return ""


def _container() -> bool:
    return Path("/.dockerenv").exists() or Path("/run/.containerenv").exists()
