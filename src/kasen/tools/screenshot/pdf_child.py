"""The process that reads a printed page back: PDF on stdin, JSON on stdout. If it hangs or crashes, only it does."""

from __future__ import annotations

import resource
import signal
import sys

import orjson

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.pdf import read_pdf


def main() -> None:
    """Arguments: seconds, bytes of address space."""
    seconds, memory = float(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Default action: the process ends, even inside a C library.
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        text = read_pdf(sys.stdin.buffer.read()).text
    except Unreadable:
        text = ""
    sys.stdout.buffer.write(orjson.dumps(text.encode("utf-8", "replace").decode()))


if __name__ == "__main__":
    main()
