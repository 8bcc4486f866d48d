"""The one edge of the command line: every error becomes a sentence, a hint and an exit code.

| exit code | what happened |
|---|---|
| 0 | done |
| 1 | the run came to its end, and its work did not pass |
| 2 | usage: a command or option that cannot mean anything |
| 3 | configuration: settings, a missing extra or program |
| 4 | input: what was given cannot be used |
| 5 | budget: the cap on money, tokens, time, calls or steps is reached; what is done is kept |
| 6 | provider: a model or search provider failed |
| 70 | a bug in Kasen, or a machine that fails under it |
| 75 | the run waits for a person |
| 130 | stopped by the user |
| 141 | the reader of the output went away |
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from typing import IO, Any

from typer import Abort, Exit

from kasen.errors import InputError, InternalError, KasenError, Stopped, UsageError

BROKEN_PIPE = 141
OF_ALL = ("--verbose", "-v", "--quiet", "-q", "--log-level")
"""Options of `kasen` itself, which people add behind a command."""
EXTRA = "unexpected extra argument"
"""How the parser begins to say that there are too many words."""


def exit_code(command: Callable[[], Any], *, debug: bool = False) -> int:
    """Run the command; tell what went wrong on stderr and return the exit code. Never raises, SystemExit apart."""
    try:
        result = _left(command)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout, sys.stderr)
        return BROKEN_PIPE
    except (KeyboardInterrupt, Abort) as error:
        return _tell(Stopped("stopped"), error, debug=debug)
    except Exception as error:  # noqa: BLE001  the edge: what no one expected still becomes one sentence
        return _tell(_as_ours(error), error, debug=debug)
    return result if isinstance(result, int) else 0


def _left(command: Callable[[], Any]) -> Any:
    """What the command gives, or the code that it leaves with."""
    try:
        return command()
    except Exit as error:
        return error.exit_code


def _as_ours(error: Exception) -> KasenError:
    if isinstance(error, KasenError):
        return error
    if hasattr(error, "format_message"):
        return _usage(error)
    if isinstance(error, OSError) and (failed := _of_the_machine(error)):
        return failed
    if isinstance(error, UnicodeEncodeError):
        return InputError("something that was given is not UTF-8", hint="Write it in UTF-8; rename such files.")
    text = " ".join(str(error).split())
    named = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return InternalError(f"something broke inside Kasen ({named})", hint="Run it again with --debug to see where.")


def _of_the_machine(error: OSError) -> KasenError | None:
    """What the system refuses for reasons of its own; None for all else, which is a bug of ours."""
    where = f" at `{os.fsdecode(error.filename)}`" if isinstance(error.filename, str | bytes) else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return InternalError(
            f"the disk is full{where}", hint="Free some space, then run the same command again; what is done is kept."
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        why = (error.strerror or "refused").lower()
        return InputError(f"this machine refuses to read or write{where}: {why}", hint="Change who may, or the place.")
    return None


def _usage(error: Any) -> UsageError:
    """A complaint of the option parser in our tone: no capital, no full stop, and where the help is."""
    from kasen.runtime.request import in_words

    text = in_words(error.format_message().strip().rstrip("."))
    context = getattr(error, "ctx", None)
    hint = f"Try `{context.command_path} --help`." if context else "Try `kasen --help`."
    option = getattr(error, "option_name", "")
    if context and context.parent and option in OF_ALL:
        _, _, command = context.command_path.partition(" ")
        written = f"{option} LEVEL" if option == "--log-level" else option
        text, hint = f"`{option}` stands before the command", f"Write `kasen {written} {command} …`."
    elif context and EXTRA in text and (forms := _examples(context)):
        hint = f"It is written so: {forms}. `{context.command_path} --help` says more."
    return UsageError(text[:1].lower() + text[1:], hint=hint if text else "")


def _examples(context: Any) -> str:
    """The examples in the help of a command, side by side; empty where there are none."""
    _, _, lines = (getattr(context.command, "help", "") or "").partition("Examples:\n")
    return ", ".join(f"`{line.strip()}`" for line in lines.splitlines() if line.strip())


def _tell(error: KasenError, cause: BaseException, *, debug: bool) -> int:
    """Print sentence and hint; with `debug` the traceback before them. Returns the exit code."""
    from kasen.cli.logs import redact
    from kasen.prompts.outside import printable

    lines = []
    if debug:
        import traceback

        lines.append("".join(traceback.format_exception(cause)).rstrip())
    if str(error):
        lines.append(f"kasen: {error}")
    if error.hint:
        lines.append(f"       {error.hint}")
    try:
        sys.stdout.flush()
    except OSError:
        _silence(sys.stdout)
    try:
        print("\n".join(printable(redact(line)) for line in lines), file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)
    return error.exit_code


def _silence(*streams: IO[str]) -> None:
    """Point what could still be flushed at exit to nowhere, so that Python does not complain about it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError):
            continue
