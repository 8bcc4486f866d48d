"""The process that opens one file: it ends itself when that takes too long or too much memory."""

from __future__ import annotations

import os
import resource
import signal
import sys
from pathlib import Path

from pydantic import BaseModel, Field

from kasen.teams.slides.template.cleaning import cleaned
from kasen.teams.slides.template.package import LARGEST_FILE, Unusable
from kasen.teams.slides.template.whole import look_through

HEADER = 8
"""The answer is the length of its JSON in this many bytes, big-endian, then the JSON, then the copy."""
WHOLE = "whole"
"""Said behind the other arguments for a file that is to stay as it is."""


class Answer(BaseModel):
    """What was taken out, by kind, or why the file is refused."""

    refused: str = ""
    hint: str = ""
    taken: dict[str, int] = Field(default_factory=dict)


def main() -> None:
    """Arguments: seconds, bytes of address space, the file, `whole` or nothing. Answers on stdout."""
    seconds, memory, path = float(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Default action: the process ends, even inside a C library.
    signal.setitimer(signal.ITIMER_REAL, seconds)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer, data = answered(path, whole=WHOLE in sys.argv[4:])
    signal.setitimer(signal.ITIMER_REAL, 0)
    body = answer.model_dump_json().encode("utf-8", "replace")
    with answers:
        answers.write(len(body).to_bytes(HEADER, "big") + body + data)


def answered(path: Path, *, whole: bool = False) -> tuple[Answer, bytes]:
    """What was taken out and the copy, or why there is none; of a `whole` file all that was looked at."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE)
        if whole:
            look_through(data)
            return Answer(), data
        made = cleaned(data)
    except Unusable as why:
        return Answer(refused=why.reason, hint=why.hint), b""
    except OSError as error:
        return Answer(refused=f"cannot be read: {error.strerror or error}"), b""
    except (MemoryError, RecursionError):
        return Answer(refused="needs too much memory to be read"), b""
    return Answer(taken=made.taken), made.data


if __name__ == "__main__":
    main()
