"""The process that holds one model: llama.cpp's server on a loopback port, until the process that started it is gone.

It is started by `llama_server`. One line of JSON comes in on stdin, one goes out on stdout; llama.cpp logs to stderr.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

import xllamacpp

LOG_EVERYTHING_BUT_TEXT = 3
"""Level at which llama.cpp logs what it does and how long that takes, never prompts or answers."""
READ_AHEAD = 256
"""Tokens of a prompt that are read between two signs of life, and between two looks whether the asker is gone."""


def main() -> None:
    """Load the model, say where it listens, and wait for stdin to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    wanted = json.loads(sys.stdin.readline())
    try:
        server = xllamacpp.Server(_parameters(wanted))
    except RuntimeError as error:
        _say(answers, {"error": str(error)})
    else:
        _say(answers, {"url": server.listening_address})
    # After a failure too: leaving at once would cut off llama.cpp's log, which says why.
    sys.stdin.read()
    # Whoever asked is gone, so nothing is worth waiting for.
    os._exit(0)


def _parameters(wanted: dict[str, Any]) -> Any:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = wanted["path"]
    parameters.n_ctx = wanted["context"]
    parameters.api_keys = [wanted["key"]]
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = wanted["threads"]
    parameters.n_batch = parameters.n_ubatch = READ_AHEAD
    parameters.cors_origins = ""
    parameters.ui = False
    parameters.endpoint_slots = False
    parameters.offline = True
    parameters.verbosity = LOG_EVERYTHING_BUT_TEXT
    return parameters


def _say(answers: Any, content: dict[str, str]) -> None:
    answers.write(json.dumps(content) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
