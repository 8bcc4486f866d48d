"""`python -m kasen`, and the entry point of the command `kasen`."""

from __future__ import annotations

import gc
import io
import os
import sys

OBJECTS = 50_000
"""New objects between two runs of the collector. While modules are loaded nearly nothing can be collected, and with the
interpreter's 700 a sixth of the time until a run is taken up again went into looking."""


def main() -> None:
    """Run the command line; Ctrl-C while it is still loading is one word, not a traceback."""
    try:
        _make_streams_safe()
        gc.set_threshold(OBJECTS)
        from kasen.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("kasen: stopped\n")
        sys.exit(130)


def _make_streams_safe() -> None:
    """Closed streams lead nowhere, and a character that the terminal's encoding lacks is escaped, not an error."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper) and name != "stdin":
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
