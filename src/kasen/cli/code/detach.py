"""Going on in the background: a process of its own that outlives the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand

from kasen.cli.code.said import said
from kasen.errors import KasenError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.settings import Settings

FLAGS = ("--detach", "-d")
LOG = "detached.log"
"""In the run's folder: what the process in the background says."""
_ARGUMENTS = "kasen.code.arguments"
_BEGUN: list[subprocess.Popen[bytes]] = []
"""Held, as Python complains of a process that goes on and that nobody holds."""


class Remembered(TyperCommand):
    """A command that knows how it was written, so that it can be given to another process."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the words."""
        ctx.meta[_ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)


def again(ctx: typer.Context) -> list[str]:
    """The words of the command as they were given, without those that put it into the background."""
    return [str(ctx.info_name), *(word for word in ctx.meta[_ARGUMENTS] if word not in FLAGS)]


def in_background(ctx: typer.Context, settings: Settings, words: Sequence[str]) -> tuple[str, str]:
    """Say `kasen code WORDS` in a process in the background; id and language of the run when it has begun there.

    Raises KasenError with what it said when it did not begin.
    """
    level = (ctx.obj or {}).get("log_level")
    given = ["--log-level", level] if level else []
    reading, writing = os.pipe()
    settings.home.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("wb", dir=settings.home, prefix=".detached-", delete=False) as log:
        command = [sys.executable, "-P", "-m", "kasen", *given, "code", words[0], f"--begun={writing}", *words[1:]]
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(writing,),
            )
        finally:
            os.close(writing)
    with os.fdopen(reading, encoding="ascii") as told:  # it comes, or nobody is left who could tell it
        run_id, _, lang = told.readline().strip().partition(" ")
    if not run_id:
        raise _failed(child, Path(log.name))
    _BEGUN.append(child)
    Path(log.name).replace(settings.home / "runs" / run_id / LOG)
    return run_id, lang


def tell_begun(begun: int | None, run_id: str, lang: str) -> None:
    """Tell the process that waits for it that the run has begun; nothing where nobody waits."""
    if begun is None:
        return
    try:
        os.write(begun, f"{run_id} {lang}\n".encode())
        os.close(begun)
    except OSError:  # nobody waits any more, which changes nothing
        return


def say_detached(run_id: str, lang: str) -> None:
    """The id on stdout, and what can be done with it."""
    print(run_id)
    print(said(lang, "background", run=run_id), file=sys.stderr)
    print(said(lang, "stop_it", run=run_id), file=sys.stderr)


def _failed(child: subprocess.Popen[bytes], log: Path) -> KasenError:
    """What it said before it ended, and with its exit code."""
    code = child.wait()
    told = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    log.unlink()
    lines = [printable(line.removeprefix("kasen: ").strip()) for line in told[-2:]]
    found = [line for line in told if line.startswith("kasen: ")]
    error = KasenError(
        printable(found[-1].removeprefix("kasen: ")) if found else "the run did not begin",
        hint=lines[-1] if lines else f"It ended with {code}.",
    )
    error.exit_code = code or KasenError.exit_code
    return error
