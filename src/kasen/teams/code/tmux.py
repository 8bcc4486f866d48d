"""tmux as a parent that outlives the orchestrator, and as a window to look through: eight verbs on a private socket.

Facts of tmux 3.3a that shaped it: a pane whose process gives its terminal away is ended at once, so what runs in one
keeps it; `pane-died` hooks do not always fire, so panes are listed; `remain-on-exit` has to be set before a command can
end; a list that cannot be had says nothing about who lives.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kasen.errors import ConfigurationError, KasenError
from kasen.teams.code.processes.tree import Process, process

PANES = 8
"""Most panes of a session; the next agent gets a session more."""
_FIELDS = ("session_name", "pane_id", "pane_pid", "pane_dead", "@agent")
_FORMAT = "\t".join(f"#{{{name}}}" for name in _FIELDS)
_NONE = ("no server running", "no sessions", "error connecting", "server exited", "lost server")
SECONDS = 10.0
"""Seconds that a call may take: a server that hangs holds nobody up for longer."""


_AGAIN_S, _LOOK_S = 1.0, 0.02


class TmuxFailed(KasenError):
    """tmux refused, or does not answer."""


@dataclass(frozen=True)
class Pane:
    """Where one agent runs."""

    session: str
    id: str
    pid: int
    dead: bool
    agent: str


class Tmux:
    """One server of our own: that of the user is never seen. Nothing is started before `open`."""

    def __init__(
        self,
        socket: Path,
        env: Mapping[str, str],
        *,
        hangs: Callable[[], Awaitable[None]] | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """`env` is all that what runs in panes can see of the environment.

        `hangs` is called when the server does not answer within `seconds`, once until it has answered again.
        """
        self._socket = socket
        self._env = dict(env)
        self._lock = asyncio.Lock()
        self._hangs, self._seconds, self._silent = hangs, seconds, False

    def attach(self, session: str) -> list[str]:
        """The command that shows a session to a person."""
        return [*self._command(), "attach-session", "-t", f"={session}"]

    async def panes(self, *, named: bool = True) -> list[Pane]:
        """All panes of agents; none where no server runs. Raises TmuxFailed: then nobody knows.

        `named` False: also those that belong to nobody, as far as tmux knows.
        """
        try:
            listed = await self._run("list-panes", "-a", "-F", _FORMAT)
        except TmuxFailed as error:
            if any(words in str(error) for words in _NONE):
                return []
            raise
        rows = [line.split("\t") for line in listed.splitlines()]
        return [
            Pane(row[0], row[1], int(row[2] or 0), row[3] == "1", row[4])
            for row in rows
            if len(row) == 5 and (row[4] or not named)
        ]

    async def open(self, agent: str, command: Sequence[str], folder: Path) -> Pane:
        """Run a command in the pane of an agent: in its old one when that is still there, else in a new one."""
        async with self._lock:
            panes = await self.panes()
            old = next((pane for pane in panes if pane.agent == agent), None)
            if old is not None:
                await self._run("respawn-pane", "-k", "-t", old.id, "-c", str(folder), *command)
            else:
                await self._new(agent, command, folder, panes)
            return next(pane for pane in await self.panes() if pane.agent == agent)

    async def tidy(self, known: Mapping[int, str]) -> list[Pane]:
        """Name the panes of agents that live (`known`: number of a process → agent), and give those of nobody.

        For who takes a run up again, before anything is opened: a kill may have come between a pane and its name.
        """
        async with self._lock:
            await self._found_again()
            others = []
            for pane in await self.panes(named=False):
                agent = known.get(pane.pid) if not pane.dead else None
                if agent is None:
                    others.append(pane)
                elif agent != pane.agent:
                    await self._run("set-option", "-p", "-t", pane.id, "@agent", agent)
            return others

    async def end(self, pane: Pane) -> None:
        """Take a pane away. Nothing when it is gone already."""
        with suppress(TmuxFailed):
            await self._run("kill-pane", "-t", pane.id)

    async def _found_again(self) -> None:
        """A server makes its socket again when it is asked to (tmux(1)): folders for temporary files are swept."""
        lost = [] if self._socket.exists() else servers(self._socket)
        for server in lost:
            server.send(signal.SIGUSR1)
        for _ in range(round(_AGAIN_S / _LOOK_S) if lost else 0):
            if self._socket.exists():
                return
            await asyncio.sleep(_LOOK_S)

    async def shown(self, agent: str, lines: int = 200) -> str:
        """What stands in the pane of an agent. Raises TmuxFailed when there is none."""
        pane = next((pane for pane in await self.panes() if pane.agent == agent), None)
        if pane is None:
            raise TmuxFailed(f"agent `{agent}` has no pane")
        return await self._run("capture-pane", "-p", "-J", "-t", pane.id, "-S", f"-{lines}")

    async def focus(self, pane: Pane, *, alone: bool) -> None:
        """Make a pane the one that who attaches sees first: by itself, or beside the others."""
        zoomed = "#{window_zoomed_flag}" if not alone else "#{?window_zoomed_flag,,1}"
        zoom = f"resize-pane -Z -t {pane.id}"
        await self._run("select-pane", "-t", pane.id, ";", "if-shell", "-F", "-t", pane.id, zoomed, zoom)

    async def close(self) -> None:
        """End the server with all panes; nothing when none runs."""
        try:
            await self._run("kill-server")
        except TmuxFailed as error:
            if not any(words in str(error) for words in _NONE):
                raise
        for server in await asyncio.to_thread(servers, self._socket):
            server.send(signal.SIGTERM)

    async def _new(self, agent: str, command: Sequence[str], folder: Path, panes: Sequence[Pane]) -> None:
        sessions = [pane.session for pane in panes]
        free = next((name for name in dict.fromkeys(sessions) if sessions.count(name) < PANES), None)
        where = ("-P", "-F", "#{pane_id}", "-c", str(folder))
        if free is not None:
            # Each pane takes half of another: those are made even first, or there is soon no space for a new one.
            await self._run("select-layout", "-t", f"={free}:", "tiled")
            pane = await self._run("split-window", "-d", "-t", f"={free}:", *where, *command)
        else:
            name = f"agents-{len(set(sessions)) + 1}"
            options = (
                "set-option",
                "-g",
                "remain-on-exit",
                "on",
                ";",
                "set-option",
                "-g",
                "history-limit",
                "5000",
                ";",
            )
            size = ("-x", "220", "-y", "100")
            pane = await self._run(
                "start-server", ";", *options, "new-session", "-d", "-s", name, *size, *where, *command
            )
        await self._run("set-option", "-p", "-t", pane.strip(), "@agent", agent)

    async def _say_that_it_hangs(self) -> None:
        was_silent, self._silent = self._silent, True
        if self._hangs is not None and not was_silent:
            await self._hangs()

    def _command(self) -> list[str]:
        return ["tmux", "-S", str(self._socket), "-f", "/dev/null"]

    async def _run(self, *arguments: str) -> str:
        try:
            child = await asyncio.create_subprocess_exec(
                *self._command(),
                *arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=self._env,
            )
        except FileNotFoundError:
            raise ConfigurationError("tmux is not installed", hint="On Debian: apt-get install tmux") from None
        try:
            async with asyncio.timeout(self._seconds):
                out, err = await child.communicate()
        except TimeoutError:
            child.kill()
            # Its pipes are closed here: the server has been handed them too, and `wait` waits for their last end.
            child._transport.close()  # type: ignore[attr-defined]
            await child.wait()
            await self._say_that_it_hangs()
            raise TmuxFailed("tmux does not answer") from None
        self._silent = False
        if child.returncode != 0:
            raise TmuxFailed(err.decode("utf-8", "replace").strip() or f"tmux ended with {child.returncode}")
        return out.decode("utf-8", "replace")


def servers(socket: Path) -> list[Process]:
    """The servers that were started on a socket, also when that file is gone and no client reaches them."""
    wanted = os.fsencode(socket)
    found = []
    for place in Path("/proc").iterdir():
        if not place.name.isdigit():
            continue
        try:
            name, line = (place / "comm").read_bytes(), (place / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if name.startswith(b"tmux: server") and line[1:3] == [b"-S", wanted] and (one := process(int(place.name))):
            found.append(one)
    return found
