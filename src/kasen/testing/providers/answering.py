"""Sending one answer, whole or streamed, and breaking off where a fault says so."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from kasen.models.role import Usage
from kasen.testing.providers.connection import Connection, Sleep
from kasen.testing.providers.faults import BROKEN_OFF, FOR_EVER, Fault
from kasen.testing.providers.reply import Reply, as_reply
from kasen.testing.providers.unscripted import reply_to
from kasen.testing.providers.wire import Asked, Format, Piece, Problem

_JSON = "application/json; charset=utf-8"
_HTML = (
    "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n"
    "<body><h1>ただいま混み合っています</h1><p>proxy.example</p></body></html>\n"
)
_ENDLESS_PACE_S = 0.001
"""Least seconds between pieces of an answer without end, so that it fills no memory before its client leaves."""
_WHOLE_IN = 8
"""Parts that a body is sent in when it breaks off."""


class Dropped(ConnectionError):
    """The fake dropped the connection itself."""


class Told(Protocol):
    """Takes the usage that was told to the client."""

    usage: Usage


def reply_of(said: object, asked: Asked, call: object) -> Reply:
    """The reply of a queued answer, or of none."""
    if callable(said) and not isinstance(said, type):
        said = said(call)
    return reply_to(asked) if said is None else as_reply(said)


async def send_problem(connection: Connection, problem: Problem) -> None:
    """Answer with an error."""
    content = json.dumps(problem.body, ensure_ascii=False).encode()
    headers = {"content-type": _JSON, "content-length": str(len(content)), **problem.headers}
    await connection.begin(problem.status, headers)
    await connection.send(content, last=True)


async def failed(connection: Connection, format_: Format, asked: Asked, fault: Fault, sleep: Sleep) -> bool:
    """Apply what happens before an answer begins; True when there will be none."""
    match fault.kind:
        case "status" | "too_long" | "quota":
            await send_problem(connection, format_.error(asked, fault))
        case "dropped":
            connection.drop()
            raise Dropped
        case "html":
            content = _HTML.encode()
            await connection.begin(200, {"content-type": "text/html", "content-length": str(len(content))})
            await connection.send(content, last=True)
        case "slow_first_byte" if fault.keep_alive_s is None or not asked.streams:
            await sleep(fault.seconds)
            return False
        case _:
            return False
    return True


@dataclass(frozen=True)
class Answer:
    """How one answer is sent."""

    connection: Connection
    format: Format
    asked: Asked
    pace_s: float
    sleep: Sleep

    async def send(self, reply: Reply, usage: Usage, fault: Fault | None, told: Told) -> None:
        """Send the reply; `told.usage` follows what the client has been told. Raises Dropped when the fault says so."""
        broken = fault if fault and fault.kind in BROKEN_OFF else None
        if self.asked.streams and self.format.stream is not None:
            await self.connection.begin(200, {"content-type": self.format.media_type, "cache-control": "no-cache"})
            if fault and fault.kind == "slow_first_byte" and fault.keep_alive_s is not None:
                await self._wait(fault)
            pieces = self.format.stream(self.asked, reply, usage)
        else:
            if reply.endless:
                await self.sleep(FOR_EVER)
            pieces = iter(await self._begin_whole(reply, usage, broken))
            if broken and broken.kind in ("ends_early", "truncated_body"):
                broken = None
        pace = max(self.pace_s, _ENDLESS_PACE_S) if reply.endless else self.pace_s
        if broken:
            await self._break_off(pieces, broken, told, pace)
        else:
            await self._send(pieces, told, pace)

    async def _begin_whole(self, reply: Reply, usage: Usage, broken: Fault | None) -> list[Piece]:
        """Send the head of an answer that is not streamed; its body, in parts where it is to break off."""
        content = json.dumps(self.format.whole(self.asked, reply, usage), ensure_ascii=False).encode()
        says: Usage | None = self.format.tells(usage)
        if broken and broken.kind in ("ends_early", "truncated_body"):
            content, says = content[: len(content) // 2], None
        await self.connection.begin(200, {"content-type": _JSON, "content-length": str(len(content))})
        step = max(-(-len(content) // _WHOLE_IN), 1) if broken else len(content)
        parts = [Piece(content[start : start + step]) for start in range(0, len(content), step)]
        return [*parts[:-1], Piece(parts[-1].data, says)]

    async def _send(self, pieces: Iterator[Piece], told: Told, pace: float) -> None:
        """Each piece is sent when the next is known, so that the last goes out with the end of the answer."""
        held: Piece | None = None
        for piece in pieces:
            if held is not None:
                await self._tell(held, told)
                await self.sleep(pace)
            held = piece
        await self._tell(held or Piece(b""), told, last=True)

    async def _tell(self, piece: Piece, told: Told, *, last: bool = False) -> None:
        if piece.usage is not None:
            told.usage = piece.usage
        await self.connection.send(piece.data, last=last)

    async def _break_off(self, pieces: Iterator[Piece], fault: Fault, told: Told, pace: float) -> None:
        begun = list(itertools.islice(pieces, fault.after + 1))
        next_ = begun.pop()
        for piece in begun:
            await self._tell(piece, told)
            await self.sleep(pace)
        match fault.kind:
            case "stall":
                await self._wait(fault)
                await self._send(itertools.chain([next_], pieces), told, pace)
            case "ends_early":
                await self.connection.send(b"", last=True)
            case "truncated_body":
                await self.connection.send(next_.data[: len(next_.data) // 2], last=True)
            case "overloaded_in_stream" if self.asked.streams and self.format.error_in_stream is not None:
                await self.connection.send(self.format.error_in_stream(self.asked, fault), last=True)
            case _:
                # What was sent has to arrive: a reset throws away what the client has not read yet.
                await asyncio.sleep(0.02)
                self.connection.drop()
                raise Dropped

    async def _wait(self, fault: Fault) -> None:
        """Wait, with keep-alives where the fault has them and the wire format knows them."""
        left, step = fault.seconds, fault.keep_alive_s
        if step is None or not self.asked.streams or self.format.keep_alive is None:
            await self.sleep(left)
            return
        while left > 0:
            await self.connection.send(self.format.keep_alive)
            await self.sleep(min(step, left))
            left -= step
