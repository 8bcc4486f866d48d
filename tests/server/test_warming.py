from __future__ import annotations

import subprocess
import sys

CODE = """
import sys
from kasen.server.warming import warm
before = set(sys.modules)
warm()
came = set(sys.modules) - before
for name in ("kasen.runtime.drive", "langgraph.graph", "kasen.teams.research.graphs.quick", "kasen.teams.slides.rules"):
    assert name not in before, name
    assert name in came, name
assert not [name for name in came if name.startswith("kasen.teams.echo.graphs")]
"""


def test_what_runs_import_is_there_before_the_first_run() -> None:
    """Of teams that are advertised; in a process of its own, as this one has imported all of it."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
