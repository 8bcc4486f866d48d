"""Why an execution did not end well, and the sentence that says so."""

from __future__ import annotations

import re
import signal
from contextlib import suppress

from kasen.prompts.outside import printable
from kasen.tools.python.model import PythonLimits, Why

MOST_FILES = 10_000
"""Files, folders and links that may exist in the box at a time: the kernel's memory for them is not in the disk."""
_LONGEST = 300
_BY_SIGNAL: dict[int, Why] = {signal.SIGXCPU: "time", signal.SIGXFSZ: "disk"}
_LAST_WORDS: tuple[tuple[re.Pattern[str], Why], ...] = (
    (re.compile(r"(?:[\w.]*\.)?_?(?:Array)?MemoryError\b"), "memory"),
    (re.compile(r"OSError: \[Errno (?:27|28|122)\]"), "disk"),
)
_RAISED = re.compile(r"[A-Za-z_][\w.]*(?::|$)")


def of_code(code: int, stderr: str) -> Why:
    """What an exit code (128 and the signal, as shells count) and the last words mean; empty for a good end."""
    if code == 0:
        return ""
    if code > 128:
        return _BY_SIGNAL.get(code - 128, "killed")
    last = _last(stderr)
    return next((why for pattern, why in _LAST_WORDS if pattern.match(last)), "error")


def sentence(why: Why, limits: PythonLimits, *, code: int = 0, stderr: str = "") -> str:
    """One sentence in English; empty for a good end."""
    if why == "error":
        last = _last(stderr)
        return f"It raised {last}" if _RAISED.match(last) else f"It ended with exit code {code}."
    if why == "killed":
        return f"It was ended by {_signal(code - 128)}."
    return {
        "": "",
        "time": f"It was stopped: more than {limits.seconds:g} s, or {limits.cpu_seconds:g} s of the processor.",
        "memory": f"It was stopped: more than {limits.memory_mb:,} MB of memory.",
        "processes": f"It was stopped: more than {limits.processes:,} processes and threads.",
        "disk": f"It was stopped: more than {limits.disk_mb:,} MB or {MOST_FILES:,} files written.",
        "output": f"It was stopped: more than {limits.output_kb:,} KB printed.",
    }[why]


def _last(stderr: str) -> str:
    """The last line that says something, as long as a sentence may be."""
    lines = [line for line in stderr.splitlines() if line.strip()]
    # A message may go on for lines; the exception stands at the beginning of one.
    raised = next((line for line in reversed(lines) if not line[0].isspace() and _RAISED.match(line)), "")
    return printable(raised or (lines[-1].strip() if lines else ""))[:_LONGEST]


def _signal(number: int) -> str:
    with suppress(ValueError):
        return f"signal {number} ({signal.Signals(number).name})"
    return f"exit code {number + 128}"
