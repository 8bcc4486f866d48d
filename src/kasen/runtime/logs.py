"""Structured log lines, one file per run (seed 004, F012), one JSON object per line, never a secret or a prompt."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import orjson

from kasen.runtime.rows import timestamp

RUN: ContextVar[str] = ContextVar("kasen_run", default="")
LOGGER = logging.getLogger("kasen.runtime")


class Lines(logging.Handler):
    """Appends records of one run to its file; a file that cannot be written is given up silently."""

    def __init__(self, run_id: str, path: Path) -> None:
        super().__init__()
        self._run_id = run_id
        self._file = path.open("ab", buffering=0)

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        if RUN.get() != self._run_id:
            return
        line = {
            "at": timestamp(),
            "level": record.levelname,
            "logger": record.name,
            "text": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        try:
            self._file.write(orjson.dumps(line, default=str) + b"\n")
        except OSError:
            self.handleError = lambda record: None  # type: ignore[method-assign]

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


@contextmanager
def run_log(run_id: str, folder: Path) -> Iterator[None]:
    """Log what happens in this context to `folder/log.jsonl`."""
    root = logging.getLogger("kasen")
    try:
        handler = Lines(run_id, folder / "log.jsonl")
    except OSError:
        yield
        return
    token = RUN.set(run_id)
    root.addHandler(handler)
    if root.getEffectiveLevel() > logging.INFO:
        root.setLevel(logging.INFO)  # the terminal has a level of its own
    try:
        yield
    finally:
        root.removeHandler(handler)
        handler.close()
        RUN.reset(token)
