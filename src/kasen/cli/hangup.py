"""A terminal that was closed under a command (SIGHUP): what it says goes nowhere, so that it can end in order."""

from __future__ import annotations

import os
import stat


def leave_terminal() -> None:
    """Put nothing in the place of a terminal: to write to one that is gone is an error. Files and pipes stay.

    Asked for by the kind of file, as one that is gone says that it is no terminal.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        for number in (0, 1, 2):
            if stat.S_ISCHR(os.fstat(number).st_mode):
                os.dup2(nothing, number)
    finally:
        os.close(nothing)
