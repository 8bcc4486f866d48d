"""`python -m kasen`, and the entry point of the command `kasen`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is still loading is one word, not a traceback."""
    try:
        from kasen.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("kasen: stopped\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
