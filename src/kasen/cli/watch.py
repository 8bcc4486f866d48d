"""Showing a run as it goes: for a terminal, as plain lines, or as JSON lines."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, Protocol

from kasen.cli.lines import budget, finding, line, mode, money, only_passes, progress
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.events import Event


WORDS = 40
"""Characters of what a model is writing that are shown."""
_KEPT = 200
SUMMARY = 46
"""Columns of what a node says when it ends, where there is room."""
LEAST_SUMMARY = 20
_BESIDE = 36
"""Columns of the rest of its line: mark, name, seconds, price."""


class Watcher(Protocol):
    """Takes each event once, in order."""

    def __enter__(self) -> Watcher: ...

    def __exit__(self, *exc: object) -> None: ...

    def show(self, event: Event) -> None:
        """Show one event."""
        ...


class Quiet:
    """Shows nothing."""

    def __enter__(self) -> Quiet:
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def show(self, event: Event) -> None:
        """Show nothing."""


class JsonLines(Quiet):
    """One JSON object per event on stdout."""

    def show(self, event: Event) -> None:
        """Print the event as it is stored."""
        print(event.model_dump_json(), flush=True)


class PlainLines(Quiet):
    """One line per event on stderr; what only machines care for is left out, and sources of the run gone on from."""

    def __init__(self) -> None:
        self._is_named = False

    def show(self, event: Event) -> None:
        """Print the line of the event; the first that begins a run names it."""
        if event.type == "source" and not event.node:
            return  # before any node: an earlier run has shown it
        text = line(event)
        if text and event.type == "run_started" and not self._is_named:
            text, self._is_named = f"{text} · run {event.run_id}", True
        if text:
            print(text, file=sys.stderr, flush=True)


class Terminal(Quiet):
    """A line per finished node, the nodes at work below, turning."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.live import Live

        self._console = Console(stderr=True, highlight=False)
        self._running: dict[str, tuple[str, float]] = {}
        self._doing = ""
        self._usd: dict[str, list[float | None]] = {}
        self._cap = ""
        self._reused = 0
        self._words: dict[str, str] = {}
        self._live = Live(console=self._console, get_renderable=self._now, refresh_per_second=8, transient=True)

    def __enter__(self) -> Terminal:
        self._live.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._live.__exit__(None, None, None)

    def show(self, event: Event) -> None:
        """Update the picture."""
        handler = None if only_passes(event) else getattr(self, f"_on_{event.type}", None)
        if handler is not None:
            handler(event)

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(f"  {printable(text)}", style=style, markup=False)

    def _room(self) -> int:
        return max(LEAST_SUMMARY, min(SUMMARY, self._console.width - _BESIDE))

    def _now(self) -> Any:
        from rich.spinner import Spinner
        from rich.text import Text

        names = ", ".join(dict.fromkeys(name for name, _ in self._running.values()))
        if not names:
            return Text("")
        since = time.monotonic() - min(began for _, began in self._running.values())
        doing = f"  {self._doing}" if self._doing else ""
        return Spinner("dots", Text(printable(f" {names}{doing}  {since:.0f} s")))

    def _on_run_started(self, event: Any) -> None:
        caps = f" · cap ${event.caps['usd']:g}" if "usd" in event.caps else ""
        self._cap = f" of ${event.caps['usd']:g}" if caps else ""
        carried_on = f" · attempt {event.attempt}" if event.attempt > 1 else ""
        self._print(
            f"{event.team} · {event.mode} · {event.lang} · {event.preset}{caps}{carried_on}   run {event.run_id}"
        )

        if event.why:
            self._print(mode(event))

    def _on_node_started(self, event: Any) -> None:
        self._running[event.task] = (event.node, time.monotonic())
        self._doing = ""

    def _on_node_finished(self, event: Any) -> None:
        self._running.pop(event.task, None)
        paid = [usd for usd in self._usd.pop(event.task, []) if usd != 0]
        known = [usd for usd in paid if usd is not None]
        price = f"  {money(sum(known) if len(known) == len(paid) else None)}" if paid else ""
        self._print(f"✓ {event.node:<14} {_padded(event.summary, self._room())} {event.seconds:5.1f} s{price}")

    def _on_model_call(self, event: Any) -> None:
        self._usd.setdefault(event.task, []).append(event.usd)
        self._reused += event.reused

    def _on_progress(self, event: Any) -> None:
        self._doing = progress(event)

    def _on_text(self, event: Any) -> None:
        said = "" if event.final else self._words.get(event.id, "") + event.text
        self._words = {event.id: said[-_KEPT:]}
        self._doing = _last_words(said)

    _on_reasoning = _on_text

    def _on_search(self, event: Any) -> None:
        self._doing = event.query
        if event.error:
            self._print(f"! {event.where}: {event.query}: {event.error}", "yellow")

    def _on_warning(self, event: Any) -> None:
        self._print(f"! {event.text}", "yellow")

    def _on_budget(self, event: Any) -> None:
        self._print(f"! {budget(event)}", "yellow")

    def _on_finding(self, event: Any) -> None:
        """Minor ones are only counted, by the node that reports them; the result has them all."""
        if event.severity != "minor":
            self._print(_cut(f"· {finding(event)}", self._console.width - 2))

    def _on_approval_asked(self, event: Any) -> None:
        self._running.clear()
        self._print(f"⏸ {event.approval}: {event.question}", "bold")

    def _on_approval_given(self, event: Any) -> None:
        self._print(f"✓ {event.approval} answered by {event.by}")

    def _on_run_finished(self, event: Any) -> None:
        self._running.clear()
        reused = f", {self._reused} reused" if self._reused else ""
        calls = f" · {money(event.usd)}{self._cap} · {event.calls} calls{reused}" if event.calls or reused else ""
        self._print(f"{event.status} · {event.seconds:.1f} s{calls}")

    def _on_run_failed(self, event: Any) -> None:
        self._running.clear()


class Follower(Terminal):
    """The same for who follows a run of another command: no error comes after it that says why the run failed."""

    def _on_run_failed(self, event: Any) -> None:
        super()._on_run_failed(event)
        self._print(line(event), "red")
        if event.hint:
            self._print(event.hint)


def _last_words(text: str) -> str:
    """What a model writes or thinks, on one line; the end of it, for that is what is new."""
    line = " ".join(text.split())
    return line if len(line) <= WORDS else f"…{line[-WORDS:]}"


def _padded(text: str, columns: int) -> str:
    """Text to a width on the screen, where Japanese characters take two columns."""
    from rich.cells import set_cell_size

    return set_cell_size(_cut(text, columns), columns)


def _cut(text: str, columns: int) -> str:
    """Text on one line of at most that width."""
    from rich.cells import cell_len, set_cell_size

    text = " ".join(text.split())
    return text if cell_len(text) <= columns else set_cell_size(text, columns - 1).rstrip() + "…"


def watcher(*, json: bool, quiet: bool = False, on_screen: type[Terminal] = Terminal) -> Watcher:
    """What fits where the output goes."""
    if json:
        return JsonLines()
    if quiet:
        return Quiet()
    return on_screen() if sys.stderr.isatty() and not _is_dumb() else PlainLines()


def _is_dumb() -> bool:
    """Whether the terminal can only add lines (`TERM=dumb`)."""
    from rich.console import Console

    return Console(stderr=True).is_dumb_terminal
