from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from kasen.models.google.wire import plain_events

EVENTS = 'data: {"一": "句点。"}\n\ndata: {"二": 2}\n\n'


async def passed(text: str, size: int) -> str:
    data = text.encode()

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(data), size):
            yield data[start : start + size]

    return b"".join([piece async for piece in plain_events(pieces())]).decode()


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@pytest.mark.parametrize(
    "sent",
    [
        EVENTS,
        EVENTS.replace("\n", "\r\n"),
        EVENTS.replace("data: ", "data:"),
        f": keep-alive\n\n{EVENTS}: ping 待機\n\n",
        EVENTS.replace("data", "event: message\nid: 7\nretry: 10\ndata"),
        EVENTS + "data: [DONE]\n\n",
    ],
)
async def test_events_come_out_alike_however_a_gateway_writes_and_cuts_them(sent: str, size: int) -> None:
    seen = [line for line in (await passed(sent, size)).split("\n") if line]
    assert seen == [line for line in EVENTS.split("\n") if line]


async def test_an_error_in_plain_json_passes_and_so_does_a_last_line_without_end() -> None:
    error = '[{\n  "error": {"code": 503,\n "message": "混雑"}\n}]'
    assert (await passed(error, 5)).strip() == error
    assert await passed('data: {"a": 1}', 3) == 'data: {"a": 1}\n'
