"""Ctrl-C, SIGTERM and a closed terminal: each of them ends a command in order."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from kasen.cli.hangup import leave_terminal
from kasen.errors import Stopped

Handler = Callable[[int, Any], Any]
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _Word:
    """That the work is to end. The first time it is cancelled where it awaits next, the second time it is broken off.

    It is not cancelled at once, as asyncio does: at a prompt nothing awaits, and what is cancelled there would be the
    closing of what is open.
    """

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self._task = task
        self._loop = asyncio.get_running_loop()
        self.is_given = False
        self.is_repeated = False
        self._is_taken_back = False

    def give(self, number: int, _frame: Any) -> None:
        if number == signal.SIGHUP:
            leave_terminal()
        if self.is_given:
            self.is_repeated = True
            raise KeyboardInterrupt
        self.is_given = True
        self._loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        if not self._is_taken_back:
            self._task.cancel()

    def take_back(self) -> bool:
        """Whether it was given and nobody has heard of it; then nobody will."""
        self._is_taken_back = self._is_taken_back or (self.is_given and not self._task.cancelling())
        return self._is_taken_back


_WORD: ContextVar[_Word | None] = ContextVar("_WORD", default=None)


def run_async(work: Any, *, how: str = "") -> Any:
    """The one `asyncio.run` of the command line. `how` says what to do after it was stopped.

    Raises Stopped on Ctrl-C, SIGTERM and a closed terminal: what is awaited is cancelled, and closes what it has open.
    A second one breaks it off.
    """
    try:
        return asyncio.run(_ended_by_signals(work, how))
    except KeyboardInterrupt:
        raise Stopped("stopped", hint=how) from None


async def _ended_by_signals(work: Any, how: str) -> Any:
    task = asyncio.current_task()
    assert task is not None
    word = _Word(task)
    _WORD.set(word)
    with handled(dict.fromkeys(ENDING, word.give)):
        try:
            return await work
        except (asyncio.CancelledError, Exception) as error:
            if word.is_repeated:  # nobody is there to take it any more: asyncio would print it
                raise asyncio.CancelledError from None
            if word.is_given and isinstance(error, asyncio.CancelledError):
                raise Stopped("stopped", hint=how) from None
            raise


def is_heard(number: signal.Signals) -> bool:
    """Whether the signal is for this process: SIGHUP is not under `nohup`, SIGINT not after `trap '' INT`."""
    return signal.getsignal(number) is not signal.SIG_IGN


@contextmanager
def handled(handlers: Mapping[signal.Signals, Handler]) -> Iterator[None]:
    """While the block runs; what this process was told not to hear stays unheard."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = {number: one for number, one in handlers.items() if is_heard(number)}
    before: dict[signal.Signals, Any] = {}
    try:
        for number, handler in heard.items():
            before[number] = signal.signal(number, handler)
        yield
    finally:
        for number, was in before.items():
            signal.signal(number, was)


@contextmanager
def at_a_prompt() -> Iterator[None]:
    """While a person is asked to type: a signal ends the waiting at once, which nothing else would.

    Raises Stopped; what is said next stands on a line of its own.
    """
    try:
        with handled(dict.fromkeys(ENDING, _end_now)):
            word = _WORD.get()
            if word is not None and word.take_back():
                _end_now(0, None)
            yield
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise Stopped("stopped") from None


def _end_now(number: int, _frame: Any) -> None:
    if number == signal.SIGHUP:
        leave_terminal()
    raise KeyboardInterrupt


@contextmanager
def left_to_another() -> Iterator[None]:
    """While a program has the terminal, an editor for example: Ctrl-C is its own matter."""
    with handled({signal.SIGINT: lambda _number, _frame: None}):
        yield
