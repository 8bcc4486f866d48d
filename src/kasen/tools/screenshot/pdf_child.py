"""The process that reads a printed page back: PDF on stdin, JSON on stdout. If it hangs or crashes, only it does."""

from __future__ import annotations

import resource
import signal
import sys

import orjson

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.pdf import read_lines


def main() -> None:
    """Arguments: seconds, bytes of address space."""
    seconds, memory = float(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Default action: the process ends, even inside a C library.
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        pages = ["\n".join(lines) for lines in read_lines(sys.stdin.buffer.read())]
    except Unreadable:
        sys.exit(1)
    sys.stdout.buffer.write(orjson.dumps([page.encode("utf-8", "replace").decode() for page in pages]))


if __name__ == "__main__":
    main()
