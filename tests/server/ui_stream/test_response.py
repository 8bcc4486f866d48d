from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from starlette.types import Message

from kasen.server.ui_stream.chunks import Abort, Chunk, Start
from kasen.server.ui_stream.response import LARGEST, UIStream


async def pages(*given: list[Chunk]) -> AsyncGenerator[list[Chunk], None]:
    for one in given:
        yield one


async def sent(response: UIStream) -> list[Message]:
    found: list[Message] = []

    async def send(message: Message) -> None:
        found.append(message)

    await response.stream_response(send)
    return found


async def test_the_headers_are_exactly_those_of_the_sdk() -> None:
    head: Any = (await sent(UIStream(pages())))[0]
    assert dict(head["headers"]) == {
        b"content-type": b"text/event-stream",
        b"cache-control": b"no-cache",
        b"connection": b"keep-alive",
        b"x-vercel-ai-ui-message-stream": b"v1",
        b"x-accel-buffering": b"no",
    }


async def test_a_page_is_one_write_a_large_one_several_and_the_end_is_said() -> None:
    bodies = [
        one["body"] for one in (await sent(UIStream(pages([Start(message_id="m")], [Abort()] * (LARGEST + 1)))))[1:]
    ]
    assert bodies[0] == b'data: {"type":"start","messageId":"m"}\n\n'
    assert [body.count(b"abort") for body in bodies[1:3]] == [LARGEST, 1]
    assert bodies[3:] == [b"data: [DONE]\n\n", b""]
