"""Settings of a command, and its log lines on stderr. The log of a run is a file of its own."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.settings import Settings


def redact(text: str) -> str:
    """The text without the secrets of the settings that this command has read."""
    return _secrets.redact(text)


def hide(settings: Settings) -> None:
    """From here on `redact` takes the secrets of these settings out."""
    from kasen.settings import redactor_of

    _secrets.redact = redactor_of(settings)


class _Secrets:
    """What the settings of this process hold; nothing before they are read."""

    def __init__(self) -> None:
        self.redact: Callable[[str], str] = str


_secrets = _Secrets()


class _Stderr(logging.StreamHandler[Any]):
    """Writes to what stderr is at that moment: while a run turns in a terminal, that is a line above it."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        self.stream = sys.stderr
        super().emit(record)


class OneLine(logging.Formatter):
    """`level: text`, with terminal escapes made visible and secrets taken out."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record; a traceback is shown by `--debug` only, once, where the error ends."""
        return f"{record.levelname.lower()}: {printable(redact(record.getMessage()))}"


def log_to_terminal(level: str) -> None:
    """Write what Kasen logs at `level` and above to stderr. Calling it again changes the level."""
    logger = logging.getLogger("kasen")
    for handler in [handler for handler in logger.handlers if isinstance(handler.formatter, OneLine)]:
        logger.removeHandler(handler)
    handler = _Stderr()
    handler.setFormatter(OneLine("%(message)s"))
    handler.setLevel(level)
    handler.addFilter(lambda record: not getattr(record, "shown", False))  # an event says it already
    logger.addHandler(handler)
    logger.setLevel(min(logging.INFO, handler.level))


def begin(flags: dict[str, Any] | None, **more: Any) -> Settings:
    """The settings of a command; from here on its log goes to the terminal, what was read but not followed first.

    Raises:
        ConfigurationError: a mistake in the settings, with its place.
    """
    from kasen.settings import load_settings

    settings = load_settings(**(flags or {}), **more)
    hide(settings)
    log_to_terminal(settings.log_level)
    for warning in settings.warnings:
        logging.getLogger("kasen.cli").warning("%s", warning)
    return settings
