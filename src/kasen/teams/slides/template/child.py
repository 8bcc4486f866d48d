"""The process that opens one template: it ends itself when that takes too long or too much memory."""

from __future__ import annotations

import os
import resource
import signal
import sys
from pathlib import Path

from pydantic import BaseModel, Field

from kasen.teams.slides.template.cleaning import cleaned
from kasen.teams.slides.template.package import LARGEST_FILE, Unusable

HEADER = 8
"""The answer is the length of its JSON in this many bytes, big-endian, then the JSON, then the copy."""


class Answer(BaseModel):
    """What was taken out, by kind, or why the file is refused."""

    refused: str = ""
    hint: str = ""
    taken: dict[str, int] = Field(default_factory=dict)


def main() -> None:
    """Arguments: seconds, bytes of address space, the file. Answers on stdout."""
    seconds, memory, path = float(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Default action: the process ends, even inside a C library.
    signal.setitimer(signal.ITIMER_REAL, seconds)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer, data = answered(path)
    signal.setitimer(signal.ITIMER_REAL, 0)
    body = answer.model_dump_json().encode("utf-8", "replace")
    with answers:
        answers.write(len(body).to_bytes(HEADER, "big") + body + data)


def answered(path: Path) -> tuple[Answer, bytes]:
    """What was taken out and the copy, or why there is none."""
    try:
        with path.open("rb") as file:
            made = cleaned(file.read(LARGEST_FILE))
    except Unusable as why:
        return Answer(refused=why.reason, hint=why.hint), b""
    except OSError as error:
        return Answer(refused=f"cannot be read: {error.strerror or error}"), b""
    except (MemoryError, RecursionError):
        return Answer(refused="needs too much memory to be read"), b""
    return Answer(taken=made.taken), made.data


if __name__ == "__main__":
    main()
