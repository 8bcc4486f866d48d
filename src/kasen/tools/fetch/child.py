"""The process that reads pages: requests from stdin, answers on stdout; it kills itself when one takes too long.

Pages come from outside: a reader may hang, eat memory or crash. Here that costs one page.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from typing import BinaryIO

from kasen.tools.fetch.reading import Job, read

HEADER = 8
"""Each message is its length in this many bytes, big-endian; a request is two: the job as JSON, and the body."""


def main() -> None:
    """Serve until stdin ends. Arguments: seconds for one page, bytes of address space."""
    seconds, memory = float(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _load()
    requests = sys.stdin.buffer
    while job := _receive(requests):
        data = _receive(requests)
        # Default action: the process ends, even inside a C library.
        signal.setitimer(signal.ITIMER_REAL, seconds)
        answer = read(Job.model_validate_json(job), data)
        signal.setitimer(signal.ITIMER_REAL, 0)
        body = answer.model_dump_json().encode("utf-8", "surrogatepass")
        answers.write(len(body).to_bytes(HEADER, "big") + body)
        answers.flush()


def _load() -> None:
    """Import what reading HTML needs, before the first page is there."""
    import trafilatura.metadata  # noqa: F401


def _receive(stream: BinaryIO) -> bytes:
    header = stream.read(HEADER)
    if len(header) < HEADER:
        return b""
    return stream.read(int.from_bytes(header, "big"))


if __name__ == "__main__":
    main()
