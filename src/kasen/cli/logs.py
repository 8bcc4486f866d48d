"""Log lines on stderr, for people: `-v`, `-q` and `--log-level`. The log of a run is a file of its own."""

from __future__ import annotations

import logging

from kasen.prompts.outside import printable


class OneLine(logging.Formatter):
    """`level: text`, with terminal escapes made visible."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, its traceback below it when there is one."""
        text = printable(super().format(record))
        return f"{record.levelname.lower()}: {text}"


def log_to_terminal(level: str) -> None:
    """Write what Kasen logs at `level` and above to stderr. Calling it again changes the level."""
    logger = logging.getLogger("kasen")
    for handler in [handler for handler in logger.handlers if isinstance(handler.formatter, OneLine)]:
        logger.removeHandler(handler)
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("%(message)s"))
    handler.setLevel(level)
    logger.addHandler(handler)
    logger.setLevel(min(logging.INFO, handler.level))
