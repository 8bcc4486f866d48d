"""`kasen code worker`: one agent's shim, as it runs in a pane. It imports nothing of Kasen before it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def worker(
    folder: Annotated[Path, typer.Option(help="Folder of the run's work.", file_okay=False)],
    agent: Annotated[str, typer.Option(metavar="ID", help="Id of the agent.")],
) -> None:
    """Work as one agent of a run: take its messages, run its program, answer. The orchestrator starts it."""
    from kasen.teams.code.worker.main import main

    raise typer.Exit(main(folder, agent))
