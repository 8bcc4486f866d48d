"""The log of a run (seed 004, F012): `run.log` for people, `log.jsonl` for machines; never a secret or a prompt."""

from __future__ import annotations

import json
import logging
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from kasen.runtime.rows import timestamp
from kasen.settings.redact import NO_SECRETS, Redactor


class _Files:
    """Where the log of a run goes. Its files stay open while it is driven: to open one takes longer than a line."""

    def __init__(self, *paths: Path, redact: Redactor) -> None:
        self.redact = redact
        self._paths = paths
        self._open: list[int] = []
        self._is_over = False

    def write(self, *lines: str) -> None:
        """A line to each file. Raises OSError."""
        if not self._open:
            self._open = [
                os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666) for path in self._paths
            ]
        for number, line in zip(self._open, lines, strict=True):
            os.write(number, line.encode("utf-8", "replace") + b"\n")
        if self._is_over:
            self.close()

    def close(self) -> None:
        """The attempt is over; what is said after that opens the files for its line alone."""
        self._is_over = True
        open_now, self._open = self._open, []
        for number in open_now:
            os.close(number)


FILE: ContextVar[_Files | None] = ContextVar("kasen_run_log", default=None)
LOGGER = logging.getLogger("kasen.runtime")


class Lines(logging.Handler):
    """Appends a record to the files of the run it comes from; one handler for all runs of the process."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line to each; files that cannot be written are given up silently."""
        log = FILE.get()
        if log is None:
            return
        line = {
            "at": timestamp(),
            "level": record.levelname,
            "logger": record.name,
            "text": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = "".join(traceback.format_exception(*record.exc_info))
        data = log.redact(json.dumps(line, ensure_ascii=False, default=str))
        text = log.redact(text_line(line))
        try:
            log.write(data, text)
        except OSError:
            FILE.set(None)


LINES = Lines()
_FIXED = ("at", "level", "logger", "text", "traceback")


def text_line(line: dict[str, Any]) -> str:
    """A line for people: time, logger, level, then what happened; a node's execution in the words of the seed."""
    fields = {name: value for name, value in line.items() if name not in _FIXED and value not in ("", None, [])}
    what = _execution(line) if "iteration" in line else _plain(str(line["text"]), fields)
    head = f"{line['at']} - {line['logger']} - {line['level']} - {what}"
    return f"{head}\n{line['traceback']}".rstrip() if "traceback" in line else head


def _plain(text: str, fields: dict[str, Any]) -> str:
    return " | ".join([" ".join(text.split()), *(f"{name}: {value}" for name, value in fields.items())])


def _execution(line: dict[str, Any]) -> str:
    usd = line.get("usd")
    parts = (
        f"Node: {line['node']}",
        f"Iteration: {line['iteration']}",
        f"Next Action: {line.get('next_action') or ', '.join(line.get('next', ())) or '-'}",
        f"Duration: {line['seconds']:.2f}s",
        f"Tokens: {line['input_tokens']} in, {line['output_tokens']} out",
        f"Cost: {'unknown' if usd is None else f'${usd:.6g}'}",
        line.get("note", ""),
    )
    return " | ".join(part for part in parts if part)


@contextmanager
def run_log(folder: Path, redact: Redactor = NO_SECRETS) -> Iterator[None]:
    """Log what happens in this context to `log.jsonl` and `run.log` in the folder, secrets taken out."""
    root = logging.getLogger("kasen")
    if LINES not in root.handlers:
        root.addHandler(LINES)
    if root.getEffectiveLevel() > logging.INFO:
        root.setLevel(logging.INFO)  # the terminal has a level of its own
    files = _Files(folder / "log.jsonl", folder / "run.log", redact=redact)
    token = FILE.set(files)
    try:
        yield
    finally:
        FILE.reset(token)
        with LINES.lock or nullcontext():  # a thread may be writing a line
            files.close()
