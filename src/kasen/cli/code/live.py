"""The board while this process drives the run: what needs a person's eye is a line above it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kasen.cli.code.said import said
from kasen.cli.code.which import board_of
from kasen.cli.watch import Quiet, Watcher, watcher
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from kasen.cli.code.board import Around
    from kasen.runtime.events import Event
    from kasen.teams.code.place import Place

PER_SECOND = 2
STOPPED = "Stopped"
"""The error of an attempt that its user ended."""


class BoardLive(Quiet):
    """In a terminal."""

    def __init__(self, place: Place, around: Around) -> None:
        from rich.console import Console
        from rich.live import Live

        self._place = place
        self._around = replace(around, status="running")
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(
            console=self._console,
            get_renderable=self._now,
            refresh_per_second=PER_SECOND,
            transient=False,
            vertical_overflow="ellipsis",
        )

    def __enter__(self) -> BoardLive:
        self._around = replace(self._around, status="running")
        self._live.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._live.__exit__(None, None, None)

    def show(self, event: Event) -> None:
        """A line for what is not on the board."""
        handler = getattr(self, f"_on_{event.type}", None)
        if handler is not None:
            handler(event)

    def _now(self) -> RenderableType:
        from kasen.cli.code.board import picture

        return picture(board_of(self._place), self._around, self._console.width)

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(f" {printable(' '.join(text.split()))}", style=style, markup=False)

    def _on_warning(self, event: Any) -> None:
        self._print(f"! {event.text}", "yellow")

    def _on_budget(self, event: Any) -> None:
        told = said(self._around.lang, "budget", spent=event.spent, limit=event.limit, cap=event.cap)
        self._print(f"! {told}", "yellow")
        self._around = replace(self._around, spent=event.cap)

    def _on_approval_asked(self, event: Any) -> None:
        self._around = replace(self._around, status="paused")
        self._print(f"⏸ {event.approval}: {event.question}", "bold")

    def _on_approval_given(self, event: Any) -> None:
        self._print(f"✓ {said(self._around.lang, 'answered_by', name=event.approval, by=event.by)}")

    def _on_run_finished(self, event: Any) -> None:
        self._around = replace(self._around, status=event.status)

    def _on_run_failed(self, event: Any) -> None:
        self._around = replace(self._around, status="interrupted" if event.error == STOPPED else "failed")


def view_of(place: Place, around: Around, *, json: bool, quiet: bool) -> Watcher:
    """The board where there is a terminal to draw in, else lines."""
    import sys

    if json or quiet or not sys.stderr.isatty():
        if around.lang == "ja" and not (json or quiet):
            from kasen.cli.code.event_lines import JapaneseLines

            return JapaneseLines()
        return watcher(json=json, quiet=quiet)
    return BoardLive(place, around)
