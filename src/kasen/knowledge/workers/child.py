"""The process that converts: reads requests from stdin, answers on stdout, kills itself when one takes too long.

Files come from outside: a reader may hang, eat memory or crash. Here that costs one document.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from typing import BinaryIO

import orjson

from kasen.knowledge.document import Ready
from kasen.knowledge.prepare import prepare

HEADER = 8
"""Each message is its length in this many bytes, big-endian, then JSON."""


def main() -> None:
    """Serve until stdin ends. Arguments: seconds for one document, bytes of address space."""
    seconds, memory = float(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = sys.stdin.buffer
    while message := _receive(requests):
        path, known = orjson.loads(message)
        # Default action: the process ends, even inside a C library.
        signal.setitimer(signal.ITIMER_REAL, seconds)
        answer = prepare(path, known)
        signal.setitimer(signal.ITIMER_REAL, 0)
        body = answer.model_dump_json().encode("utf-8", "surrogatepass")
        answers.write(len(body).to_bytes(HEADER, "big") + (b"R" if isinstance(answer, Ready) else b"N") + body)
        answers.flush()


def _receive(stream: BinaryIO) -> bytes:
    header = stream.read(HEADER)
    if len(header) < HEADER:
        return b""
    return stream.read(int.from_bytes(header, "big"))


if __name__ == "__main__":
    main()
