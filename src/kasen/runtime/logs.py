"""Structured log lines, one file per run (seed 004, F012), one JSON object per line, never a secret or a prompt."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, NamedTuple

from kasen.runtime.rows import timestamp
from kasen.settings.redact import NO_SECRETS, Redactor


class _Open(NamedTuple):
    file: BinaryIO
    redact: Redactor


FILE: ContextVar[_Open | None] = ContextVar("kasen_run_log", default=None)
LOGGER = logging.getLogger("kasen.runtime")


class Lines(logging.Handler):
    """Appends a record to the file of the run it comes from; one handler for all runs of the process."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line; a file that cannot be written is given up silently."""
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
        text = log.redact(json.dumps(line, ensure_ascii=False, default=str))
        try:
            log.file.write(text.encode("utf-8", "replace") + b"\n")
        except OSError:
            FILE.set(None)


LINES = Lines()


@contextmanager
def run_log(folder: Path, redact: Redactor = NO_SECRETS) -> Iterator[None]:
    """Log what happens in this context to `folder/log.jsonl`, secrets taken out."""
    root = logging.getLogger("kasen")
    if LINES not in root.handlers:
        root.addHandler(LINES)
    if root.getEffectiveLevel() > logging.INFO:
        root.setLevel(logging.INFO)  # the terminal has a level of its own
    try:
        file = (folder / "log.jsonl").open("ab", buffering=0)
    except OSError:
        yield
        return
    token = FILE.set(_Open(file, redact))
    try:
        yield
    finally:
        FILE.reset(token)
        file.close()
