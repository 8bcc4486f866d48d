"""Model files at work: each is loaded once per process of Kasen, into a process of its own.

xllamacpp keeps Python from running for as long as it loads a model, and llama.cpp ends its process where it meets what
it did not expect. So it gets a process: Kasen stays answerable, outlives it, and can write its log where logs belong.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import logging
import secrets
import subprocess
import sys
import threading
from collections import deque
from concurrent.futures import Future
from pathlib import Path
from typing import IO

from kasen.errors import ConfigurationError, InternalError, KasenError
from kasen.models.local.gguf import Gguf, read_header
from kasen.models.local.machine import available_memory, usable_cores

log = logging.getLogger("kasen.models")
MOST_CONTEXT = 32_768
LEAST_CONTEXT = 4_096
OVERHEAD = 300_000_000
"""Bytes that llama.cpp needs beside the weights and the cache, about."""
REASON_S = 3.0
"""Seconds that llama.cpp gets to write why it failed: its log is written by a thread of its own."""
_REASON = "error loading model: "
_LAST_LINES = 60


class LlamaServer:
    """One model in its process. `url` and `key` are set once it is loaded."""

    def __init__(self, path: Path, context: int) -> None:
        self.path = path
        self.context = context
        """Tokens that prompt and answer may take together."""
        self.key = secrets.token_urlsafe(24)
        self.url = ""
        self._lines: deque[str] = deque(maxlen=_LAST_LINES)
        self._has_reason = threading.Event()
        self._process: subprocess.Popen[str] | None = None

    def load(self) -> LlamaServer:
        """Start the process and wait until it listens. Raises ConfigurationError with llama.cpp's own reason."""
        # A session of its own: Ctrl-C is for Kasen, which lets a step finish. -P: nothing is imported from the folder.
        process = self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "kasen.models.local.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise AssertionError("the process was started with pipes")
        drain = threading.Thread(target=self._log, args=(process.stderr,), daemon=True)
        drain.start()
        wanted = {"path": str(self.path), "context": self.context, "key": self.key, "threads": threads()}
        try:
            process.stdin.write(json.dumps(wanted) + "\n")
            process.stdin.flush()
            said = json.loads(process.stdout.readline() or "{}")
        except (BrokenPipeError, ValueError):
            said = {}
        if "url" not in said:
            self._has_reason.wait(REASON_S)
            ended = self.ended()
            self.stop()
            drain.join()
            raise ConfigurationError(
                f"llama.cpp cannot load `{self.path.name}`: {self._reason() or ended or 'it gives no reason'}"
            )
        self.url = said["url"]
        return self

    @property
    def pid(self) -> int:
        """The process that holds the model; 0 before it is started."""
        return self._process.pid if self._process else 0

    def ended(self) -> str:
        """How the process ended, in a clause; empty while it runs."""
        code = self._process.poll() if self._process else None
        if code is None:
            return ""
        return f"llama.cpp was ended by signal {-code}" if code < 0 else f"llama.cpp ended with exit code {code}"

    def stop(self) -> None:
        """End the process; safe to call twice."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()

    def _log(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self._lines.append(line.rstrip())
                log.debug("llama.cpp: %s", line.rstrip())
                if _REASON in line:
                    self._has_reason.set()
        self._has_reason.set()

    def _reason(self) -> str:
        """The word of llama.cpp on the model itself, else its last complaint."""
        words = [line.partition(_REASON)[2] for line in self._lines if _REASON in line]
        complaints = [line.partition(" E ")[2] for line in self._lines if " E " in line]
        return (words or complaints or [""])[-1].strip()


_servers: dict[Path, Future[LlamaServer]] = {}
_lock = threading.Lock()


async def serving(path: Path) -> LlamaServer:
    """The loaded model of that file, loaded now if it is not; who asks at the same time waits for the same one.

    Raises ConfigurationError for a file that cannot be used or does not fit in memory.
    """
    return await asyncio.wrap_future(_begin(path))


def threads() -> int:
    """One less than there are cores. llama.cpp's threads wait for each other without sleeping, many times per token.

    With another busy process on the two cores of the machine at hand, two threads wrote 4 tokens a second, one 67.
    """
    return max(usable_cores() - 1, 1)


def stop_all() -> None:
    """End every process that holds a model."""
    with _lock:
        futures = list(_servers.values())
        _servers.clear()
    for future in futures:
        if future.done() and not future.exception():
            future.result().stop()


def _begin(path: Path) -> Future[LlamaServer]:
    with _lock:
        future = _servers.get(path)
        if future is not None and not (future.done() and _is_lost(future)):
            return future
        atexit.unregister(stop_all)
        atexit.register(stop_all)
        future = _servers[path] = Future()
        future.set_running_or_notify_cancel()  # from here on whoever gives up waiting cannot cancel it for others
        # A thread and not an executor: leaving Python does not wait for it, and its process goes with its pipes.
        threading.Thread(target=_load, args=(path, future), daemon=True).start()
        return future


def _is_lost(future: Future[LlamaServer]) -> bool:
    if future.exception():
        return True
    server = future.result()
    if server.ended():
        server.stop()
        return True
    return False


def _load(path: Path, future: Future[LlamaServer]) -> None:
    try:
        server = LlamaServer(path, context_for(path, read_header(path), available_memory()))
        log.info("loading %s with room for %d tokens", path.name, server.context)
        future.set_result(server.load())
        log.info("%s is loaded", path.name)
    except KasenError as error:
        future.set_exception(error)
    except OSError as error:
        future.set_exception(ConfigurationError(f"no process can be started for `{path.name}`: {error}"))
    finally:
        if not future.done():
            future.set_exception(InternalError(f"loading `{path.name}` broke off"))


def context_for(path: Path, header: Gguf, available: int | None) -> int:
    """Tokens to make room for: what the model was made for, up to 32,768, and half as often as memory asks for.

    Raises ConfigurationError when even 4,096 do not fit. `available` is None when nobody knows.
    """
    if header.parts > 1:
        raise ConfigurationError(f"`{path.name}` is one of {header.parts} parts; Kasen runs models of one file")
    context = min(header.trained_context or MOST_CONTEXT, MOST_CONTEXT)
    least = min(context, LEAST_CONTEXT)
    while available is not None and context > least and _need(header, context) > available:
        context = max(context // 2, least)
    if available is not None and _need(header, context) > available:
        raise ConfigurationError(
            f"`{path.name}` needs about {_need(header, context) / 1e9:.1f} GB of memory, and "
            f"{available / 1e9:.1f} GB are free",
            hint="Close other programs, or fetch a smaller model: `kasen models pull --list`.",
        )
    return context


def _need(header: Gguf, context: int) -> int:
    return header.size + context * header.token_bytes + OVERHEAD
